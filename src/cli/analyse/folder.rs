//! A directory of reports that an interrupted run leaves in order and the next one goes on
//! with.
//!
//! A line in the journal, a dot-file beside the reports, says what a report is of and what
//! its bytes are; then the report appears, whole or not at all. The journal begins with the
//! settings of the run: a run with others would make a directory of two minds, and is refused.
//! A game counts as done when its name, its record and every byte of its report are still
//! what the journal says, and no tables are there now that reach farther. A report that is
//! damaged or edited is made anew, and since somebody may have meant it, what was found is kept
//! under another name.

use std::collections::HashMap;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow};
use oware::record::{CheckedRecord, Form, write};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::super::exit::{Failure, Kind};
use super::super::out_file::{self, Existing};
use super::super::report::totals::GameRow;

/// The name of the journal.
const JOURNAL: &str = ".oware-analyse";

/// What a game was when it was judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Fingerprint(u64);

/// What a report rests on, beside the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Basis {
    pub(super) record: Fingerprint,
    /// How far the tables for the game's rules reach, if there are any.
    pub(super) table_seeds: Option<u8>,
}

/// A line of the journal.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    basis: Basis,
    report: Stamp,
    row: GameRow,
}

/// What the bytes of a report are known by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Stamp {
    bytes: u64,
    xxh3: u64,
}

/// A directory of reports.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    journal: File,
    done: Arc<DoneBefore>,
    /// Whether what is found is replaced without more ado.
    is_forced: bool,
}

/// A report that was found in the place of a new one, and is not what it was when it was made.
#[derive(Debug)]
pub(super) struct SetAside {
    path: PathBuf,
    kept: PathBuf,
}

/// What earlier runs have left in a directory.
#[derive(Debug)]
pub(super) struct DoneBefore {
    path: PathBuf,
    extension: &'static str,
    /// By the name of the report.
    entries: HashMap<String, Entry>,
}

impl Fingerprint {
    /// Of everything a record says.
    pub(super) fn of(checked: &CheckedRecord) -> Self {
        // OGN can write every game; were it not so, the game would only be judged again.
        let text = write(checked, Form::Ogn).unwrap_or_default();
        Self(xxh3_64(text.as_bytes()))
    }
}

impl Folder {
    /// Opens a directory, new or of an earlier run with the same settings, for files of these
    /// names, of which reports have an extension.
    pub(super) fn open(
        path: &Path,
        settings: &str,
        files: impl Iterator<Item = String>,
        extension: &'static str,
        force: bool,
    ) -> anyhow::Result<Self> {
        let shown = path.display();
        if path.is_file() {
            let error = anyhow!("{shown} is a file, and several reports need a directory");
            let hint = "name a directory with --out; it is made if there is none";
            return Err(Failure::new(Kind::Usage, error, hint).into());
        }
        std::fs::create_dir_all(path)
            .with_context(|| format!("cannot make the directory {shown}"))?;
        let journal_path = path.join(JOURNAL);
        let known = match force {
            true => None,
            false => read_journal(&journal_path)
                .with_context(|| format!("cannot read {}", journal_path.display()))?,
        };
        let done = match known {
            Some((found, _)) if found != settings => {
                let error = anyhow!("{shown} holds reports that were made with other settings");
                let hint = "name another directory with --out, or make them anew with --force";
                return Err(Failure::new(Kind::Usage, error, hint).into());
            }
            Some((_, done)) => Some(done),
            None => None,
        };
        if done.is_none() && !force {
            // Nothing says that these are ours.
            for file in files {
                let file = path.join(file);
                if file.symlink_metadata().is_ok() {
                    return Err(exists(&file).into());
                }
            }
        }
        let is_new = done.is_none();
        let mut journal = OpenOptions::new()
            .create(true)
            .write(true)
            .append(!is_new)
            .truncate(is_new)
            .open(&journal_path)
            .with_context(|| format!("cannot write {}", journal_path.display()))?;
        // A line that was cut off must not swallow the next one.
        journal
            .write_all(if is_new { settings } else { "" }.as_bytes())
            .and_then(|()| journal.write_all(b"\n"))
            .with_context(|| format!("cannot write {}", journal_path.display()))?;
        Ok(Self {
            path: path.to_owned(),
            journal,
            done: Arc::new(DoneBefore {
                path: path.to_owned(),
                extension,
                entries: done.unwrap_or_default(),
            }),
            is_forced: force,
        })
    }

