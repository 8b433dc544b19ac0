//! Drawing the full screen: the board with what the chosen pit would do, whose turn it is,
//! clocks, the last move, what is said, and the keys.
//!
//! Everything fits into 40 columns and 16 lines; more room makes the pits larger. What does
//! not fit is cut at the end, where the least important stands.

use oware::game::{BoardStyle, Pit, Player};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Clear, Paragraph, Widget, Wrap};

use super::super::clock;
use super::super::engine::Question;
use super::super::preview::{self, Preview};
use super::geometry::{Geometry, LABEL};
use super::palette::Palette;
use super::state::{Mode, Screen};

/// Where the board goes on a screen.
pub(super) const fn board_area(screen: Rect) -> Rect {
    let title = if screen.height > 1 { 1 } else { 0 };
    Rect::new(
        screen.x,
        screen.y + title,
        screen.width,
        screen.height - title,
    )
}

/// Draws everything.
pub(super) fn draw(frame: &mut Frame<'_>, screen: &Screen, palette: Palette) {
    let area = frame.area();
    if area.is_empty() {
        return;
    }
    let buffer = frame.buffer_mut();
    let look = screen
        .chosen
        .map(|pit| Preview::new(screen.sitting.session.game(), pit));
    title(area, buffer, screen, palette);
    let geometry = Geometry::new(board_area(area), screen.sitting.view.orientation());
    board(&geometry, buffer, screen, look.as_ref(), palette);
    let gap = u16::from(area.bottom().saturating_sub(geometry.bottom()) > 7);
    let top = (geometry.bottom() + gap).min(area.bottom());
    let below = Rect::new(area.x, top, area.width, area.bottom() - top);
    Paragraph::new(words(screen, look.as_ref(), palette, below))
        .wrap(Wrap { trim: true })
        .render(below, buffer);
    if let Mode::Help { top } = screen.mode {
        help(area, buffer, screen, top, palette);
    }
}

fn title(area: Rect, buffer: &mut Buffer, screen: &Screen, palette: Palette) {
    let messages = &screen.sitting.messages;
    let [south, north] = screen.sitting.seats.map(|seat| seat.name(messages));
    let rules = screen.sitting.session.game().rules();
    let long = messages.fill(
        "screen-title",
        [
            ("rules", rules.to_string().into()),
            ("south", south.into()),
            ("north", north.into()),
        ],
    );
    let text = match long.chars().count() <= area.width.into() {
        true => long,
        false => format!("oware · {rules}"),
    };
    let line = Line::styled(text, palette.faint()).centered();
    line.render(Rect::new(area.x, area.y, area.width, 1), buffer);
}

fn board(
    geometry: &Geometry,
    buffer: &mut Buffer,
    screen: &Screen,
    look: Option<&Preview>,
    palette: Palette,
) {
    frame_of_board(geometry, buffer, is_ascii(screen), palette);
    for player in Player::ALL {
        label(geometry, buffer, screen, player, palette);
        for pit in Pit::ALL {
            draw_pit(geometry, buffer, screen, (player, pit), look, palette);
        }
    }
}

/// Writes within the screen, whatever its size.
fn put(buffer: &mut Buffer, x: u16, y: u16, text: &str, style: Style) {
    let area = buffer.area;
    if y < area.bottom() && x < area.right() {
        let room = usize::from(area.right() - x);
        buffer.set_stringn(x, y, text, room, style);
    }
}

/// Whether the frame and the arrow are to be of ASCII characters.
fn is_ascii(screen: &Screen) -> bool {
    screen.sitting.view.style == BoardStyle::Ascii
}

fn frame_of_board(geometry: &Geometry, buffer: &mut Buffer, is_ascii: bool, palette: Palette) {
    let (left, right) = geometry.walls();
    let style = palette.faint();
    let (bar, wall, corners) = match is_ascii {
        true => ("-", "|", [["+", "+"]; 3]),
        false => ("─", "│", [["╭", "╮"], ["├", "┤"], ["╰", "╯"]]),
    };
    let bar = bar.repeat(usize::from(right - left - 1));
    let first = geometry.area.y + 1;
    let height = geometry.cell.1;
    let rows = [first, first + height + 1, first + 2 * height + 2];
    for (row, [from, to]) in rows.into_iter().zip(corners) {
        put(buffer, left, row, &format!("{from}{bar}{to}"), style);
    }
    for player in Player::ALL {
        let top = geometry.row_top(player);
        for row in top..top + height {
            put(buffer, left, row, wall, style);
            put(buffer, right, row, wall, style);
        }
    }
}

