//! [`Draft`]: a file that appears under its name when it is complete and on disk, or not
//! at all.
//!
//! It is written to a dot-file beside the place where it will be, synchronised and renamed,
//! so that no reader and no loss of power ever meets half a file under a final name. The
//! dot-file has a random name, because two builds at once would write into each other's;
//! whatever way out is taken before the rename removes it, and what a killed process leaves
//! is known by its [prefix](PREFIX) and [suffix](SUFFIX).

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// How the names of drafts begin and end, and no other names in a directory of tables.
pub(super) const PREFIX: &str = ".layer-";
pub(super) const SUFFIX: &str = ".tmp";

/// A file that can wait until its bytes are on disk.
pub(super) trait Durable: Read + Write + Seek + Send {
    fn sync(&mut self) -> io::Result<()>;
}

impl Durable for File {
    fn sync(&mut self) -> io::Result<()> {
        self.sync_all()
    }
}

/// A file that is being written.
pub(super) struct Draft {
    dir: PathBuf,
    path: PathBuf,
    file: Box<dyn Durable>,
    /// Removes the dot-file when dropped.
    temporary: tempfile::TempPath,
}

impl Draft {
    /// A draft of the file `name`, which begins with `layer-` or `.layer-`, in `dir`.
    pub(super) fn new(dir: &Path, name: &str) -> io::Result<Self> {
        let prefix = format!(".{}.", name.trim_start_matches('.'));
        debug_assert!(prefix.starts_with(PREFIX));
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(SUFFIX);
        // A temporary is private as a rule; a table is for whomever the umask lets read it.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let (file, temporary) = builder.tempfile_in(dir)?.into_parts();
        Ok(Self {
            dir: dir.to_owned(),
            path: dir.join(name),
            file: Box::new(file),
            temporary,
        })
    }

    /// The same with its file seen through another, which in tests fails.
    #[cfg(test)]
    pub(super) fn through(
        mut self,
        wrap: impl FnOnce(Box<dyn Durable>) -> Box<dyn Durable>,
    ) -> Self {
        self.file = wrap(self.file);
        self
    }

    /// What is written into.
    pub(super) fn file(&mut self) -> &mut dyn Durable {
        &mut *self.file
    }

    /// Where the file is until then.
    pub(super) fn temporary(&self) -> &Path {
        &self.temporary
    }

    /// The place where the file will be.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Puts the file under its name, in place of what may be there, once it is on disk.
    ///
    /// # Errors
    ///
    /// What the system says; then the directory is as before. The one exception is a failure
    /// to synchronise the directory itself after the rename: the file is then complete, but
    /// might not survive a loss of power.
    pub(super) fn publish(mut self) -> io::Result<()> {
        self.file.flush()?;
        self.file.sync()?;
        drop(self.file);
        self.temporary
            .persist(&self.path)
            .map_err(|unmoved| unmoved.error)?;
        sync_directory(&self.dir)
    }
}

/// Makes a rename in `dir` last, where the system knows how to.
#[cfg(unix)]
fn sync_directory(dir: &Path) -> io::Result<()> {
    match File::open(dir)?.sync_all() {
        // What file systems say that have nothing to synchronise.
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported
            ) =>
        {
            Ok(())
        }
        result => result,
    }
}

/// Only Unix opens a directory as a file; elsewhere a rename lasts or it does not.
#[cfg(not(unix))]
fn sync_directory(_: &Path) -> io::Result<()> {
    Ok(())
}

/// A device that fills up, for the tests of whoever writes drafts.
#[cfg(test)]
pub(super) mod device {
    use super::{Draft, Durable};
    use std::io::{self, Read, Seek, SeekFrom, Write};

    /// How a device fails besides being full.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(in crate::endgame) enum Fault {
        None,
        Flush,
        Sync,
    }

    /// A device with room for so many bytes, that fails in one more way if asked to.
    struct Device {
        file: Box<dyn Durable>,
        room: u64,
        fault: Fault,
    }

    pub(in crate::endgame) fn on_device(draft: Draft, room: u64, fault: Fault) -> Draft {
        draft.through(|file| Box::new(Device { file, room, fault }))
    }

    fn fault(which: bool) -> io::Result<()> {
        if which {
            Err(io::ErrorKind::StorageFull.into())
        } else {
            Ok(())
        }
    }

    impl Write for Device {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let room = self.room.saturating_sub(self.file.stream_position()?);
            fault(room == 0)?;
            let count = bytes.len().min(usize::try_from(room).unwrap_or(usize::MAX));
            self.file.write(&bytes[..count])
        }

        fn flush(&mut self) -> io::Result<()> {
            fault(self.fault == Fault::Flush)?;
            self.file.flush()
        }
    }

    impl Read for Device {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            self.file.read(bytes)
        }
    }

    impl Seek for Device {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.file.seek(to)
        }
    }

    impl Durable for Device {
        fn sync(&mut self) -> io::Result<()> {
            fault(self.fault == Fault::Sync)?;
            self.file.sync()
        }
    }
}
