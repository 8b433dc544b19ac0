//! The arguments of `oware play`, and the sitting that they ask for.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use clap::{Args, ValueEnum};
use oware::game::{Game, Player, Rules};
use oware::opponent::{Level, Means};
use oware::record::{ReadOptions, Record};

use super::super::args::{
    self, BoardArg, Format, FormatArg, INPUT, MovesArg, OUTPUT, RulesArg, Size, ThreadsArg,
};
use super::super::exit::{Failure, Kind};
use super::super::input::Inputs;
use super::super::location::{self, DbArg};
use super::super::messages::{LangArg, Messages};
use super::super::output::Console;
use super::super::records::Source;
use super::engine::Minds;
use super::save::{self, Saver};
use super::seat::{self, Seat, SeatArg};
use super::session::Session;
use super::sitting::{Sitting, View};

/// Heading of the arguments about who plays and how.
const PLAYERS: &str = "Players";

/// Plays oware: against the computer, another person, or computer against computer
///
/// On a terminal the board fills the screen: keys 1-6, A-F and the mouse choose a pit and
/// show what it would do before it is played; ? lists the keys. Otherwise, or with
/// --plain, the game goes line by line: a pit letter plays, ?E looks first, and help
/// lists the rest.
#[derive(Args, Debug)]
#[command(after_long_help = super::after_help())]
pub(crate) struct PlayArgs {
    /// Person or computer: human, level:1-6, easy to hard, simple
    ///
    /// Levels 2, 4 and 6 are easy, medium and hard; computer is that of --level, simple a
    /// yardstick that never changes.
    #[arg(long, value_name = "PLAYER", help_heading = PLAYERS)]
    south: Option<SeatArg>,

    /// The same for North [default: whoever South is not]
    #[arg(long, value_name = "PLAYER", help_heading = PLAYERS)]
    north: Option<SeatArg>,

    /// Level of the computer, 1-6 or easy, medium, hard [default: 3]
    #[arg(long, value_name = "LEVEL", value_parser = seat::level, help_heading = PLAYERS)]
    level: Option<Level>,

    /// Who opens: south, north or random [default: south]
    #[arg(
        long,
        value_name = "SIDE",
        hide_possible_values = true,
        hide_short_help = true,
        conflicts_with_all = ["position", "load"],
        help_heading = PLAYERS
    )]
    first: Option<First>,

    /// Clock for each player, such as 10m, 5m+3s or 500ms
    #[arg(long, value_name = "CLOCK", help_heading = PLAYERS)]
    clock: Option<String>,

    /// Time for each move of the computer at full strength [default: 2s without a clock]
    #[arg(long, hide_short_help = true, value_name = "TIME", value_parser = args::duration, help_heading = PLAYERS)]
    move_time: Option<Duration>,

    /// Memory for each player, such as 2G; a bare number is MB
    #[arg(long, hide_short_help = true, value_name = "SIZE", default_value = "64M", value_parser = args::size_in_megabytes, help_heading = PLAYERS)]
    hash: Size,

    /// Search the first moves too, instead of taking them from the book
    #[arg(long, hide_short_help = true, help_heading = PLAYERS)]
    no_book: bool,

    /// End the game after so many plies; the seeds on the board then count for nobody
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = PLAYERS)]
    max_plies: Option<u32>,

    /// Computer against computer: play N games and sum up
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000), help_heading = PLAYERS)]
    pub(super) games: Option<u32>,

    /// Begin each pair of those games with so many random plies [default: 0]
    #[arg(long, value_name = "N", hide_short_help = true, help_heading = PLAYERS)]
    random_plies: Option<u32>,

    /// Number that the computer's play below full strength depends on [default: random]
    #[arg(long, hide_short_help = true, value_name = "N", help_heading = PLAYERS)]
    seed: Option<u64>,

    /// Position to start from [default: startpos]
    #[arg(long, value_name = "POSITION", conflicts_with = "load", help_heading = INPUT)]
    position: Option<String>,

    #[command(flatten)]
    moves: MovesArg,

    #[command(flatten)]
    rules: RulesArg,

    #[command(flatten)]
    tables: DbArg,

    /// Go on with the game in this file
    #[arg(long, value_name = "FILE", conflicts_with = "moves", help_heading = INPUT)]
    load: Option<PathBuf>,

    /// Save into this file [default: a new one in the data folder]
    ///
    /// OGN, after every move. A file that exists is not written over, except that of --load.
    #[arg(long, value_name = "FILE", conflicts_with = "no_save", hide_short_help = true, help_heading = OUTPUT)]
    pub(super) save: Option<PathBuf>,

    /// Save nothing: practice that leaves no trace
    #[arg(long, hide_short_help = true, help_heading = OUTPUT)]
    no_save: bool,

    /// Line by line, without the full screen
    #[arg(long, help_heading = OUTPUT)]
    pub(super) plain: bool,

    #[command(flatten)]
    board: BoardArg,

    /// Way of the seeds on the screen: clockwise, anticlockwise [default]
    #[arg(
        long,
        value_name = "WAY",
        hide_possible_values = true,
        hide_short_help = true,
        help_heading = OUTPUT
    )]
    direction: Option<Direction>,

    #[command(flatten)]
    lang: LangArg,

    #[command(flatten)]
    pub(super) threads: ThreadsArg,

    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}