/// The player's name before his row, with an arrow when it is his turn, and his store
/// behind it.
fn label(
    geometry: &Geometry,
    buffer: &mut Buffer,
    screen: &Screen,
    player: Player,
    palette: Palette,
) {
    let session = &screen.sitting.session;
    let is_turn = session.end().is_none() && session.to_move() == player;
    let middle = geometry.row_top(player) + (geometry.cell.1 - 1) / 2;
    let name = screen.sitting.messages.player(player);
    let arrow = match (is_turn, is_ascii(screen)) {
        (false, _) => " ",
        (true, false) => "▶",
        (true, true) => ">",
    };
    let style = match is_turn {
        true => palette.strong(),
        false => Style::new(),
    };
    let width = usize::from(LABEL) - 1;
    let text = format!("{:>width$.width$}", format!("{arrow} {name}"));
    put(buffer, geometry.area.x, middle, &text, style);
    let (_, right) = geometry.walls();
    let store = format!("{:>3}", session.shown().store(player));
    put(buffer, right + 1, middle, &store, palette.strong());
}

/// A pit: its seeds, its letter outside of the board, and what the chosen pit would do to it.
fn draw_pit(
    geometry: &Geometry,
    buffer: &mut Buffer,
    screen: &Screen,
    place @ (owner, pit): (Player, Pit),
    look: Option<&Preview>,
    palette: Palette,
) {
    let session = &screen.sitting.session;
    let area = geometry.pit(owner, pit);
    let seeds = session.shown().row(owner)[pit.index()];
    let mover = session.to_move();
    let is_open = session.awaits_person() && owner == mover;
    let is_legal = is_open
        && session
            .game()
            .position()
            .legal(session.game().rules())
            .contains(pit);
    let is_chosen = is_open && screen.chosen == Some(pit);
    let is_last = look.is_none()
        && screen
            .sitting
            .last_trace()
            .is_some_and(|trace| trace.last == place);
    let style = match (is_chosen, is_legal, is_last) {
        (true, ..) => palette.chosen(),
        (_, _, true) => palette.last(),
        (_, true, _) => palette.legal(),
        _ if seeds == 0 => palette.faint(),
        _ => Style::new(),
    };
    let (text, change) = match look.and_then(|look| look.sowing.as_ref()) {
        Some(sowing) => {
            let falling = sowing.falling(owner, pit);
            let taken = match owner == mover {
                true => 0,
                false => usize::from(sowing.trace.taken[pit.index()]),
            };
            (seeds.to_string(), change(falling, taken, palette))
        }
        None => {
            let star = if is_last { "*" } else { "" };
            (format!("{star}{seeds}"), taken_last(screen, place, palette))
        }
    };
    let middle = area.y + (area.height - 1) / 2;
    let letter = pit.letter(owner).to_string();
    let outside = match owner == screen.sitting.view.bottom {
        true => area.bottom() + 1,
        false => area.y - 2,
    };
    let centre = |text: &str| area.x + (area.width.saturating_sub(text.chars().count() as u16)) / 2;
    put(buffer, centre(&letter), outside, &letter, palette.faint());
    // One line has room for the seeds and one number more.
    if let Some((change, _)) = change.as_ref().filter(|_| area.height == 1) {
        let both = format!("{text}{change}");
        let both = if both.chars().count() > usize::from(area.width) {
            change.clone()
        } else {
            both
        };
        put(buffer, centre(&both), middle, &both, style);
        return;
    }
    put(buffer, centre(&text), middle, &text, style);
    if let Some((change, style)) = change {
        put(buffer, centre(&change), middle + 1, &change, style);
    }
}

/// What happens to a pit: `+1` falls in, `-3` are taken out.
fn change(falling: usize, taken: usize, palette: Palette) -> Option<(String, Style)> {
    match (falling, taken) {
        (0, 0) => None,
        (_, 0) => Some((format!("+{falling}"), palette.falling())),
        _ => Some((format!("-{taken}"), palette.taken())),
    }
}

/// What the last move took out of a pit.
fn taken_last(
    screen: &Screen,
    (owner, pit): (Player, Pit),
    palette: Palette,
) -> Option<(String, Style)> {
    let trace = screen.sitting.last_trace()?;
    let taken = match owner == trace.mover {
        true => 0,
        false => trace.taken[pit.index()],
    };
    (taken > 0).then(|| (format!("-{taken}"), palette.taken()))
}

/// The lines below the board, the most important first.
fn words<'a>(screen: &'a Screen, look: Option<&Preview>, palette: Palette, room: Rect) -> Text<'a> {
    let mut lines = vec![turn(screen, palette)];
    if let Some(clocks) = clocks(screen) {
        lines.push(Line::from(clocks));
    }
    if let Some(note) = &screen.note {
        lines.push(Line::styled(note.clone(), palette.note()));
    }
    lines.extend(looked(screen, look, palette));
    if let Some(last) = &screen.last {
        lines.push(Line::from(last.clone()));
    }
    if room.height > 6 {
        lines.push(Line::default());
    }
    lines.push(keys(screen, palette));
    Text::from(lines)
}

