//! Keeping the game on disk: after every move, so that nothing is lost when the terminal
//! closes, and never over a file that is not of this game.
//!
//! Without `--save` a game goes into a file of its own in the platform's data directory,
//! `oware/games/DATE-TIME.ogn`. The file appears with the first move, so that a look at the
//! program leaves no trace.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use jiff::ZonedDateTime;
use oware::game::Game;
use oware::record::{CheckedRecord, Form, Record, Tag, write};

use super::super::out_file::{self, Existing};

/// Where and how a game is kept.
#[derive(Debug)]
pub(crate) struct Saver {
    place: Place,
    /// Files that this game has written, which may be written again.
    own: Vec<PathBuf>,
    /// Tags and notes for the record.
    notes: Record,
    /// What went wrong the last time, so that it is told once.
    told: Option<io::ErrorKind>,
}

/// Where the game goes by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    /// Nowhere.
    Nowhere,
    /// Into this file.
    File(PathBuf),
    /// Into a new file in this directory, named by the date.
    Dir(PathBuf),
}

/// Why a game could not be saved.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SaveError {
    /// The file is somebody else's.
    #[error("{} exists already", .0.display())]
    Exists(PathBuf),
    /// The system refused.
    #[error("cannot write {}: {source}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// There is no place to save in.
    #[error("no file is named")]
    NoPlace,
    /// The game has moves that its record cannot hold.
    #[error(transparent)]
    Record(#[from] oware::record::WriteError),
}

impl SaveError {
    /// What kind of error it is, whatever the names of files.
    fn kind(&self) -> io::ErrorKind {
        match self {
            Self::Exists(_) => io::ErrorKind::AlreadyExists,
            Self::Write { source, .. } => source.kind(),
            Self::NoPlace => io::ErrorKind::NotFound,
            Self::Record(_) => io::ErrorKind::InvalidData,
        }
    }
}

/// The folder for games in the platform's data directory.
fn games_dir() -> Option<PathBuf> {
    dirs::data_dir().map(|dir| dir.join("oware").join("games"))
}

impl Saver {
    /// Saves into `file`; or nowhere, or in the default place.
    pub(crate) fn new(file: Option<PathBuf>, is_off: bool, notes: Record) -> Self {
        let place = match (file, is_off) {
            (Some(file), _) => Place::File(file),
            (None, true) => Place::Nowhere,
            (None, false) => games_dir().map_or(Place::Nowhere, Place::Dir),
        };
        Self {
            place,
            own: Vec::new(),
            notes,
            told: None,
        }
    }

    /// Lets this game write over `path`, because it goes on from it.
    pub(crate) fn own(&mut self, path: PathBuf) {
        self.own.push(path);
    }

    /// The file that holds the game as it stands; `None` until there is one, and when the
    /// last move could not be saved.
    pub(crate) fn path(&self) -> Option<&Path> {
        match &self.place {
            Place::File(path) if self.own.contains(path) && self.told.is_none() => Some(path),
            _ => None,
        }
    }

    /// Saves the game where it goes by itself. A failure is given the first time only: the
    /// game goes on, and the next move tries again.
    pub(crate) fn keep(&mut self, game: &Game) -> Option<SaveError> {
        if self.place == Place::Nowhere || (self.own.is_empty() && game.moves().is_empty()) {
            return None;
        }
        match self.save(game) {
            Ok(_) => {
                self.told = None;
                None
            }
            Err(error) => {
                let kind = Some(error.kind());
                (std::mem::replace(&mut self.told, kind) != kind).then_some(error)
            }
        }
    }

    /// Saves the game where it goes by itself, and says where that is.
    ///
    /// # Errors
    ///
    /// When there is no such place, or it cannot be written.
    pub(crate) fn save(&mut self, game: &Game) -> Result<PathBuf, SaveError> {
        match self.place.clone() {
            Place::Nowhere => Err(SaveError::NoPlace),
            Place::File(path) => {
                self.save_as(game, &path)?;
                Ok(path)
            }
            Place::Dir(dir) => {
                let path = self.create_in(game, &dir)?;
                self.place = Place::File(path.clone());
                Ok(path)
            }
        }
    }

    /// Saves a copy of the game as it stands.
    ///
    /// # Errors
    ///
    /// When the file exists and is not of this game, or it cannot be written.
    pub(crate) fn save_as(&mut self, game: &Game, path: &Path) -> Result<(), SaveError> {
        let is_own = self.own.iter().any(|own| is_same(own, path));
        let existing = if is_own {
            Existing::Replace
        } else {
            Existing::Keep
        };
        let text = self.text(game)?;
        out_file::write(path, &text, existing).map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists => SaveError::Exists(path.to_owned()),
            _ => SaveError::Write {
                path: path.to_owned(),
                source,
            },
        })?;
        if !is_own {
            self.own.push(path.to_owned());
        }
        if matches!(&self.place, Place::File(place) if place == path) {
            self.told = None;
        }
        Ok(())
    }

    /// The record of the game as it is saved.
    ///
    /// # Errors
    ///
    /// When the form cannot hold it.
    fn text(&self, game: &Game) -> Result<String, SaveError> {
        let checked = CheckedRecord::from_game(game).with_notes_of(&self.notes);
        Ok(write(&checked, Form::Ogn)?)
    }

    /// Saves into a new file named by the date; two games of one second get two files.
    fn create_in(&mut self, game: &Game, dir: &Path) -> Result<PathBuf, SaveError> {
        std::fs::create_dir_all(dir).map_err(|source| SaveError::Write {
            path: dir.to_owned(),
            source,
        })?;
        let stamp = ZonedDateTime::now().strftime("%Y-%m-%d-%H%M%S").to_string();
        let mut number = 1;
        loop {
            let name = match number {
                1 => format!("{stamp}.ogn"),
                _ => format!("{stamp}-{number}.ogn"),
            };
            let path = dir.join(name);
            match self.save_as(game, &path) {
                Err(SaveError::Exists(_)) => number += 1,
                Err(error) => return Err(error),
                Ok(()) => return Ok(path),
            }
        }
    }
}

