//! The full screen on a terminal that is only memory: what is drawn at each size, and what
//! keys and the mouse do.

use std::time::{Duration, Instant};

use oware::game::{BoardStyle, Game, Player, Rules, parse_moves};
use oware::opponent::{Level, Means};
use oware::record::Record;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;

use super::super::super::messages::{Lang, Messages};
use super::super::engine::Minds;
use super::super::save::Saver;
use super::super::seat::Seat;
use super::super::session::Session;
use super::super::sitting::{Sitting, View};
use super::geometry::Geometry;
use super::palette::Palette;
use super::state::{Flow, Mode, Screen};
use super::view::{board_area, draw};

const PEOPLE: [Seat; 2] = [Seat::Human, Seat::Human];

fn screen(seats: [Seat; 2], rules: &str, position: &str) -> Screen {
    let rules: Rules = rules.parse().unwrap();
    let game = Game::new(position.parse().unwrap(), rules);
    let saver = Saver::new(None, true, Record::new(game.start()));
    Screen::new(Sitting {
        session: Session::new(game, seats.map(Seat::control), rules.clock()),
        saver,
        seats,
        minds: Minds::new(seats.map(Seat::skill), &Means::default()),
        move_time: Some(Duration::from_millis(100)),
        messages: Messages::new(Lang::En),
        view: View {
            style: BoardStyle::Unicode,
            bottom: Player::South,
            is_clockwise: false,
        },
    })
}

const START: &str = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";

/// The lines of the screen, without the blanks at their ends.
fn drawn(screen: &mut Screen, width: u16, height: u16) -> Vec<String> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    screen.area = Rect::new(0, 0, width, height);
    terminal
        .draw(|frame| draw(frame, screen, Palette::new(false)))
        .unwrap();
    let buffer = terminal.backend().buffer();
    let line = |y| {
        let cells = (0..width).map(|x| buffer[(x, y)].symbol());
        cells.collect::<String>().trim_end().to_owned()
    };
    (0..height).map(line).collect()
}

fn press(screen: &mut Screen, keys: &str) -> Flow {
    let mut flow = Flow::GoOn;
    for key in keys.chars() {
        let code = match key {
            '\n' => KeyCode::Enter,
            '\u{1b}' => KeyCode::Esc,
            '<' => KeyCode::Left,
            '>' => KeyCode::Right,
            key => KeyCode::Char(key),
        };
        flow = screen.key(KeyEvent::new(code, KeyModifiers::NONE));
    }
    flow
}

fn line(screen: &Screen) -> String {
    screen.sitting.written_moves()
}

#[test]
fn board_fills_a_usual_terminal() {
    let mut screen = screen(PEOPLE, "abapa", START);
    let lines = drawn(&mut screen, 80, 24);
    let text = lines.join("\n");
    assert_eq!(
        lines[1..14],
        [
            "                     f       e       d       c       b       a",
            "                 ╭────────────────────────────────────────────────╮",
            "                 │                                                │",
            "           North │   4       4       4       4       4       4    │  0",
            "                 │                                                │",
            "                 ├────────────────────────────────────────────────┤",
            "                 │                                                │",
            "         ▶ South │   4       4       4       4       4       4    │  0",
            "                 │                                                │",
            "                 ╰────────────────────────────────────────────────╯",
            "                     A       B       C       D       E       F",
            "",
            "South to move: A B C D E F",
        ],
        "{text}"
    );
    assert!(text.contains("? help"), "{text}");
}

#[test]
fn board_of_ascii_has_no_other_characters() {
    let mut screen = screen(PEOPLE, "abapa", START);
    screen.sitting.view.style = BoardStyle::Ascii;
    let lines = drawn(&mut screen, 80, 24);
    assert!(lines[1..13].iter().all(|line| line.is_ascii()), "{lines:?}");
    assert!(lines[8].trim().starts_with("> South |"), "{}", lines[8]);
}

#[test]
fn everything_fits_into_forty_columns() {
    let mut screen = screen(PEOPLE, "abapa+clock=10m", START);
    press(&mut screen, "E");
    for height in [24, 20, 16] {
        let text = drawn(&mut screen, 40, height).join("\n");
        for part in [
            "▶ South",
            "North",
            "10:00",
            "E sows 4 seeds as far as c",
            "F",
        ] {
            assert!(text.contains(part), "{height}: {part}\n{text}");
        }
        assert!(height < 20 || text.contains("? help"), "{height}\n{text}");
    }
}

#[test]
fn help_is_scrolled_where_it_does_not_fit() {
    let mut screen = screen(PEOPLE, "abapa", START);
    press(&mut screen, "?");
    let closes = "Any key closes this help";
    assert!(drawn(&mut screen, 80, 24).join("\n").contains(closes));
    assert!(!drawn(&mut screen, 40, 16).join("\n").contains(closes));
    for _ in 0..20 {
        screen.key(KeyEvent::new(KeyCode::Down, KeyModifiers::NONE));
    }
    assert!(drawn(&mut screen, 40, 16).join("\n").contains(closes));
    press(&mut screen, "a");
    assert_eq!((screen.mode.clone(), screen.chosen), (Mode::Play, None));
}

