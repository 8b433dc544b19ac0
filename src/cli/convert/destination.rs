//! Where converted games go: stdout, a file, or a file for each input in a directory.
//!
//! What is refused is refused before the first game is read: two inputs that would be one
//! file, and files that exist.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use super::super::exit::{Failure, Kind};
use super::super::input::STREAM;
use super::super::out_file::{self, Existing};

/// The files to write, one for each input; none for stdout.
#[derive(Debug)]
pub(crate) struct Destination {
    paths: Vec<PathBuf>,
    force: bool,
}

impl Destination {
    /// `out` is a file for a single input that is no directory, else a directory.
    pub(super) fn new(
        out: Option<&Path>,
        inputs: &[PathBuf],
        extension: &str,
        force: bool,
    ) -> anyhow::Result<Self> {
        let Some(out) = out else {
            let paths = Vec::new();
            return Ok(Self { paths, force });
        };
        let ends_in_slash = out.to_string_lossy().ends_with(std::path::is_separator);
        let paths = if inputs.len() == 1 && !out.is_dir() && !ends_in_slash {
            vec![out.to_owned()]
        } else {
            std::fs::create_dir_all(out)
                .with_context(|| format!("cannot make the directory {}", out.display()))?;
            let named = |input: &PathBuf| {
                let stem = match input.file_stem() {
                    Some(stem) if input.as_os_str() != STREAM => stem.to_owned(),
                    _ => "stdin".into(),
                };
                let mut name = stem;
                name.push(".");
                name.push(extension);
                out.join(name)
            };
            inputs.iter().map(named).collect()
        };
        for (index, path) in paths.iter().enumerate() {
            if let Some(other) = paths[..index].iter().position(|other| other == path) {
                let error = anyhow!(
                    "{} and {} would both be written to {}",
                    inputs[other].display(),
                    inputs[index].display(),
                    path.display()
                );
                let hint = "convert them one by one, each with its own --out FILE";
                return Err(Failure::new(Kind::Usage, error, hint).into());
            }
            if !force && path.symlink_metadata().is_ok() {
                return Err(exists(path).into());
            }
        }
        Ok(Self { paths, force })
    }

    /// The file for the input with this index; `None` for stdout.
    pub(super) fn path(&self, index: usize) -> Option<&Path> {
        self.paths.get(index).map(PathBuf::as_path)
    }

    /// Writes the file for the input with this index.
    pub(super) fn write(&self, index: usize, text: &str) -> anyhow::Result<()> {
        let path = &self.paths[index];
        let existing = if self.force {
            Existing::Replace
        } else {
            Existing::Keep
        };
        match out_file::write(path, text, existing) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(exists(path).into()),
            written => written.with_context(|| format!("cannot write {}", path.display())),
        }
    }
}

fn exists(path: &Path) -> Failure {
    Failure::new(
        Kind::Io,
        anyhow!("{} exists already", path.display()),
        "name another with --out, or replace it with --force",
    )
}