/// Whose turn it is, what is asked, or how the game ended.
fn turn<'a>(screen: &Screen, palette: Palette) -> Line<'a> {
    let session = &screen.sitting.session;
    let messages = &screen.sitting.messages;
    let name = |player| messages.player(player);
    let text = match &screen.mode {
        Mode::Resign => messages.text("screen-resign"),
        Mode::Leave => messages.text("screen-leave"),
        Mode::SaveAs(typed) => {
            let ask = messages.text("screen-save-as");
            return Line::from(vec![
                Span::styled(ask, palette.strong()),
                Span::raw(format!(" {typed}▏")),
            ]);
        }
        Mode::Play | Mode::Help { .. } => match (session.end(), session.offer()) {
            (Some(end), _) => messages.fill("game-over", [("end", messages.ending(&end).into())]),
            (None, Some(by)) if screen.is_asked() => {
                messages.fill("offer-asks", [("to", name(by.opposite()).into())])
            }
            (None, _) if session.awaits_person() => {
                let letters = screen.sitting.legal_letters();
                messages.fill(
                    "plain-turn",
                    [
                        ("player", name(session.to_move()).into()),
                        ("pits", letters.into()),
                        ("clock", "".into()),
                    ],
                )
            }
            _ => {
                let thinker = match screen.thought.as_ref().map(|thought| thought.question()) {
                    Some(Question::Share(asked)) => asked,
                    _ => session.to_move(),
                };
                messages.fill(
                    "screen-thinking",
                    [
                        ("player", name(thinker).into()),
                        ("secs", screen.spent().as_secs().into()),
                    ],
                )
            }
        },
    };
    Line::styled(text, palette.strong())
}

/// Both clocks, the running one as it is now.
fn clocks(screen: &Screen) -> Option<String> {
    let session = &screen.sitting.session;
    let clocks = session.clocks()?;
    let faces = Player::ALL.map(|player| {
        let is_running = session.end().is_none() && session.to_move() == player;
        let left = match is_running {
            true => clocks
                .left_after(player, screen.spent())
                .unwrap_or_default(),
            false => clocks.left(player),
        };
        format!(
            "{} {}",
            screen.sitting.messages.player(player),
            clock::face(left)
        )
    });
    Some(faces.join("   "))
}

/// What the chosen pit would do, or why it may not be played.
fn looked<'a>(screen: &Screen, look: Option<&Preview>, palette: Palette) -> Vec<Line<'a>> {
    let Some(look) = look.filter(|_| screen.sitting.session.awaits_person()) else {
        return Vec::new();
    };
    let messages = &screen.sitting.messages;
    let game = screen.sitting.session.game();
    let mut lines = Vec::new();
    if let Some(error) = &look.refusal {
        let refusal = preview::refusal(messages, error, game);
        lines.push(Line::styled(refusal, palette.taken()));
    }
    if let Some(sowing) = &look.sowing {
        let told = preview::describe(messages, sowing, game);
        let text = match look.refusal {
            None => messages.fill("screen-look", [("what", told.into())]),
            Some(_) => told,
        };
        lines.push(Line::styled(text, palette.falling()));
    }
    lines
}

fn keys<'a>(screen: &Screen, palette: Palette) -> Line<'a> {
    let messages = &screen.sitting.messages;
    let text = match screen.mode {
        Mode::Resign | Mode::Leave => messages.text("screen-keys-sure"),
        Mode::SaveAs(_) => messages.text("screen-keys-save"),
        Mode::Play | Mode::Help { .. } if screen.is_asked() => messages.text("screen-keys-sure"),
        Mode::Play | Mode::Help { .. } => messages.text("screen-keys"),
    };
    Line::styled(text, palette.faint())
}

/// The help from line `top` on, over everything.
fn help(area: Rect, buffer: &mut Buffer, screen: &Screen, top: u16, palette: Palette) {
    let text = screen.sitting.messages.text("screen-help");
    Clear.render(area, buffer);
    let mut text = Text::from(text);
    if let Some(first) = text.lines.first_mut() {
        *first = first.clone().style(palette.strong());
    }
    let inner = Rect::new(
        area.x + u16::from(area.width > 60),
        area.y,
        area.width - u16::from(area.width > 60),
        area.height,
    );
    Paragraph::new(text)
        .wrap(Wrap { trim: false })
        .scroll((top, 0))
        .render(inner, buffer);
}
