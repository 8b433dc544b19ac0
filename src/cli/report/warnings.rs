//! What is wrong or strange in a record, in the reader's language.
//!
//! The library words its warnings in English, for terminals and programs; a report is for
//! people, and speaks as the rest of it does.

use oware::game::{EndReason, PositionWarning};
use oware::record::{Claim, WarningKind};

use super::super::messages::Messages;

/// The characters of an offending input that are quoted.
const QUOTED_CHARS: usize = 60;

/// A warning as a sentence.
pub(crate) fn warning(kind: &WarningKind, messages: &Messages) -> String {
    let quoted = |text: &str| quoted(text, messages);
    let why = |reason: &EndReason| messages.text(&format!("end-{}", reason.word()));
    let claimed = |claim: &Claim| messages.decimal(claim);
    match kind {
        WarningKind::WrongCapture {
            ply,
            letter,
            claimed,
            captured,
        } => messages.fill(
            "warning-wrong-capture",
            [
                ("ply", (*ply).into()),
                ("move", letter.to_string().into()),
                ("captured", (*captured).into()),
                ("claimed", (*claimed).into()),
            ],
        ),
        WarningKind::WrongLanding {
            ply,
            letter,
            claimed,
            landed: (pit, row),
        } => {
            let last = pit.letter(*row);
            // Forms that number the pits of each row alone do not say whose it is.
            let (landed, claimed) = match claimed.row {
                Some(owner) => (last.to_string(), claimed.pit.letter(owner).to_string()),
                None => (
                    format!("{last} ({})", pit.index() + 1),
                    (claimed.pit.index() + 1).to_string(),
                ),
            };
            messages.fill(
                "warning-wrong-landing",
                [
                    ("ply", (*ply).into()),
                    ("move", letter.to_string().into()),
                    ("landed", landed.into()),
                    ("claimed", claimed.into()),
                ],
            )
        }
        WarningKind::WrongTotal {
            ply,
            letter,
            claimed,
            total,
        } => {
            let [ply, letter, total] = [
                ("ply", (*ply).into()),
                ("move", letter.to_string().into()),
                ("total", (*total).into()),
            ];
            match claimed {
                Some(claimed) => {
                    let claimed = ("claimed", (*claimed).into());
                    messages.fill("warning-wrong-total", [ply, letter, total, claimed])
                }
                None => messages.fill("warning-no-total", [ply, letter, total]),
            }
        }
        WarningKind::WrongResult {
            claimed: claim,
            found,
            reason,
        } => {
            let both = [
                ("found", claimed(found).into()),
                ("claimed", claimed(claim).into()),
            ];
            match reason {
                Some(reason) => {
                    let [found, claim] = both;
                    let why = ("why", why(reason).into());
                    messages.fill("warning-wrong-result", [found, claim, why])
                }
                None => messages.fill("warning-wrong-standing", both),
            }
        }
        WarningKind::WrongTermination { claimed, found } => {
            let claim = ("claimed", why(claimed).into());
            match found {
                Some(found) => {
                    let found = ("why", why(found).into());
                    messages.fill("warning-wrong-termination", [found, claim])
                }
                None => messages.fill("warning-wrong-termination-open", [claim]),
            }
        }
        WarningKind::NotOver {
            claimed: claim,
            rules,
        } => messages.fill(
            "warning-not-over",
            [
                ("claimed", claimed(claim).into()),
                ("rules", rules.to_string().into()),
            ],
        ),
        WarningKind::GoesOn { ply, reason, more } => messages.fill(
            "warning-goes-on",
            [
                ("ply", (*ply).into()),
                ("why", why(reason).into()),
                ("more", (*more).into()),
            ],
        ),
        WarningKind::WrongNumber { found, expected } => messages.fill(
            "warning-wrong-number",
            [("found", (*found).into()), ("expected", (*expected).into())],
        ),
        WarningKind::Start(PositionWarning::CountedTwice { seeds, on_board }) => messages.fill(
            "warning-start",
            [("seeds", (*seeds).into()), ("board", (*on_board).into())],
        ),
        WarningKind::NoSetUp => messages.text("warning-no-set-up"),
        WarningKind::OtherRules { named, used } => messages.fill(
            "warning-other-rules",
            [
                ("named", quoted(named).into()),
                ("used", used.to_string().into()),
            ],
        ),
        WarningKind::UnknownVariant { name } => {
            messages.fill("warning-unknown-variant", [("name", quoted(name).into())])
        }
        WarningKind::Word { word } => {
            messages.fill("warning-word", [("word", quoted(word).into())])
        }
        WarningKind::BadTag { text } => {
            messages.fill("warning-bad-tag", [("text", quoted(text).into())])
        }
        WarningKind::TagTwice { name } => {
            messages.fill("warning-tag-twice", [("name", name.as_str().into())])
        }
        WarningKind::BadValue { name, value } => messages.fill(
            "warning-bad-value",
            [("name", (*name).into()), ("value", quoted(value).into())],
        ),
        WarningKind::Unclosed { bracket } => messages.fill(
            "warning-unclosed",
            [("bracket", bracket.to_string().into())],
        ),
        WarningKind::Stray { bracket } => {
            messages.fill("warning-stray", [("bracket", bracket.to_string().into())])
        }
        WarningKind::Encoding { byte, read_as } => messages.fill(
            "warning-encoding",
            [
                ("byte", format!("{byte:02X}").into()),
                ("character", quoted(&read_as.to_string()).into()),
            ],
        ),
    }
}

