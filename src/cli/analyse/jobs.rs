//! The games to judge: counted first, then read again one file at a time.
//!
//! Counting costs a thousandth of judging and tells how long the work will be, how reports
//! are named and whether there is one game or many. Only one file is in memory at a time,
//! so that a thousand files take no more room than one; what came from stdin cannot be read
//! twice and stays.

use std::collections::{HashMap, HashSet, VecDeque};
use std::path::{Path, PathBuf};

use oware::record::{Form, ReadGame, ReadOptions, RecordError};

use super::super::input::STREAM;
use super::super::interrupt;
use super::super::records::Source;

/// A file with what was counted in it.
#[derive(Debug)]
pub(super) struct PlannedFile {
    path: PathBuf,
    /// Kept where it cannot be read again.
    source: Option<Source>,
    games: usize,
    plies: u64,
    /// The name of its reports, without number and extension.
    name: String,
}

/// All that is to do.
#[derive(Debug)]
pub(super) struct Plan {
    files: Vec<PlannedFile>,
}

/// A game to judge, or why there is none.
#[derive(Debug)]
pub(super) struct Job {
    /// The name of its report, without extension.
    pub(super) name: String,
    pub(super) file: String,
    /// The number of the game in its file, from 1.
    pub(super) number: usize,
    pub(super) form: Option<Form>,
    pub(super) game: anyhow::Result<Box<ReadGame>>,
}

impl Plan {
    /// Looks through the files.
    pub(super) fn new(paths: Vec<PathBuf>, options: &ReadOptions) -> Self {
        let wanted = names(&paths);
        let files = paths.into_iter().zip(wanted).map(|(path, name)| {
            if interrupt::is_requested() {
                return PlannedFile {
                    path,
                    source: None,
                    games: 1,
                    plies: 0,
                    name,
                };
            }
            let source = Source::load(&path);
            let games = source
                .as_ref()
                .ok()
                .and_then(|source| source.games(options).ok())
                .map_or_else(Vec::new, |text| text.games);
            let read = games.iter().flatten();
            let plies = read.map(|game| game.checked.steps().len() as u64).sum();
            PlannedFile {
                source: source.ok().filter(|_| path.as_os_str() == STREAM),
                // A file that cannot be read is a failure, which counts as one.
                games: games.len().max(1),
                path,
                plies,
                name,
            }
        });
        let mut files: Vec<PlannedFile> = files.collect();
        tell_apart(&mut files);
        Self { files }
    }

    /// The games in all, those that cannot be read included.
    pub(super) fn games(&self) -> usize {
        self.files.iter().map(|file| file.games).sum()
    }

    /// The plies in all.
    pub(super) fn plies(&self) -> u64 {
        self.files.iter().map(|file| file.plies).sum()
    }

    /// The names of all reports, without extension.
    pub(super) fn names(&self) -> impl Iterator<Item = String> {
        self.files
            .iter()
            .flat_map(|file| (1..=file.games).map(|number| file.report_name(number)))
    }

    /// The games, in order.
    pub(super) fn jobs<'a>(&'a self, options: &'a ReadOptions) -> Jobs<'a> {
        Jobs {
            files: self.files.iter(),
            options,
            current: None,
            waiting: VecDeque::new(),
        }
    }
}

impl PlannedFile {
    fn report_name(&self, number: usize) -> String {
        if self.games == 1 {
            return self.name.clone();
        }
        let width = self.games.to_string().len();
        format!("{}-{number:0width$}", self.name)
    }
}

/// Reads the games of a plan.
pub(super) struct Jobs<'a> {
    files: std::slice::Iter<'a, PlannedFile>,
    options: &'a ReadOptions,
    current: Option<(&'a PlannedFile, Source, Form)>,
    /// The games of the current file that are still to come.
    waiting: VecDeque<(usize, Result<ReadGame, RecordError>)>,
}

impl Iterator for Jobs<'_> {
    type Item = Job;

    fn next(&mut self) -> Option<Job> {
        loop {
            if let Some((number, game)) = self.waiting.pop_front() {
                let (file, source, form) = self.current.as_ref()?;
                return Some(Job {
                    name: file.report_name(number),
                    file: source.name.clone(),
                    number,
                    form: Some(*form),
                    game: game
                        .map(Box::new)
                        .map_err(|error| source.failure(error, Some(*form)).into()),
                });
            }
            let file = self.files.next()?;
            let source = match &file.source {
                Some(source) => Ok(source.clone()),
                None => Source::load(&file.path),
            };
            let text = source.and_then(|source| Ok((source.games(self.options)?, source)));
            match text {
                Ok((text, source)) => {
                    self.current = Some((file, source, text.form));
                    self.waiting = (1..).zip(text.games).collect();
                }
                Err(error) => {
                    return Some(Job {
                        name: file.report_name(1),
                        file: file.path.display().to_string(),
                        number: 1,
                        form: None,
                        game: Err(error),
                    });
                }
            }
        }
    }
}