    /// What earlier runs have done.
    pub(super) fn done_before(&self) -> Arc<DoneBefore> {
        Arc::clone(&self.done)
    }

    /// Notes what a report is, then writes it; gives what had to be set aside for it.
    pub(super) fn add(
        &mut self,
        report: &[u8],
        basis: Basis,
        row: &GameRow,
    ) -> anyhow::Result<Option<SetAside>> {
        let name = row.report.as_deref().unwrap_or_default();
        let set_aside = match self.is_forced || !self.done.is_foreign(name) {
            true => None,
            false => Some(self.set_aside(name)?),
        };
        let entry = Entry {
            basis,
            report: Stamp::of(report),
            row: row.clone(),
        };
        let mut line = serde_json::to_string(&entry)?;
        line.push('\n');
        // First, so that whatever stands under the name and is not this is nobody's leavings.
        self.journal
            .write_all(line.as_bytes())
            .with_context(|| format!("cannot write {}", self.path.join(JOURNAL).display()))?;
        self.put(name, report)?;
        Ok(set_aside)
    }

    /// Gives a file another name, as those who make backups do.
    fn set_aside(&self, name: &str) -> anyhow::Result<SetAside> {
        let path = self.path.join(name);
        let kept = self.path.join(format!("{name}~"));
        std::fs::rename(&path, &kept)
            .with_context(|| format!("cannot rename {}", path.display()))?;
        Ok(SetAside { path, kept })
    }

    /// Writes a file of the index.
    pub(super) fn put(&self, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
        let path = self.path.join(name);
        let text = std::str::from_utf8(bytes).context("a report is UTF-8")?;
        out_file::write(&path, text, Existing::Replace)
            .with_context(|| format!("cannot write {}", path.display()))
    }
}

impl DoneBefore {
    /// The row of a game that was judged with tables which reached as far, if its report is
    /// still there and what it was.
    pub(super) fn row(&self, name: &str, basis: Basis) -> Option<&GameRow> {
        let file = format!("{name}.{}", self.extension);
        let entry = self.entries.get(&file)?;
        let is_same = entry.basis.record == basis.record;
        let is_as_good = entry.basis.table_seeds >= basis.table_seeds;
        let is_there = || Stamp::of_file(&self.path.join(&file)) == Some(entry.report);
        (is_same && is_as_good && is_there()).then_some(&entry.row)
    }

    /// Whether there is a file of this name that is not the report that was made under it.
    fn is_foreign(&self, file: &str) -> bool {
        let path = self.path.join(file);
        let made = self.entries.get(file).map(|entry| entry.report);
        path.symlink_metadata().is_ok() && (made.is_none() || Stamp::of_file(&path) != made)
    }
}

impl Stamp {
    fn of(bytes: &[u8]) -> Self {
        Self {
            bytes: bytes.len() as u64,
            xxh3: xxh3_64(bytes),
        }
    }

    /// Of a file that can be read.
    fn of_file(path: &Path) -> Option<Self> {
        path.is_file()
            .then(|| std::fs::read(path).ok())
            .flatten()
            .map(|bytes| Self::of(&bytes))
    }
}

impl fmt::Display for SetAside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, kept) = (self.path.display(), self.kept.display());
        write!(
            f,
            "{path} was not as it was made: made anew, and what was found is {kept}"
        )
    }
}

/// A file that exists and is not to be replaced.
pub(super) fn exists(path: &Path) -> Failure {
    Failure::new(
        Kind::Io,
        anyhow!("{} exists already", path.display()),
        "name another with --out, or replace it with --force",
    )
}