/// The value of `--first`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum First {
    /// South opens
    South,
    /// North opens
    North,
    /// Either
    Random,
}

/// The value of `--direction`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Direction {
    /// As the letters run: South from left to right
    #[value(alias = "counter-clockwise", alias = "counterclockwise")]
    Anticlockwise,
    /// The other way
    Clockwise,
}

impl PlayArgs {
    /// Who plays South and North.
    pub(super) fn seats(&self) -> [Seat; 2] {
        let (south, north) = match (self.south, self.north) {
            (None, None | Some(SeatArg::Computer | SeatArg::Skill(_))) => {
                (SeatArg::Human, self.north.unwrap_or(SeatArg::Computer))
            }
            (None, Some(SeatArg::Human)) => (SeatArg::Computer, SeatArg::Human),
            (Some(SeatArg::Human), north) => (SeatArg::Human, north.unwrap_or(SeatArg::Computer)),
            (Some(south), north) => (south, north.unwrap_or(SeatArg::Human)),
        };
        let level = self.level.unwrap_or_default();
        [south.seat(level), north.seat(level)]
    }

    /// Random plies before each pair of games.
    pub(super) fn random_plies(&self) -> u32 {
        self.random_plies.unwrap_or_default()
    }

    /// The messages in the language asked for.
    pub(super) fn messages(&self) -> Messages {
        Messages::new(self.lang.lang())
    }

    /// What the computer thinks with. Tables of other rules are never used.
    pub(super) fn means(&self, rules: Rules, console: &Console) -> anyhow::Result<Means> {
        let tables = location::open(self.tables.dir.as_deref(), &rules.value_rules(), console)?;
        Ok(Means {
            tables: tables.map(Arc::new),
            threads: self.threads.count(),
            hash_bytes: usize::try_from(self.hash.bytes).unwrap_or(usize::MAX),
            seed: self.seed(),
            uses_book: !self.no_book,
        })
    }

    /// The time for a move of the computer; with a clock it shares that out by itself.
    pub(super) fn move_time(&self, rules: Rules) -> Option<Duration> {
        const USUAL: Duration = Duration::from_secs(2);
        self.move_time.or(rules.clock().is_none().then_some(USUAL))
    }

    /// The game to begin with, and the tags and notes it came with.
    pub(super) fn start(&self, console: &Console) -> anyhow::Result<(Game, Record)> {
        match &self.load {
            Some(path) => self.loaded(path, console),
            None => {
                let rules = self.with_limits(self.rules.rules())?;
                let inputs = Inputs {
                    positions: &[],
                    moves: self.moves.moves.as_deref(),
                    rules,
                };
                let north_first = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-N";
                let text = match (&self.position, self.first) {
                    (Some(text), _) => text,
                    (None, Some(First::North)) => north_first,
                    (None, Some(First::Random)) if self.coin() => north_first,
                    (None, _) => "startpos",
                };
                let game = inputs.read(text, console)?;
                let mut notes = Record::new(game.start());
                let [south, north] = self.seats();
                notes.tags = save::tags(&south, &north);
                Ok((game, notes))
            }
        }
    }

