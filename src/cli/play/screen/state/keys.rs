//! What each key does, and the mouse.
//!
//! A pit key shows what the pit would do; the same key again, or Enter, plays it. Small `f`
//! turns the board, so the letter of pit F is a capital or the number 6.

use oware::game::{Move, Pit};
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;

use super::super::super::session::Refusal;
use super::super::geometry::Geometry;
use super::super::view::board_area;
use super::{Flow, Mode, Screen};

/// As far as the help is scrolled on a small screen.
const MOST_HELP_LINES: u16 = 30;

impl Screen {
    /// A key was pressed.
    pub(in super::super) fn key(&mut self, key: KeyEvent) -> Flow {
        if key.kind == KeyEventKind::Release {
            return Flow::GoOn;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c') => Flow::Interrupt,
                KeyCode::Char('z') => Flow::Suspend,
                KeyCode::Char('l') => Flow::Redraw,
                KeyCode::Char('u') if matches!(self.mode, Mode::SaveAs(_)) => {
                    self.mode = Mode::SaveAs(String::new());
                    Flow::GoOn
                }
                _ => Flow::GoOn,
            };
        }
        match &self.mode {
            Mode::Play => self.play_key(key.code),
            &Mode::Help { top } => {
                self.mode = match key.code {
                    KeyCode::Down | KeyCode::PageDown => Mode::Help {
                        top: (top + 1).min(MOST_HELP_LINES),
                    },
                    KeyCode::Up | KeyCode::PageUp => Mode::Help {
                        top: top.saturating_sub(1),
                    },
                    _ => Mode::Play,
                };
                Flow::GoOn
            }
            Mode::Resign => {
                let is_sure = is_yes(key.code);
                self.mode = Mode::Play;
                if is_sure {
                    self.resign();
                }
                Flow::GoOn
            }
            Mode::Leave => {
                let is_sure = is_yes(key.code);
                self.mode = Mode::Play;
                if is_sure { Flow::Leave } else { Flow::GoOn }
            }
            Mode::SaveAs(name) => {
                let name = name.clone();
                self.type_name(name, key.code);
                Flow::GoOn
            }
        }
    }

    fn play_key(&mut self, code: KeyCode) -> Flow {
        if self.is_asked() && self.answer_key(code) {
            return Flow::GoOn;
        }
        match code {
            KeyCode::Char(number @ '1'..='6') => {
                let number = number as usize - '0' as usize;
                self.choose(self.sitting.view.pit_of_key(number));
            }
            // Small f turns the board.
            KeyCode::Char(letter @ ('A'..='F' | 'a'..='e')) => {
                if let Some((pit, _)) = Pit::from_letter(letter) {
                    self.choose(pit);
                }
            }
            KeyCode::Left => self.step(-1),
            KeyCode::Right => self.step(1),
            KeyCode::Enter | KeyCode::Char(' ') => match self.chosen {
                Some(pit) => self.play_by_person(Move::Sow(pit)),
                None => self.pass_if_forced(),
            },
            KeyCode::Char('-') => self.play_by_person(Move::Pass),
            KeyCode::Esc => {
                self.chosen = None;
                self.note = None;
            }
            KeyCode::Char('h') => self.hint(),
            KeyCode::Char('u') => {
                let done = self.sitting.session.undo();
                self.went_back(done);
            }
            KeyCode::Char('r') => {
                let done = self.sitting.session.redo();
                self.went_back(done);
            }
            KeyCode::Char('f') => {
                self.sitting.view.flip();
                self.note = Some(self.sitting.messages.text("screen-flipped"));
            }
            KeyCode::Char('s') => {
                let name = self.sitting.saver.path();
                let name = name.map(|path| path.display().to_string());
                self.mode = Mode::SaveAs(name.unwrap_or_default());
            }
            KeyCode::Char('o') => self.offer_share(),
            KeyCode::Char('x') => match self.sitting.session.end() {
                None => self.mode = Mode::Resign,
                Some(_) => self.refuse(&Refusal::Over),
            },
            KeyCode::Char('?') => self.mode = Mode::Help { top: 0 },
            KeyCode::Char('q') => return self.leave(),
            _ => {}
        }
        Flow::GoOn
    }

    /// Moving the mouse over a pit shows what it does; a click plays the pit that is shown.
    pub(in super::super) fn mouse(&mut self, mouse: MouseEvent) {
        if self.mode != Mode::Play {
            return;
        }
        let geometry = Geometry::new(board_area(self.area), self.sitting.view.orientation());
        let place = Position::new(mouse.column, mouse.row);
        let Some((owner, pit)) = geometry.at(place) else {
            return;
        };
        if owner != self.sitting.session.to_move() || !self.sitting.session.awaits_person() {
            return;
        }
        match mouse.kind {
            MouseEventKind::Moved if self.chosen != Some(pit) => self.look(pit),
            MouseEventKind::Down(MouseButton::Left) => self.choose(pit),
            _ => {}
        }
    }

    /// A pit key: the first time it shows the pit, the second time it plays it.
    fn choose(&mut self, pit: Pit) {
        if !self.sitting.session.awaits_person() {
            return;
        }
        if self.chosen == Some(pit) {
            self.play_by_person(Move::Sow(pit));
        } else {
            self.look(pit);
        }
    }

    fn look(&mut self, pit: Pit) {
        self.chosen = Some(pit);
        self.note = None;
    }

    /// Moves the choice over the row as it lies on the screen.
    fn step(&mut self, by: isize) {
        if !self.sitting.session.awaits_person() {
            return;
        }
        let mover = self.sitting.session.to_move();
        let row: Vec<Pit> = self.sitting.view.orientation().row(mover).collect();
        let now = self
            .chosen
            .and_then(|pit| row.iter().position(|&other| other == pit));
        let next = match now {
            Some(now) => now.saturating_add_signed(by).min(row.len() - 1),
            None if by > 0 => 0,
            None => row.len() - 1,
        };
        self.look(row[next]);
    }

    fn pass_if_forced(&mut self) {
        let game = self.sitting.session.game();
        if oware::game::must_pass(game.position().board(), game.rules()) {
            self.play_by_person(Move::Pass);
        }
    }

    /// A key while a person is asked to share; whether it was an answer.
    fn answer_key(&mut self, code: KeyCode) -> bool {
        let is_no = matches!(code, KeyCode::Char('n' | 'N') | KeyCode::Esc);
        if is_yes(code) || is_no {
            self.answer_offer(!is_no);
        }
        is_yes(code) || is_no
    }

    fn type_name(&mut self, mut name: String, code: KeyCode) {
        self.mode = match code {
            KeyCode::Esc => Mode::Play,
            KeyCode::Enter => {
                self.save(&name);
                Mode::Play
            }
            KeyCode::Backspace => {
                name.pop();
                Mode::SaveAs(name)
            }
            KeyCode::Char(letter) => {
                name.push(letter);
                Mode::SaveAs(name)
            }
            _ => Mode::SaveAs(name),
        };
    }
}

fn is_yes(code: KeyCode) -> bool {
    // `o` for oui: where a yes or a no is asked, it has no other meaning.
    matches!(code, KeyCode::Char('y' | 'Y' | 'o' | 'O'))
}
