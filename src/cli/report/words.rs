//! The sentences that several forms of a report share, in the reader's language.

use oware::analysis::{
    JudgedGame, JudgedPly, Reason, ResultCheck, SideSummary, Thresholds, TurningPoint, Yardstick,
};
use oware::game::{Move, Outcome, Player, Position, Rules, Score};
use oware::record::CheckedRecord;

use super::super::messages::Messages;
use super::GameSource;

/// The players' names, as the record has them.
pub(crate) fn names(checked: &CheckedRecord, messages: &Messages) -> [String; 2] {
    ["South", "North"].map(|tag| {
        let name = checked.record().tag(tag).filter(|name| !name.is_empty());
        name.map_or_else(|| messages.text("head-unknown"), plain)
    })
}

/// Who plays against whom.
pub(crate) fn versus(names: &[String; 2], messages: &Messages) -> String {
    let [south, north] = names.each_ref().map(String::as_str);
    messages.fill(
        "head-versus",
        [("south", south.into()), ("north", north.into())],
    )
}

/// Where a game was read: the file, and the game in it where it is not the first.
pub(crate) fn place(source: &GameSource) -> String {
    let file = plain(&source.file);
    match source.number {
        1 => file,
        number => format!("{file}#{number}"),
    }
}

/// Text from a file, or the name of one, without the power to move the cursor or to turn the
/// direction of what follows.
pub(crate) fn plain(text: &str) -> String {
    let is_foreign = |c: char| c.is_control() || ('\u{202A}'..='\u{202E}').contains(&c);
    text.chars()
        .map(|c| if is_foreign(c) { '\u{FFFD}' } else { c })
        .collect()
}

/// A value as the difference that it is: `+3`, `-2`, `0`.
pub(crate) fn signed(value: Score) -> String {
    value.to_string()
}

/// Who is ahead and by how much: `South +4`, `draw`; `value` is seen by South.
pub(crate) fn margin(value: Score, messages: &Messages) -> String {
    let ahead = |player, seeds: u8| {
        messages.fill(
            "margin-ahead",
            [
                ("player", messages.player(player).into()),
                ("n", seeds.into()),
            ],
        )
    };
    match value.seeds() {
        0 => messages.text("margin-draw"),
        seeds @ 1.. => ahead(Player::South, seeds.unsigned_abs()),
        seeds => ahead(Player::North, seeds.unsigned_abs()),
    }
}

/// How the values of a judgement are known.
pub(crate) fn kind(yardstick: Yardstick, messages: &Messages) -> String {
    match yardstick {
        Yardstick::Exact => messages.text("kind-exact"),
        Yardstick::Depth(depth) => messages.fill("kind-depth", [("n", depth.into())]),
        Yardstick::None => messages.text("kind-none"),
    }
}

/// Win, draw or loss.
pub(crate) fn outcome(outcome: Outcome, messages: &Messages) -> String {
    messages.text(match outcome {
        Outcome::Win => "outcome-win",
        Outcome::Draw => "outcome-draw",
        Outcome::Loss => "outcome-loss",
    })
}

/// A reason in words; `side` made the move.
pub(crate) fn reason(reason: Reason, side: Player, messages: &Messages) -> String {
    match reason {
        Reason::GrandSlam { captured: 0 } => messages.text("reason-slam-nothing"),
        Reason::GrandSlam { captured } => messages.fill("reason-slam", [("n", captured.into())]),
        Reason::MustFeed { refused } => {
            let pits: Vec<String> = refused.map(|pit| pit.letter(side).to_string()).collect();
            let count = pits.len();
            messages.fill(
                "reason-feed",
                [("pits", pits.join(", ").into()), ("n", count.into())],
            )
        }
        Reason::LetsTake { seeds, reply, .. } => {
            let opponent = side.opposite();
            messages.fill(
                "reason-lets-take",
                [
                    ("opponent", messages.player(opponent).into()),
                    ("n", seeds.into()),
                    ("reply", reply.letter(opponent).to_string().into()),
                ],
            )
        }
        Reason::MissesCapture { best, seeds } => messages.fill(
            "reason-misses",
            [
                ("best", best.letter(side).to_string().into()),
                ("n", seeds.into()),
            ],
        ),
        Reason::EndsGame { reason } => {
            let why = messages.text(&format!("end-{}", reason.word()));
            messages.fill("reason-ends", [("why", why.into())])
        }
        Reason::WasOver { reason } => {
            let why = messages.text(&format!("end-{}", reason.word()));
            messages.fill("reason-was-over", [("why", why.into())])
        }
    }
}

