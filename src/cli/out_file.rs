//! Files that appear whole or not at all: write to a temporary file, sync, rename.
//!
//! So nobody ever finds half of a file, whenever the program or the machine stops, and what
//! a file held before is there until the new text is.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// What becomes of a file that exists already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Existing {
    /// It is replaced.
    Replace,
    /// It is kept, and the write fails with [`io::ErrorKind::AlreadyExists`].
    Keep,
}

/// Writes `text` as the file at `path`. A link stays a link: what it leads to is written.
///
/// # Errors
///
/// Those of the system, and `AlreadyExists` for a file that should be kept.
pub(crate) fn write(path: &Path, text: &str, existing: Existing) -> io::Result<()> {
    match path.metadata() {
        // A device or a pipe is written to; a rename would put a file in its place.
        Ok(metadata) if !metadata.is_file() => File::options()
            .write(true)
            .open(path)
            .and_then(|mut file| file.write_all(text.as_bytes())),
        _ => replace(path, text, existing),
    }
}

fn replace(path: &Path, text: &str, existing: Existing) -> io::Result<()> {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let dir = match path.parent() {
        Some(dir) if !dir.as_os_str().is_empty() => dir,
        _ => Path::new("."),
    };
    // Else the error would name the temporary file.
    dir.metadata()?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".oware-");
    // As any new file has it, less what the process masks out.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(dir)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    let persisted = match existing {
        Existing::Replace => file.persist(&path),
        Existing::Keep => file.persist_noclobber(&path),
    };
    persisted.map(drop).map_err(|error| error.error)
}