#[test]
fn no_size_is_too_small_to_survive() {
    let mut screen = screen(PEOPLE, "abapa", START);
    press(&mut screen, "E");
    for (width, height) in [(1, 1), (3, 30), (200, 2), (20, 10), (39, 8), (300, 90)] {
        drawn(&mut screen, width, height);
        press(&mut screen, "?");
        drawn(&mut screen, width, height);
        press(&mut screen, "?");
    }
}

#[test]
fn chosen_pit_shows_its_seeds_fall_before_it_is_played() {
    let mut screen = screen(PEOPLE, "abapa", "0-3-0-0-4-0-1-2-1-0-0-1-16-18-S");
    press(&mut screen, "5");
    let text = drawn(&mut screen, 80, 24).join("\n");
    for part in [
        "-2",
        "-3",
        "+1",
        "takes 7 (c 2, b 3, a 2)",
        "Enter plays it",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert_eq!(line(&screen), "", "nothing is played yet");
    press(&mut screen, "5");
    assert_eq!(line(&screen), "1. E+7");
    assert!(screen.chosen.is_none());
}

#[test]
fn illegal_pit_shows_its_reason_and_is_not_played() {
    let hungry = "1-1-0-0-2-1-0-0-0-0-0-0-22-21-S";
    let mut screen = screen(PEOPLE, "abapa", hungry);
    press(&mut screen, "B");
    let text = drawn(&mut screen, 80, 24).join("\n");
    assert!(text.contains("must feed: B does not reach"), "{text}");
    press(&mut screen, "B\n");
    assert_eq!(line(&screen), "");
    press(&mut screen, "D");
    let text = drawn(&mut screen, 80, 24).join("\n");
    assert!(text.contains("pit D is empty"), "{text}");
}

#[test]
fn keys_count_from_the_movers_left_and_small_f_turns_the_board() {
    let mut screen = screen(PEOPLE, "abapa", START);
    press(&mut screen, "f11");
    let lines = drawn(&mut screen, 80, 24);
    assert!(lines[1].trim().starts_with("F  "), "{}", lines[1]);
    assert!(lines[11].trim().starts_with("a  "), "{}", lines[11]);
    press(&mut screen, "2\n");
    assert_eq!(line(&screen), "1. A b");
    press(&mut screen, "F\n");
    assert_eq!(line(&screen), "1. A b 2. F");
}

#[test]
fn arrows_walk_over_the_row_and_enter_plays() {
    let mut screen = screen(PEOPLE, "abapa", START);
    press(&mut screen, ">>><\n");
    assert_eq!(line(&screen), "1. B");
    // North's row runs the other way on the screen.
    press(&mut screen, ">>\n");
    assert_eq!(line(&screen), "1. B e");
}

#[test]
fn undo_redo_and_resignation_have_keys() {
    let mut screen = screen(PEOPLE, "abapa", START);
    press(&mut screen, "AAaau");
    assert_eq!(line(&screen), "1. A");
    press(&mut screen, "r");
    assert_eq!(line(&screen), "1. A a");
    press(&mut screen, "xn");
    assert!(screen.sitting.session.end().is_none());
    press(&mut screen, "xy");
    let text = drawn(&mut screen, 80, 24).join("\n");
    assert!(text.contains("North wins by resignation (0-0)"), "{text}");
    press(&mut screen, "u");
    assert!(screen.sitting.session.end().is_none());
    press(&mut screen, "uuu");
    let text = drawn(&mut screen, 80, 24).join("\n");
    assert!(text.contains("nothing to undo"), "{text}");
}

#[test]
fn two_people_are_asked_in_turn_whether_to_share() {
    let mut screen = screen(PEOPLE, "abapa", "1-0-0-0-0-0-1-0-0-0-0-1-23-22-S");
    press(&mut screen, "o");
    let text = drawn(&mut screen, 80, 24).join("\n");
    assert!(text.contains("North, do you accept (yes or no)?"), "{text}");
    press(&mut screen, "n");
    assert!(screen.sitting.session.end().is_none());
    press(&mut screen, "Ao");
    assert_eq!(
        screen.sitting.session.offer(),
        None,
        "declined in this position"
    );
    press(&mut screen, "Aoy");
    let text = drawn(&mut screen, 80, 24).join("\n");
    assert!(text.contains("a draw, 24-24, by agreement"), "{text}");
}

#[test]
fn mouse_shows_a_pit_and_a_click_plays_it() {
    let mut screen = screen(PEOPLE, "abapa", START);
    drawn(&mut screen, 80, 24);
    let orientation = screen.sitting.view.orientation();
    let geometry = Geometry::new(board_area(screen.area), orientation);
    let at = |screen: &mut Screen, letter, kind| {
        let (pit, owner) = oware::game::Pit::from_letter(letter).unwrap();
        let place = geometry.pit(owner, pit);
        screen.mouse(MouseEvent {
            kind,
            column: place.x + 2,
            row: place.y,
            modifiers: KeyModifiers::NONE,
        });
    };
    let click = MouseEventKind::Down(MouseButton::Left);
    at(&mut screen, 'C', MouseEventKind::Moved);
    assert_eq!(screen.chosen.map(|pit| pit.index()), Some(2));
    at(&mut screen, 'c', click);
    assert_eq!(line(&screen), "", "the other row does not answer");
    at(&mut screen, 'C', click);
    assert_eq!(line(&screen), "1. C");
    at(&mut screen, 'd', click);
    assert_eq!(line(&screen), "1. C", "the first click shows");
    at(&mut screen, 'd', click);
    assert_eq!(line(&screen), "1. C d");
}

#[test]
fn computer_answers_while_keys_are_heard() {
    let seats = [Seat::Human, Seat::Computer(Level::EASY.into())];
    let mut screen = screen(seats, "abapa", START);
    press(&mut screen, "DD");
    screen.tick();
    assert!(screen.thought.is_some());
    press(&mut screen, "?");
    assert_eq!(screen.mode, Mode::Help { top: 0 });
    press(&mut screen, "?");
    let text = drawn(&mut screen, 80, 24).join("\n");
    assert!(text.contains("North is thinking"), "{text}");
    let began = Instant::now();
    while screen.sitting.session.game().moves().len() < 2 {
        assert!(began.elapsed() < Duration::from_secs(30), "no answer");
        std::thread::sleep(Duration::from_millis(20));
        screen.tick();
    }
    let text = drawn(&mut screen, 80, 24).join("\n");
    assert!(text.contains("North: "), "{text}");
    press(&mut screen, "u");
    assert_eq!(line(&screen), "", "undo goes back to the own decision");
}

#[test]
fn computer_does_not_move_on_while_help_is_read_by_nobody_else() {
    let mut screen = screen(PEOPLE, "abapa", START);
    press(&mut screen, "h");
    let began = Instant::now();
    while screen.thought.is_some() {
        assert!(began.elapsed() < Duration::from_secs(30), "no hint");
        std::thread::sleep(Duration::from_millis(20));
        screen.tick();
    }
    let text = drawn(&mut screen, 80, 24).join("\n");
    assert!(text.contains("hint: "), "{text}");
    assert_eq!(line(&screen), "", "a hint is not a move");
    assert!(screen.chosen.is_some(), "the hint is shown on the board");
}

#[test]
fn clock_runs_out_on_the_screen() {
    let mut screen = screen(PEOPLE, "abapa+clock=1s", START);
    screen.turn_began -= Duration::from_millis(1_100);
    screen.tick();
    let text = drawn(&mut screen, 80, 24).join("\n");
    assert!(text.contains("North wins on time (0-0)"), "{text}");
    assert!(text.contains("South 0:00.0"), "{text}");
}

#[test]
fn file_is_asked_for_and_a_failure_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("game.ogn");
    let mut screen = screen(PEOPLE, "abapa", START);
    press(&mut screen, "AAs");
    press(&mut screen, file.to_str().unwrap());
    assert!(drawn(&mut screen, 80, 24).join("\n").contains("Save as:"));
    press(&mut screen, "\n");
    assert!(file.is_file());
    press(&mut screen, "s/nowhere/at/all\n");
    let text = drawn(&mut screen, 80, 24).join("\n");
    assert!(text.contains("not saved: cannot write"), "{text}");
    press(&mut screen, "sgame\u{1b}");
    assert_eq!(screen.mode, Mode::Play);
}

