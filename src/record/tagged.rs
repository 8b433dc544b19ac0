//! Games with tags: what OGN and the export of PlayStrategy have in common.
//!
//! A text may hold many games. One ends where tags follow its moves, or where moves follow
//! its result. The forms differ in what a move looks like, which [`Dialect`] says; any
//! other word among the moves is left out with a warning, never taken for a move.

use winnow::ascii::digit1;
use winnow::combinator::{alt, eof, opt, terminated};
use winnow::error::EmptyError;
use winnow::prelude::*;
use winnow::token::one_of;

use crate::game::{HalfSeeds, Move, Player, read_position};

use super::draft::{Draft, NamedRules};
use super::error::RecordErrorKind;
use super::game_record::{Claim, Claims, Note, Tag, Termination};
use super::place::Offset;
use super::tokens::{Token, tokens};
use super::warning::WarningKind;

/// What the tagged forms differ in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dialect {
    /// Reads the word of a move, without what judges it.
    pub(crate) played: fn(&str) -> Option<WordMove>,
    /// Whether results are outcomes, not seeds.
    pub(crate) has_outcomes: bool,
    /// The rules that a `Variant` of Oware means.
    pub(crate) plain_variant: Option<&'static str>,
}

/// A move as a word says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WordMove {
    pub(crate) played: Move,
    /// Whose pit it is; `None` for a pass.
    pub(crate) owner: Option<Player>,
    pub(crate) claims: Claims,
}

/// Names of the game itself, which say nothing about its rules.
const PLAIN_VARIANTS: [&str; 9] = [
    "oware", "awale", "awalé", "awélé", "awele", "ayo", "ayò", "?", "",
];

/// Reads every game of a text.
pub(crate) fn read(text: &str, dialect: &Dialect) -> Vec<Draft> {
    let mut reader = Reader {
        dialect,
        games: Vec::new(),
        game: None,
    };
    for (token, offset) in tokens(text) {
        reader.take(token, offset);
    }
    reader.finish();
    reader.games
}

struct Reader<'a> {
    dialect: &'a Dialect,
    games: Vec<Draft>,
    game: Option<Open>,
}

/// The game that is being read.
struct Open {
    draft: Draft,
    /// Whether something other than tags was seen.
    has_text: bool,
    /// Whether the result after the moves was seen.
    is_finished: bool,
    variant: Option<(String, Offset)>,
    set_up: Option<Offset>,
    /// The number of the first move less the one it would have from the start.
    first_number: Option<i64>,
}

impl Reader<'_> {
    fn take(&mut self, token: Token<'_>, offset: Offset) {
        let begins_game = match (&self.game, &token) {
            (None, _) => true,
            (Some(game), Token::Tag(..)) => {
                game.is_finished
                    || !game.draft.plies.is_empty()
                    || (game.has_text && !game.draft.record.tags.is_empty())
            }
            (Some(game), Token::Number(_)) => game.is_finished,
            (Some(game), Token::Word(word)) => game.is_finished && self.move_of(word).is_some(),
            _ => false,
        };
        if begins_game {
            self.finish();
        }
        let dialect = self.dialect;
        let game = self.game.get_or_insert_with(|| Open {
            draft: Draft::new(offset),
            has_text: false,
            is_finished: false,
            variant: None,
            set_up: None,
            first_number: None,
        });
        if let Token::Tag(name, value) = token {
            game.tag(name, &value, offset, dialect);
            return;
        }
        // A tag gone wrong stands among the tags.
        game.has_text |= !matches!(token, Token::BadTag(_));
        let draft = &mut game.draft;
        match token {
            Token::BadTag(text) => draft.warn(
                offset,
                WarningKind::BadTag {
                    text: text.to_owned(),
                },
            ),
            Token::Comment(text) => draft.note(Note::Comment(one_line(text))),
            Token::Variation(text) => draft.note(Note::Variation(one_line(text))),
            Token::Unclosed(bracket, text) => {
                draft.warn(offset, WarningKind::Unclosed { bracket });
                draft.note(match bracket {
                    '{' => Note::Comment(one_line(text)),
                    _ => Note::Variation(one_line(&text.replace(['(', ')', '{', '}'], " "))),
                });
            }
            Token::Number(number) => game.number(number, offset),
            Token::Word(word) => game.word(word, offset, dialect),
            Token::Stray(bracket) => draft.warn(offset, WarningKind::Stray { bracket }),
            Token::Tag(..) => {}
        }
    }

    fn move_of(&self, word: &str) -> Option<WordMove> {
        (self.dialect.played)(split_glyph(word).0)
    }

    fn finish(&mut self) {
        if let Some(game) = self.game.take() {
            self.games.push(game.close(self.dialect));
        }
    }
}

impl Open {
    fn tag(&mut self, name: &str, value: &str, offset: Offset, dialect: &Dialect) {
        let draft = &mut self.draft;
        let bad = |name| WarningKind::BadValue {
            name,
            value: value.to_owned(),
        };
        match name.to_ascii_lowercase().as_str() {
            "result" => match read_claim(value, dialect) {
                Some(Some(claim)) => draft.claim(claim, offset),
                Some(None) => {}
                None => draft.warn(offset, bad("Result")),
            },
            "fen" => match read_position(value) {
                Ok(read) => {
                    draft.start_from(read.position);
                    if let Some(warning) = read.warning {
                        draft.warn(offset, WarningKind::Start(warning));
                    }
                }
                Err(source) => draft.fail(offset, RecordErrorKind::Start { source }),
            },
            "setup" => self.set_up = (value.trim() == "1").then_some(offset),
            "rules" => {
                draft.rules = Some(NamedRules {
                    name: value.to_owned(),
                    rules: value.trim().parse(),
                    offset,
                });
            }
            "termination" => draft.terminate(Termination::read(value), offset),
            "winner" => match value.trim().to_ascii_lowercase().as_str() {
                "south" => draft.record.winner = Some(Player::South),
                "north" => draft.record.winner = Some(Player::North),
                _ => draft.warn(offset, bad("Winner")),
            },
            lower => {
                if lower == "variant" {
                    self.variant = Some((value.to_owned(), offset));
                }
                // Either form's names are taken, so that each can be written in the other.
                let name = match lower {
                    "south" | "p1" => "South",
                    "north" | "p2" => "North",
                    _ => name,
                };
                let name = name.to_owned();
                let value = value.to_owned();
                match draft.record.tag(&name) {
                    None => draft.record.tags.push(Tag { name, value }),
                    Some(known) if *known == value => {}
                    Some(_) => draft.warn(offset, WarningKind::TagTwice { name }),
                }
            }
        }
    }

