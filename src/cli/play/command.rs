//! What a person types in the line-by-line game: a pit letter plays, `?E` looks, words do
//! the rest.

use std::path::PathBuf;

use oware::game::{Move, PITS_PER_ROW, Pit};

/// A line that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Play a pit or pass.
    Play(Move),
    /// Show what a pit would do.
    Look(Pit),
    /// Ask for advice.
    Hint,
    /// Take back.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// List the legal moves and the game so far.
    Moves,
    /// Draw the board.
    Board,
    /// Turn the board round.
    Flip,
    /// Offer to share.
    Share,
    /// Save, into a file if one is named.
    Save(Option<PathBuf>),
    /// Give up.
    Resign,
    /// Explain the commands.
    Help,
    /// Leave.
    Quit,
    /// Accept an offer.
    Yes,
    /// Decline an offer.
    No,
}

/// Why a line was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unknown {
    /// What was typed.
    pub(crate) word: String,
    /// The nearest command, if one is near.
    pub(crate) near: Option<&'static str>,
}

/// The words, with those of French speakers who may type theirs.
const WORDS: [(&str, &str, Command); 13] = [
    ("hint", "conseil", Command::Hint),
    ("undo", "annuler", Command::Undo),
    ("redo", "refaire", Command::Redo),
    ("moves", "coups", Command::Moves),
    ("board", "plateau", Command::Board),
    ("flip", "retourner", Command::Flip),
    ("share", "partager", Command::Share),
    ("save", "sauver", Command::Save(None)),
    ("resign", "abandonner", Command::Resign),
    ("help", "aide", Command::Help),
    ("quit", "quitter", Command::Quit),
    ("yes", "oui", Command::Yes),
    ("no", "non", Command::No),
];

/// Words for what the command line does, and what to write there.
const ELSEWHERE: [(&str, &str); 2] = [
    ("load", "oware play --load FILE"),
    ("charger", "oware play --load FILE"),
];

impl Command {
    /// Reads a line; `None` when it is blank or a comment. `key` says which pit a number
    /// from 1 stands for.
    pub(crate) fn read(line: &str, key: impl Fn(usize) -> Pit) -> Result<Option<Self>, Unknown> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(None);
        }
        if let Some(rest) = line.strip_prefix('?') {
            return match rest.trim() {
                "" => Ok(Some(Self::Help)),
                name => pit(name, key)
                    .map(|pit| Some(Self::Look(pit)))
                    .ok_or_else(|| unknown(line)),
            };
        }
        if line == "-" {
            return Ok(Some(Self::Play(Move::Pass)));
        }
        if let Some(pit) = pit(line, key) {
            return Ok(Some(Self::Play(Move::Sow(pit))));
        }
        let (word, rest) = line
            .split_once(char::is_whitespace)
            .map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let lower = word.to_lowercase();
        let known = WORDS
            .iter()
            .find(|(english, french, _)| [*english, *french].contains(&lower.as_str()));
        match (known, rest) {
            (Some((_, _, Self::Save(None))), path) if !path.is_empty() => {
                Ok(Some(Self::Save(Some(PathBuf::from(path)))))
            }
            (Some((_, _, command)), "") => Ok(Some(command.clone())),
            _ => Err(unknown(line)),
        }
    }
}

/// The pit that a letter of either case or a number names.
fn pit(name: &str, key: impl Fn(usize) -> Pit) -> Option<Pit> {
    let mut letters = name.chars();
    let letter = letters.next()?;
    if letters.next().is_some() {
        return None;
    }
    if let Some((pit, _)) = Pit::from_letter(letter) {
        return Some(pit);
    }
    let number = usize::try_from(letter.to_digit(10)?).ok()?;
    (1..=PITS_PER_ROW).contains(&number).then(|| key(number))
}

fn unknown(line: &str) -> Unknown {
    let typed = line.to_lowercase();
    let first = typed.split_whitespace().next().unwrap_or_default();
    let elsewhere = ELSEWHERE.iter().find(|&&(word, _)| word == first);
    let near = WORDS
        .iter()
        .flat_map(|&(english, french, _)| [english, french])
        .map(|word| (strsim::damerau_levenshtein(word, first), word))
        .min_by_key(|&(distance, _)| distance)
        .filter(|&(distance, word)| 3 * distance <= word.len() + 1);
    Unknown {
        word: line.to_owned(),
        near: elsewhere
            .map(|&(_, way)| way)
            .or(near.map(|(_, word)| word)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Option<Command>, Unknown> {
        Command::read(line, |number| Pit::ALL[number - 1])
    }

    #[test]
    fn pits_are_letters_of_either_case_or_numbers() {
        let fifth = Pit::new(4);
        for line in ["E", "e", " 5 ", "E\r"] {
            assert_eq!(read(line), Ok(Some(Command::Play(Move::Sow(fifth)))));
        }
        for line in ["?E", "? e", "?5"] {
            assert_eq!(read(line), Ok(Some(Command::Look(fifth))));
        }
        assert_eq!(read("-"), Ok(Some(Command::Play(Move::Pass))));
    }

    #[test]
    fn words_are_known_in_both_languages() {
        assert_eq!(read("HINT"), Ok(Some(Command::Hint)));
        assert_eq!(read("annuler"), Ok(Some(Command::Undo)));
        assert_eq!(read("?"), Ok(Some(Command::Help)));
        assert_eq!(
            read("save my game.ogn"),
            Ok(Some(Command::Save(Some("my game.ogn".into()))))
        );
        assert_eq!(read("save"), Ok(Some(Command::Save(None))));
        assert_eq!(read("  "), Ok(None));
        assert_eq!(read("# a note in a script"), Ok(None));
    }

    #[test]
    fn nonsense_is_quoted_with_the_nearest_command() {
        let near = |line| read(line).unwrap_err().near;
        assert_eq!(near("hnit"), Some("hint"));
        assert_eq!(near("undo it"), Some("undo"));
        assert_eq!(near("xyzzy"), None);
        assert_eq!(near("load my game.ogn"), Some("oware play --load FILE"));
        assert_eq!(near("n"), Some("no"));
        for line in ["7", "0", "G", "?", "?G", "DbEc", "é"] {
            assert!(read(line).is_err() || line == "?", "{line}");
        }
    }
}