#[test]
fn leaving_asks_only_where_the_game_would_be_lost() {
    let mut screen = screen(PEOPLE, "abapa", START);
    assert_eq!(press(&mut screen, "q"), Flow::Leave);
    assert_eq!(press(&mut screen, "AAq"), Flow::GoOn);
    assert_eq!(screen.mode, Mode::Leave);
    assert_eq!(press(&mut screen, "n"), Flow::GoOn);
    assert_eq!(press(&mut screen, "qy"), Flow::Leave);
    let control = |key| KeyEvent::new(KeyCode::Char(key), KeyModifiers::CONTROL);
    assert_eq!(screen.key(control('c')), Flow::Interrupt);
    assert_eq!(screen.key(control('z')), Flow::Suspend);
}

#[test]
fn last_move_and_its_captures_are_marked() {
    let mut screen = screen(PEOPLE, "abapa", "0-3-0-0-4-0-1-2-1-0-0-1-16-18-S");
    for played in parse_moves("E", Player::South).unwrap() {
        screen.sitting.session.play(played, Duration::ZERO).unwrap();
    }
    let lines = drawn(&mut screen, 80, 24);
    assert!(lines[4].contains("*0"), "{}", lines[4]);
    assert!(
        lines[5].contains("-2") && lines[5].contains("-3"),
        "{}",
        lines[5]
    );
    assert!(lines[8].ends_with(" 23"), "{}", lines[8]);
}