    /// The sitting for a game with a person at the board, or to watch.
    pub(super) fn sitting(&self, console: &Console) -> anyhow::Result<Sitting> {
        let (game, notes) = self.start(console)?;
        let rules = game.rules();
        let seats = self.seats();
        let mut saver = Saver::new(self.save.clone(), self.no_save, notes);
        self.check_save(&mut saver)?;
        let bottom = match seats {
            [Seat::Computer(_), Seat::Human] => Player::North,
            _ => Player::South,
        };
        Ok(Sitting {
            session: Session::new(game, seats.map(Seat::control), rules.clock()),
            saver,
            seats,
            minds: Minds::new(seats.map(Seat::skill), &self.means(rules, console)?),
            move_time: self.move_time(rules),
            messages: self.messages(),
            view: View {
                style: self.board.style(),
                bottom,
                is_clockwise: self.direction == Some(Direction::Clockwise),
            },
        })
    }

    /// Refuses a file that is somebody else's before the game begins.
    fn check_save(&self, saver: &mut Saver) -> anyhow::Result<()> {
        let Some(path) = &self.save else {
            return Ok(());
        };
        if path.symlink_metadata().is_err() {
            return Ok(());
        }
        let is_loaded = self
            .load
            .as_deref()
            .is_some_and(|load| save::is_same(load, path));
        let is_device = path
            .metadata()
            .is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir());
        if is_loaded || is_device {
            saver.own(path.clone());
            return Ok(());
        }
        let name = path.display();
        let error = anyhow!("{name} exists already");
        let hint =
            format!("name another file, or go on with its game: --load {name} --save {name}");
        Err(Failure::new(Kind::Io, error, hint).into())
    }

    /// The seed given, or any.
    fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(|| fastrand::u64(..))
    }

    fn coin(&self) -> bool {
        match self.seed {
            Some(seed) => fastrand::Rng::with_seed(seed).bool(),
            None => fastrand::bool(),
        }
    }

    /// The rules with the clock and the limit of plies that are asked for.
    fn with_limits(&self, rules: Rules) -> anyhow::Result<Rules> {
        let refused = |error: anyhow::Error| {
            let hint = "write 10m for each player, or 5m+3s with seconds added after each move";
            Failure::new(Kind::Usage, error, hint)
        };
        let rules = match &self.clock {
            Some(clock) => rules
                .with("clock", clock)
                .map_err(|error| refused(anyhow!(error).context("--clock")))?,
            None => rules,
        };
        match self.max_plies {
            Some(plies) if rules.ply_limit() == 0 || plies < rules.ply_limit() => {
                Ok(rules.with("ply-limit", &plies.to_string())?)
            }
            _ => Ok(rules),
        }
    }

    /// The game in a file, as far as the rules let it go.
    fn loaded(&self, path: &std::path::Path, console: &Console) -> anyhow::Result<(Game, Record)> {
        let source = Source::load(path)?;
        let options = ReadOptions {
            rules: self.rules.given,
            ..ReadOptions::default()
        };
        let read = source.first_game(&options, console)?;
        let checked = read.checked;
        if checked.moves_after_end() > 0 {
            console.note(
                "note: the game was decided before its last move; it is shown as it was then",
            );
        }
        let rules = self.with_limits(checked.rules())?;
        let mut game = checked.game().clone();
        if rules != game.rules() {
            let mut limited = Game::new(game.start(), rules);
            // A limit of plies may come before the last move.
            for &played in game.moves() {
                if limited.play(played).is_err() {
                    break;
                }
            }
            game = limited;
        }
        Ok((game, checked.record().clone()))
    }

    /// Refuses what makes no sense together.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        let has_person = self.seats().contains(&Seat::Human);
        let usage = |message: &str, hint: &str| {
            Err(Failure::new(Kind::Usage, anyhow!("{message}"), hint).into())
        };
        if has_person && self.games.is_some_and(|games| games > 1) {
            return usage(
                "--games needs the computer on both sides",
                "name both, as in --south level:2 --north level:3 --games 20",
            );
        }
        if has_person && self.format.format == Format::Json {
            return usage(
                "--format json reports games between computers",
                "name both, as in --south level:2 --north level:3, or play in text",
            );
        }
        Ok(())
    }
}
