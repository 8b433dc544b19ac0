//! The conduct of a game, call by call.

use oware::game::{Rules, parse_moves};

use super::*;
use Control::{Computer, Person};

const SECOND: Duration = Duration::from_secs(1);
const NO_TIME: Duration = Duration::ZERO;

fn session(control: [Control; 2], rules: &str, start: &str, moves: &str) -> Session {
    let start = start.parse().unwrap();
    let game = Game::new(start, rules.parse::<Rules>().unwrap());
    let mut session = Session::new(game, control, None);
    play(&mut session, moves);
    session
}

fn play(session: &mut Session, moves: &str) {
    for played in parse_moves(moves, session.to_move()).unwrap() {
        session.play(played, NO_TIME).unwrap();
    }
}

const START: &str = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";

fn line(session: &Session) -> String {
    let mut player = session.game().start().to_move();
    let letters = session.game().moves().iter().map(|played| {
        let letter = played.letter(player);
        player = player.opposite();
        letter
    });
    letters.collect()
}

#[test]
fn undo_goes_back_to_the_persons_own_decision_and_redo_returns() {
    let mut session = session([Person, Computer], "abapa", START, "DbEc");
    session.undo().unwrap();
    assert_eq!(line(&session), "Db");
    session.undo().unwrap();
    assert_eq!(line(&session), "");
    assert_eq!(session.undo(), Err(Refusal::NothingToUndo));
    session.redo().unwrap();
    assert_eq!(line(&session), "Db");
    session.redo().unwrap();
    assert_eq!(line(&session), "DbEc");
    assert_eq!(session.redo(), Err(Refusal::NothingToRedo));
}

#[test]
fn undo_while_the_computer_thinks_takes_one_move_back() {
    let mut session = session([Person, Computer], "abapa", START, "DbE");
    session.undo().unwrap();
    assert_eq!(line(&session), "Db");
    session.redo().unwrap();
    assert_eq!(line(&session), "DbE");
}

#[test]
fn computer_that_opened_is_not_taken_back() {
    let mut session = session([Computer, Person], "abapa", START, "Db");
    session.undo().unwrap();
    assert_eq!(line(&session), "D");
    assert_eq!(session.undo(), Err(Refusal::NothingToUndo));
    assert_eq!(line(&session), "D");
}

#[test]
fn two_people_undo_move_by_move_and_computers_not_at_all() {
    let mut people = session([Person, Person], "abapa", START, "DbE");
    people.undo().unwrap();
    assert_eq!(line(&people), "Db");
    let mut computers = session([Computer, Computer], "abapa", START, "DbE");
    assert_eq!(computers.undo(), Err(Refusal::NothingToUndo));
}

#[test]
fn other_move_than_the_undone_one_forgets_it() {
    let mut session = session([Person, Person], "abapa", START, "Db");
    session.undo().unwrap();
    play(&mut session, "c");
    assert_eq!(session.redo(), Err(Refusal::NothingToRedo));
}

#[test]
fn resignation_is_taken_back_without_a_move() {
    let mut session = session([Person, Computer], "abapa", START, "Db");
    session.resign(Player::South).unwrap();
    assert_eq!(session.end().unwrap().winner, Some(Player::North));
    assert_eq!(session.resign(Player::North), Err(Refusal::Over));
    session.undo().unwrap();
    assert_eq!((line(&session).as_str(), session.end()), ("Db", None));
    session.redo().unwrap();
    assert_eq!(session.end().unwrap().reason, EndReason::Resigned);
}

#[test]
fn end_by_the_rules_is_taken_back_with_its_move() {
    let start = "1-0-0-0-0-1-1-0-2-0-0-0-24-19-S";
    let mut session = session([Person, Computer], "abapa", start, "F");
    assert_eq!(session.end().unwrap().reason, EndReason::Target);
    session.undo().unwrap();
    assert!(session.awaits_person());
}

#[test]
fn clock_runs_for_the_mover_and_comes_back_with_undo() {
    let clock = Clock {
        base: 10 * SECOND,
        increment: 2 * SECOND,
    };
    let game = Game::new(Position::START, Rules::default());
    let mut session = Session::new(game, [Person, Person], Some(clock));
    let d = parse_moves("D", Player::South).unwrap()[0];
    session.play(d, 4 * SECOND).unwrap();
    let left = |session: &Session, player| session.clocks().unwrap().left(player);
    assert_eq!(left(&session, Player::South), 8 * SECOND);
    let late = session.play(d, 10 * SECOND);
    assert_eq!(late, Err(Refusal::TimeUp(Player::North)));
    assert_eq!(session.end().unwrap().reason, EndReason::Time);
    assert_eq!(session.end().unwrap().winner, Some(Player::South));
    assert_eq!(left(&session, Player::North), NO_TIME);
    session.undo().unwrap();
    assert_eq!(left(&session, Player::North), 10 * SECOND);
    session.undo().unwrap();
    assert_eq!(left(&session, Player::South), 10 * SECOND);
    session.redo().unwrap();
    assert_eq!(left(&session, Player::South), 8 * SECOND);
}

#[test]
fn illegal_move_changes_nothing_even_when_it_comes_late() {
    let hungry = "1-1-0-0-2-1-0-0-0-0-0-0-22-21-S";
    let mut session = session([Person, Person], "abapa", hungry, "");
    let a = parse_moves("A", Player::South).unwrap()[0];
    assert!(matches!(session.play(a, SECOND), Err(Refusal::Move(_))));
    assert!(session.awaits_person());
}

#[test]
fn accepted_offer_gives_each_his_row() {
    let start = "1-0-0-0-0-0-1-0-0-0-0-1-23-22-S";
    let mut session = session([Person, Person], "abapa", start, "");
    session.offer_share(Player::South).unwrap();
    assert_eq!(session.offer_share(Player::North), Err(Refusal::OfferWaits));
    session.answer_offer(true).unwrap();
    let end = session.end().unwrap();
    assert_eq!(end.reason, EndReason::Agreed);
    assert_eq!(end.seeds.map(|seeds| seeds.to_string()), ["24", "24"]);
    session.undo().unwrap();
    assert!(session.end().is_none() && session.offer().is_none());
}

#[test]
fn declined_offer_is_not_made_again_before_a_move() {
    let mut session = session([Person, Computer], "abapa", START, "");
    session.offer_share(Player::South).unwrap();
    session.answer_offer(false).unwrap();
    assert_eq!(
        session.offer_share(Player::South),
        Err(Refusal::JustDeclined)
    );
    play(&mut session, "Db");
    session.offer_share(Player::South).unwrap();
    assert_eq!(session.answer_offer(false), Ok(()));
    assert_eq!(session.answer_offer(false), Err(Refusal::NoOffer));
}

#[test]
fn circles_are_noticed_where_repetition_does_not_end_the_game() {
    let start = "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S";
    let mut session = session(
        [Person, Person],
        "jedisjeux+few-seeds=0",
        start,
        "AaBbCcDdEeF",
    );
    assert!(!session.goes_in_circles());
    play(&mut session, "f");
    assert_eq!(session.occurrences(), 2);
    assert!(session.goes_in_circles());
}