/// The reasons of a move, in one line; empty where there are none.
pub(crate) fn reasons(ply: &JudgedPly, messages: &Messages) -> String {
    let words = ply
        .reasons
        .iter()
        .map(|&found| reason(found, ply.side, messages));
    words.collect::<Vec<_>>().join("; ")
}

/// What the record says of the result and what the rules say.
pub(crate) fn result(judged: &JudgedGame, messages: &Messages) -> String {
    let ResultCheck {
        claimed,
        end,
        is_right,
        right_by,
    } = &judged.result;
    let ending = end.map(|end| messages.ending(&end));
    let rules = judged.rules().to_string();
    let mut words = match (claimed, is_right, ending) {
        (Some(claim), Some(false), Some(end)) => messages.fill(
            "result-wrong",
            [
                ("result", claim.to_string().into()),
                ("rules", rules.into()),
                ("end", end.into()),
            ],
        ),
        (Some(claim), Some(false), None) => messages.fill(
            "result-not-over",
            [
                ("result", claim.to_string().into()),
                ("rules", rules.into()),
            ],
        ),
        (Some(claim), _, _) => {
            messages.fill("result-right", [("result", claim.to_string().into())])
        }
        (None, _, Some(end)) => messages.fill("result-found", [("end", end.into())]),
        (None, _, None) => messages.text("result-open"),
    };
    for other in right_by {
        let by = messages.fill(
            "result-right-by",
            [
                ("score", messages.score(other.end.seeds).into()),
                ("rules", other.rules.to_string().into()),
            ],
        );
        words = format!("{words}; {by}");
    }
    words
}

/// What a side lost a decision; `None` after too few.
pub(crate) fn each(side: &SideSummary, messages: &Messages) -> Option<String> {
    let lost = side.lost_per_decision()?;
    Some(messages.decimal(format_args!("{lost:.1}")))
}

/// How many decisions in a hundred kept the value; `None` after too few.
pub(crate) fn share(side: &SideSummary) -> Option<String> {
    let share = side.best_share()?;
    Some(format!("{:.0}", 100.0 * share))
}

/// What the columns and the marks mean.
pub(crate) fn legend(thresholds: Thresholds, messages: &Messages) -> Vec<String> {
    let marks = messages.fill(
        "legend-marks",
        [
            ("inaccuracy", thresholds.inaccuracy().into()),
            ("mistake", thresholds.mistake().into()),
            ("blunder", thresholds.blunder().into()),
        ],
    );
    vec![
        messages.text("legend-values"),
        messages.text("legend-loss"),
        marks,
        messages.text("legend-kind"),
        messages.text("legend-summary"),
    ]
}

/// Where the game turned.
pub(crate) fn turning_point(judged: &JudgedGame, messages: &Messages) -> String {
    let Some(turn) = judged.turning_point else {
        return messages.text("turning-none");
    };
    let TurningPoint {
        ply,
        side,
        before,
        after,
        is_exact,
        ..
    } = turn;
    let played = judged.plies[ply - 1].played;
    let words = messages.fill(
        "turning-point",
        [
            ("ply", ply.into()),
            ("player", messages.player(side).into()),
            ("move", played.letter(side).to_string().into()),
            ("before", outcome(before, messages).into()),
            ("after", outcome(after, messages).into()),
        ],
    );
    if is_exact {
        words
    } else {
        format!("{words} {}", messages.text("turning-estimated"))
    }
}

/// A line of play with numbers and captures: `12... c+2 13. D d`.
///
/// `ply` is the number of its first move, from 1, in a game that `first` began. A move that
/// the rules forbid ends it, which no line of a solved position holds.
pub(crate) fn line(
    position: Position,
    moves: &[Move],
    rules: Rules,
    first: Player,
    ply: usize,
) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut position = position;
    let shift = usize::from(first == Player::North);
    for (index, &played) in moves.iter().enumerate() {
        let mover = position.to_move();
        let Ok(next) = position.play(played, rules) else {
            break;
        };
        let number = (ply - 1 + index + shift) / 2 + 1;
        match mover {
            Player::South => words.push(format!("{number}.")),
            Player::North if index == 0 => words.push(format!("{number}...")),
            Player::North => {}
        }
        let captured = next.store(mover) - position.store(mover);
        let letter = played.letter(mover);
        words.push(match captured {
            0 => letter.to_string(),
            captured => format!("{letter}+{captured}"),
        });
        position = next;
    }
    words.join(" ")
}