/// The names, without extension, of files that tell of all reports.
const OF_ALL: [&str; 2] = ["index", "summary"];

/// Gives no two reports the same name, nor one that a file about all of them has: `a-1` may be
/// the first game of `a.txt`, and a file.
fn tell_apart(files: &mut [PlannedFile]) {
    let mut taken: HashSet<String> = OF_ALL.map(str::to_owned).into();
    for file in files {
        let wanted = file.name.clone();
        let mut number = 2;
        while (1..=file.games)
            // Some file systems know no difference between cases.
            .any(|game| taken.contains(&file.report_name(game).to_lowercase()))
        {
            file.name = format!("{wanted}-{number}");
            number += 1;
        }
        taken.extend((1..=file.games).map(|game| file.report_name(game).to_lowercase()));
    }
}

/// A name for the reports of each file: its own without extension, with its extension or
/// its directories where that is not enough to tell files apart.
fn names(paths: &[PathBuf]) -> Vec<String> {
    let stem = |path: &Path| match path.as_os_str() == STREAM {
        true => "stdin".to_owned(),
        false => lossy(path.file_stem()),
    };
    let with_extension = |path: &Path| lossy(path.file_name()).replace('.', "-");
    let with_directories = |path: &Path| {
        let parts = path.components().filter_map(|part| match part {
            std::path::Component::Normal(part) => Some(lossy(Some(part))),
            _ => None,
        });
        parts.collect::<Vec<_>>().join("-").replace('.', "-")
    };
    let ways: [&dyn Fn(&Path) -> String; 3] = [&stem, &with_extension, &with_directories];
    let mut counts = ways.map(|_| HashMap::<String, usize>::new());
    for path in paths {
        for (way, counts) in ways.iter().zip(&mut counts) {
            // Some file systems know no difference between cases.
            *counts.entry(way(path).to_lowercase()).or_insert(0) += 1;
        }
    }
    let named = paths.iter().map(|path| {
        let unique = ways.iter().zip(&counts).find_map(|(way, counts)| {
            let name = way(path);
            (counts[&name.to_lowercase()] == 1).then_some(name)
        });
        unique.unwrap_or_else(|| with_directories(path))
    });
    named.collect()
}

fn lossy(part: Option<&std::ffi::OsStr>) -> String {
    part.unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(paths: &[&str]) -> Vec<String> {
        let paths: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
        let named = paths.iter().zip(names(&paths));
        let mut files: Vec<PlannedFile> = named
            .map(|(path, name)| PlannedFile {
                path: path.clone(),
                source: None,
                games: if path.extension().is_some_and(|end| end == "txt") {
                    2
                } else {
                    1
                },
                plies: 0,
                name,
            })
            .collect();
        tell_apart(&mut files);
        let plan = Plan { files };
        plan.names().collect()
    }

    #[test]
    fn names_are_as_short_as_they_can_be_and_never_the_same() {
        assert_eq!(named(&["x/a.ogn", "x/b.ogn", "-"]), ["a", "b", "stdin"]);
        assert_eq!(named(&["x/a.ogn", "x/a.pgn"]), ["a-ogn", "a-pgn"]);
        assert_eq!(named(&["x/a.ogn", "y/A.ogn"]), ["x-a-ogn", "y-A-ogn"]);
        assert_eq!(named(&["a.ogn", "a.ogn"]), ["a-ogn", "a-ogn-2"]);
        assert_eq!(named(&["a.txt", "a-1.ogn"]), ["a-1", "a-2", "a-1-2"]);
        assert_eq!(
            named(&["Index.ogn", "summary.ogn"]),
            ["Index-2", "summary-2"]
        );
    }

    #[test]
    fn games_come_in_order_and_broken_files_in_their_place() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        std::fs::write(path("two.txt"), "DbEc\nDbAAA\n").unwrap();
        std::fs::write(path("one.ogn"), "1. D b 2. E c").unwrap();
        let options = ReadOptions::default();
        let paths = vec![path("two.txt"), path("none.ogn"), path("one.ogn")];
        let plan = Plan::new(paths, &options);
        assert_eq!((plan.games(), plan.plies()), (4, 8));
        let jobs: Vec<(String, bool)> = plan
            .jobs(&options)
            .map(|job| (job.name, job.game.is_ok()))
            .collect();
        let expected = [
            ("two-1", true),
            ("two-2", false),
            ("none", false),
            ("one", true),
        ];
        assert_eq!(
            jobs,
            expected.map(|(name, is_read)| (name.to_owned(), is_read))
        );
        assert!(plan.names().eq(jobs.into_iter().map(|(name, _)| name)));
    }
}
