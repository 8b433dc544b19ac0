//! A directory of reports that an interrupted run leaves in order and the next one goes on
//! with.
//!
//! A report appears whole or not at all; then a line in the journal, a dot-file beside the
//! reports, says what it is a report of. The journal begins with the settings of the run: a
//! run with others would make a directory of two minds, and is refused. A game counts as
//! done when its name, its record and its report are still what the journal says.

use std::collections::HashMap;
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

/// A line of the journal.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    fingerprint: Fingerprint,
    row: GameRow,
}

/// A directory of reports.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    journal: File,
    done: Arc<DoneBefore>,
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
    /// Opens a directory, new or of an earlier run with the same settings, for reports of
    /// these names.
    pub(super) fn open(
        path: &Path,
        settings: &str,
        names: impl Iterator<Item = String>,
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
            for name in names {
                let report = path.join(format!("{name}.{extension}"));
                if report.symlink_metadata().is_ok() {
                    return Err(exists(&report).into());
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
        })
    }

    /// What earlier runs have done.
    pub(super) fn done_before(&self) -> Arc<DoneBefore> {
        Arc::clone(&self.done)
    }

    /// Writes a report, then notes that it is done.
    pub(super) fn add(
        &mut self,
        report: &[u8],
        fingerprint: Fingerprint,
        row: &GameRow,
    ) -> anyhow::Result<()> {
        let name = row.report.as_deref().unwrap_or_default();
        self.put(name, report)?;
        let entry = Entry {
            fingerprint,
            row: row.clone(),
        };
        let mut line = serde_json::to_string(&entry)?;
        line.push('\n');
        self.journal
            .write_all(line.as_bytes())
            .with_context(|| format!("cannot write {}", self.path.join(JOURNAL).display()))
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
    /// The row of a game that was judged, if its report is still there.
    pub(super) fn row(&self, name: &str, fingerprint: Fingerprint) -> Option<&GameRow> {
        let file = format!("{name}.{}", self.extension);
        let entry = self.entries.get(&file)?;
        let is_there = || self.path.join(&file).is_file();
        (entry.fingerprint == fingerprint && is_there()).then_some(&entry.row)
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
    let mut lines = BufReader::new(file).lines();
    let Some(settings) = lines.next().transpose()? else {
        return Ok(None);
    };
    let mut entries = HashMap::new();
    for line in lines {
        // A line that was cut off says nothing; its game is judged again.
        if let Ok(entry) = serde_json::from_str::<Entry>(&line?)
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

    fn open(path: &Path, settings: &str, force: bool) -> anyhow::Result<Folder> {
        let names = ["a", "b"].map(str::to_owned);
        Folder::open(path, settings, names.into_iter(), "json", force)
    }

    #[test]
    fn finished_reports_are_known_again_and_half_lines_forgotten() {
        let dir = tempfile::tempdir().unwrap();
        let game = Game::new(Position::START, Rules::default());
        let print = Fingerprint::of(&CheckedRecord::from_game(&game));
        let mut folder = open(dir.path(), "{}", false).unwrap();
        folder.add(b"first", print, &row("a.json")).unwrap();
        drop(folder);
        let journal = dir.path().join(JOURNAL);
        let mut text = std::fs::read_to_string(&journal).unwrap();
        text.push_str("{\"fingerprint\":1,\"row\":{\"report\":\"b.j");
        std::fs::write(&journal, text).unwrap();
        let mut folder = open(dir.path(), "{}", false).unwrap();
        assert_eq!(folder.done.row("a", print), Some(&row("a.json")));
        assert_eq!(folder.done.row("a", Fingerprint(0)), None);
        assert_eq!(folder.done.row("b", print), None);
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
        let foreign = tempfile::tempdir().unwrap();
        std::fs::write(foreign.path().join("b.json"), "mine").unwrap();
        let error = open(foreign.path(), "{}", false).unwrap_err();
        assert!(error.to_string().contains("exists already"), "{error}");
    }
}
