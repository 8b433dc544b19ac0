//! Where converted games go: stdout, a file, or a file for each input in a directory.
//!
//! What is refused is refused before the first game is read: two inputs that would be one
//! file, and files that exist. A file appears by write-to-temporary, sync, rename, so that
//! nobody ever finds half of one.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use super::super::exit::{Failure, Kind};
use super::super::input::STREAM;

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
        let written = match path.metadata() {
            // A device or a pipe is written to; a rename would put a file in its place.
            Ok(metadata) if !metadata.is_file() => File::options()
                .write(true)
                .open(path)
                .and_then(|mut file| file.write_all(text.as_bytes())),
            _ => self.replace(path, text),
        };
        match written {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(exists(path).into()),
            written => written.with_context(|| format!("cannot write {}", path.display())),
        }
    }

    fn replace(&self, path: &Path, text: &str) -> io::Result<()> {
        // A link stays a link: what it leads to is replaced.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let dir = match path.parent() {
            Some(dir) if !dir.as_os_str().is_empty() => dir,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        builder.prefix(".oware-convert-");
        // As any new file has it, less what the process masks out.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(dir)?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        let persisted = if self.force {
            file.persist(&path)
        } else {
            file.persist_noclobber(&path)
        };
        persisted.map(drop).map_err(|error| error.error)
    }
}

fn exists(path: &Path) -> Failure {
    Failure::new(
        Kind::Io,
        anyhow!("{} exists already", path.display()),
        "name another with --out, or replace it with --force",
    )
}