/// Whether two paths lead to one file.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    one == other
        || matches!(
            (one.canonicalize(), other.canonicalize()),
            (Ok(one), Ok(other)) if one == other
        )
}

/// The tags of a game that begins now.
pub(crate) fn tags(south: &dyn fmt::Display, north: &dyn fmt::Display) -> Vec<Tag> {
    let tag = |name: &str, value: String| Tag {
        name: name.to_owned(),
        value,
    };
    vec![
        tag("Event", "oware play".to_owned()),
        tag(
            "Date",
            ZonedDateTime::now().strftime("%Y.%m.%d").to_string(),
        ),
        tag("South", south.to_string()),
        tag("North", north.to_string()),
    ]
}

#[cfg(test)]
mod tests {
    use oware::game::{Position, Rules, parse_moves};
    use oware::record::{ReadOptions, read};

    use super::*;

    fn game(moves: &str) -> Game {
        let mut game = Game::new(Position::START, Rules::default());
        for played in parse_moves(moves, game.position().to_move()).unwrap() {
            game.play(played).unwrap();
        }
        game
    }

    fn saver(place: Place) -> Saver {
        let mut notes = Record::new(Position::START);
        notes.tags = tags(&"human", &"level:3");
        Saver {
            place,
            ..Saver::new(None, true, notes)
        }
    }

    #[test]
    fn file_appears_with_the_first_move_and_reads_back() {
        let dir = tempfile::tempdir().unwrap();
        let place = dir.path().join("games");
        let mut saver = saver(Place::Dir(place.clone()));
        assert!(saver.keep(&game("")).is_none());
        assert!(!place.exists());
        assert!(saver.keep(&game("D")).is_none());
        assert!(saver.keep(&game("Db")).is_none());
        let path = saver.path().unwrap().to_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains("[South \"human\"]"), "{text}");
        let read = read(&text, &ReadOptions::default()).unwrap();
        let back = read.games[0].as_ref().unwrap();
        assert_eq!(back.checked.game().moves(), game("Db").moves());
        assert!(back.warnings.is_empty());
        assert_eq!(std::fs::read_dir(&place).unwrap().count(), 1);
    }

    #[test]
    fn other_files_are_never_written_over() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("diary.txt");
        std::fs::write(&path, "mine").unwrap();
        let mut saver = saver(Place::Nowhere);
        let refused = saver.save_as(&game("D"), &path);
        assert!(matches!(refused, Err(SaveError::Exists(_))));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
        let own = dir.path().join("game.ogn");
        saver.save_as(&game("D"), &own).unwrap();
        saver.save_as(&game("Db"), &own).unwrap();
    }

    #[test]
    fn two_games_of_one_second_get_two_files() {
        let dir = tempfile::tempdir().unwrap();
        for _ in 0..3 {
            let mut saver = saver(Place::Dir(dir.path().to_owned()));
            saver.save(&game("D")).unwrap();
        }
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 3);
    }

    #[test]
    fn failure_is_told_once_and_the_next_move_tries_again() {
        let dir = tempfile::tempdir().unwrap();
        let missing = dir.path().join("missing");
        let mut saver = saver(Place::File(missing.join("game.ogn")));
        assert!(saver.keep(&game("D")).is_some());
        assert!(saver.keep(&game("Db")).is_none());
        std::fs::create_dir(&missing).unwrap();
        assert!(saver.keep(&game("DbE")).is_none());
        assert!(missing.join("game.ogn").is_file());
    }

    #[test]
    fn file_that_lacks_the_last_move_is_not_named_as_the_place_of_the_game() {
        let dir = tempfile::tempdir().unwrap();
        let inner = dir.path().join("inner");
        std::fs::create_dir(&inner).unwrap();
        let mut saver = saver(Place::File(inner.join("game.ogn")));
        assert!(saver.keep(&game("D")).is_none());
        assert!(saver.path().is_some());
        std::fs::remove_dir_all(&inner).unwrap();
        assert!(saver.keep(&game("Db")).is_some());
        assert_eq!(saver.path(), None);
        std::fs::create_dir(&inner).unwrap();
        assert!(saver.keep(&game("DbE")).is_none());
        assert!(saver.path().is_some());
    }

    #[test]
    fn nothing_is_kept_where_no_trace_is_wanted() {
        let mut saver = saver(Place::Nowhere);
        assert!(saver.keep(&game("D")).is_none());
        assert!(matches!(saver.save(&game("D")), Err(SaveError::NoPlace)));
    }
}