/// An offending input in quotes, cut where it gets long.
fn quoted(text: &str, messages: &Messages) -> String {
    let text = match text.char_indices().nth(QUOTED_CHARS) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    };
    messages.fill("warning-quoted", [("text", text.into())])
}

#[cfg(test)]
mod tests {
    use super::super::super::messages::Lang;
    use super::*;
    use oware::record::{ReadOptions, read_bytes};

    /// The warnings of the first game of a text.
    fn warnings(text: impl AsRef<[u8]>, lang: Lang) -> Vec<String> {
        let messages = Messages::new(lang);
        let read = read_bytes(text.as_ref(), &ReadOptions::default()).unwrap();
        let game = read.games.into_iter().next().unwrap().unwrap();
        let kinds = game.warnings.iter();
        kinds.map(|found| warning(&found.kind, &messages)).collect()
    }

    #[test]
    fn warnings_speak_the_language_of_the_report() {
        for (text, english, french) in [
            (
                "1. D b 2. E c 3. F f 4. D e+6",
                "ply 8, e captures 5, but the record says 6",
                "coup 8, e prend 5, mais la notation dit 6",
            ),
            (
                "[Variant \"Chess\"]\n\n1. D b",
                "the Variant “Chess” is no rule set known here",
                "le Variant « Chess » n'est pas un jeu de règles connu ici",
            ),
            (
                "1. D b 2. hop E c",
                "“hop” is no move: left out",
                "« hop » n'est pas un coup : laissé de côté",
            ),
            (
                "1. D b {endless",
                "the “{” is never closed",
                "la « { » n'est jamais fermée",
            ),
            (
                "1. D b 24-24",
                "the game stands 0-0, but the record says 24-24",
                "la partie en est à 0-0, mais la notation dit 24-24",
            ),
        ] {
            assert_eq!(warnings(text, Lang::En), [english], "{text}");
            assert_eq!(warnings(text, Lang::Fr), [french], "{text}");
        }
        let latin_1 = b"[South \"Zo\xE9\"]\n\n1. D b";
        assert_eq!(
            warnings(latin_1, Lang::Fr),
            ["l'octet E9 n'est pas de l'UTF-8 : lu comme « é », d'après Windows-1252"]
        );
    }
}