    fn number(&mut self, number: u32, offset: Offset) {
        let draft = &mut self.draft;
        let north_first = draft.record.start.to_move() == Player::North && draft.has_start;
        let plies = draft.plies.len() + usize::from(north_first);
        let counted = i64::try_from(plies / 2 + 1).unwrap_or(i64::MAX);
        let first = *self.first_number.get_or_insert(i64::from(number) - counted);
        let expected = u32::try_from(counted + first).unwrap_or(u32::MAX);
        if number != expected {
            let found = number;
            draft.warn(offset, WarningKind::WrongNumber { found, expected });
        }
    }

    fn word(&mut self, word: &str, offset: Offset, dialect: &Dialect) {
        let draft = &mut self.draft;
        let (bare, glyph) = split_glyph(word);
        let is_finished = self.is_finished;
        if let Some(WordMove {
            played,
            owner,
            claims,
        }) = (dialect.played)(bare).filter(|_| !is_finished)
        {
            draft.play(played, owner, claims, offset);
            if !glyph.is_empty() {
                draft.note(Note::Glyph(glyph.to_owned()));
            }
        } else if let Some(claim) = read_claim(word, dialect) {
            self.is_finished = true;
            if let Some(claim) = claim {
                draft.claim(claim, offset);
            }
        } else if bare.is_empty() || is_numbered_glyph(word) {
            draft.note(Note::Glyph(word.to_owned()));
        } else if let Some(seeds) = word.strip_prefix('+').and_then(|seeds| seeds.parse().ok())
            && let Some(ply) = draft.record.plies.last_mut()
            && ply.claims.captured.is_none()
        {
            // `D +5` for `D+5`.
            ply.claims.captured = Some(seeds);
        } else if let Ok(number) = word.parse() {
            self.number(number, offset);
        } else if !word.chars().all(|c| matches!(c, '.' | '…')) {
            let word = word.to_owned();
            draft.warn(offset, WarningKind::Word { word });
        }
    }

    fn close(mut self, dialect: &Dialect) -> Draft {
        let draft = &mut self.draft;
        if let (Some(offset), false) = (self.set_up, draft.has_start) {
            draft.warn(offset, WarningKind::NoSetUp);
        }
        if let (None, Some((name, offset))) = (&draft.rules, self.variant) {
            let word = name.trim().to_lowercase();
            let is_plain = PLAIN_VARIANTS.contains(&word.as_str());
            let rules = match dialect.plain_variant {
                Some(rules) if is_plain && !word.is_empty() => rules.parse(),
                _ => word.replace(' ', "-").parse(),
            };
            match rules {
                Ok(rules) => {
                    draft.rules = Some(NamedRules {
                        name,
                        rules: Ok(rules),
                        offset,
                    });
                }
                Err(_) if is_plain => {}
                Err(_) => draft.warn(offset, WarningKind::UnknownVariant { name }),
            }
        }
        self.draft
    }
}

/// What is written on several lines on one, as a space separates words here.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The word without the marks that judge it at its end, and the marks.
fn split_glyph(word: &str) -> (&str, &str) {
    word.split_at(word.trim_end_matches(['!', '?']).len())
}

fn is_numbered_glyph(word: &str) -> bool {
    word.strip_prefix('$')
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

/// `25-16`, `24.5-23.5`, `1-0`, `1/2-1/2`; `Some(None)` for `*` or `?`, which claim nothing.
pub(crate) fn read_claim(word: &str, dialect: &Dialect) -> Option<Option<Claim>> {
    let word = word.trim();
    if matches!(word, "*" | "?" | "") {
        return Some(None);
    }
    if matches!(word, "1/2-1/2" | "½-½") {
        return Some(Some(Claim::Winner(None)));
    }
    let seeds = seed_counts.parse(word).ok()?;
    Some(Some(match (dialect.has_outcomes, word) {
        (true, "1-0") => Claim::Winner(Some(Player::South)),
        (true, "0-1") => Claim::Winner(Some(Player::North)),
        _ => Claim::Seeds(seeds),
    }))
}

fn seed_counts(input: &mut &str) -> Result<[HalfSeeds; 2], EmptyError> {
    let south = half_seeds(input)?;
    one_of(['-', '–', '—']).parse_next(input)?;
    let north = terminated(half_seeds, eof).parse_next(input)?;
    Ok([south, north])
}

fn half_seeds(input: &mut &str) -> Result<HalfSeeds, EmptyError> {
    let (whole, half) = (
        digit1.parse_to::<u8>(),
        opt(alt((".5", "½"))).map(|half: Option<&str>| u16::from(half.is_some())),
    )
        .parse_next(input)?;
    Ok(HalfSeeds::from_halves(2 * u16::from(whole) + half))
}