/// The settings and the entries of a journal; `None` where there is none.
fn read_journal(path: &Path) -> io::Result<Option<(String, HashMap<String, Entry>)>> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut lines = BufReader::new(file).split(b'\n');
    let Some(settings) = lines.next().transpose()? else {
        return Ok(None);
    };
    let settings = String::from_utf8_lossy(&settings).into_owned();
    let mut entries = HashMap::new();
    for line in lines {
        // A line that was cut off or damaged says nothing; its game is judged again.
        if let Ok(entry) = serde_json::from_slice::<Entry>(&line?)
            && let Some(name) = entry.row.report.clone()
        {
            entries.insert(name, entry);
        }
    }
    Ok(Some((settings, entries)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use oware::game::{Game, Position, Rules};

    fn row(name: &str) -> GameRow {
        GameRow {
            report: Some(name.to_owned()),
            file: "games.txt".to_owned(),
            game: 1,
            line: 1,
            south: String::new(),
            north: String::new(),
            rules: "abapa".to_owned(),
            result: None,
            result_ok: None,
            plies: 0,
            exact_from: None,
            turning_point: None,
            warnings: 0,
            sides: Default::default(),
        }
    }

    fn basis() -> Basis {
        let game = Game::new(Position::START, Rules::default());
        Basis {
            record: Fingerprint::of(&CheckedRecord::from_game(&game)),
            table_seeds: Some(8),
        }
    }

    /// Of another game.
    fn other() -> Basis {
        Basis {
            record: Fingerprint(0),
            ..basis()
        }
    }

    fn open(path: &Path, settings: &str, force: bool) -> anyhow::Result<Folder> {
        let files = ["a.json", "b.json", "summary.csv"].map(str::to_owned);
        Folder::open(path, settings, files.into_iter(), "json", force)
    }

    #[test]
    fn finished_reports_are_known_again_and_half_lines_forgotten() {
        let dir = tempfile::tempdir().unwrap();
        let print = basis();
        let mut folder = open(dir.path(), "{}", false).unwrap();
        let set_aside = folder.add(b"first", print, &row("a.json")).unwrap();
        assert!(set_aside.is_none());
        drop(folder);
        let journal = dir.path().join(JOURNAL);
        let mut text = std::fs::read_to_string(&journal).unwrap();
        text.push_str("{\"fingerprint\":1,\"row\":{\"report\":\"b.j");
        std::fs::write(&journal, text).unwrap();
        let mut folder = open(dir.path(), "{}", false).unwrap();
        assert_eq!(folder.done.row("a", print), Some(&row("a.json")));
        assert_eq!(folder.done.row("a", other()), None);
        assert_eq!(folder.done.row("b", print), None);
        let reaching = |table_seeds| Basis {
            table_seeds,
            ..print
        };
        assert!(folder.done.row("a", reaching(None)).is_some());
        assert_eq!(folder.done.row("a", reaching(Some(9))), None);
        folder.add(b"second", print, &row("b.json")).unwrap();
        drop(folder);
        let folder = open(dir.path(), "{}", false).unwrap();
        assert!(folder.done.row("b", print).is_some());
        std::fs::remove_file(dir.path().join("a.json")).unwrap();
        assert_eq!(folder.done.row("a", print), None);
    }

    #[test]
    fn other_settings_and_foreign_files_are_refused_unless_forced() {
        let dir = tempfile::tempdir().unwrap();
        drop(open(dir.path(), "{}", false).unwrap());
        let error = open(dir.path(), "{1}", false).unwrap_err();
        assert!(error.to_string().contains("other settings"), "{error}");
        assert!(open(dir.path(), "{1}", true).is_ok());
        for file in ["b.json", "summary.csv"] {
            let foreign = tempfile::tempdir().unwrap();
            std::fs::write(foreign.path().join(file), "mine").unwrap();
            let error = open(foreign.path(), "{}", false).unwrap_err();
            assert!(error.to_string().contains("exists already"), "{error}");
        }
    }

    #[test]
    fn report_that_is_not_as_it_was_made_is_made_anew_and_kept_aside() {
        let dir = tempfile::tempdir().unwrap();
        let print = basis();
        let path = dir.path().join("a.json");
        let mut folder = open(dir.path(), "{}", false).unwrap();
        folder.add(b"first", print, &row("a.json")).unwrap();
        drop(folder);
        for found in ["", "firs", "First", "first\n"] {
            std::fs::write(&path, found).unwrap();
            let mut folder = open(dir.path(), "{}", false).unwrap();
            assert_eq!(folder.done.row("a", print), None, "{found:?}");
            let set_aside = folder.add(b"first", print, &row("a.json")).unwrap();
            let words = set_aside.expect("it was changed").to_string();
            assert!(words.contains("a.json was not as it was made"), "{words}");
            let read = |path: &Path| std::fs::read_to_string(path).unwrap();
            assert_eq!(read(&path), "first");
            assert_eq!(read(&dir.path().join("a.json~")), found);
        }
        // A report that is replaced because its game has changed is nobody's work.
        let mut folder = open(dir.path(), "{}", false).unwrap();
        assert_eq!(folder.done.row("a", other()), None);
        let set_aside = folder.add(b"other", other(), &row("a.json"));
        assert!(set_aside.unwrap().is_none());
    }
}
