//! The bytes of a table file, whoever holds them: a vector, the binary itself, or the
//! system's page cache.
//!
//! A table is read at random, a byte here and a byte there, and the large ones exceed main
//! memory, so the usual way is a map: the system keeps what is probed and drops the rest.
//! Reading the whole file is the twin for file systems where a map is slow or unsafe, and
//! both end in the same `&[u8]`. This is the one file of the library with `unsafe`.
//!
//! # The contract of a map
//!
//! Whoever asks for [`Access::Map`] promises that nobody changes the file while it is open.
//! This library keeps the promise towards itself: it never writes into a table under its
//! final name but puts a new file in its place by renaming, which leaves an open map on the
//! old one. Another program that writes into the file breaks the promise, and one that
//! *shortens* it takes pages away from under the map: touching them raises SIGBUS, which
//! ends the process. Tables on storage that others may change, or on a network share that
//! may go away, belong to [`Access::Read`].

#![allow(
    unsafe_code,
    reason = "a memory map cannot be made without; the contract is stated above"
)]

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use memmap2::Mmap;

/// How the bytes of a file are reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// Through a memory map. The caller promises that the file does not change while it is
    /// open; if another process shortens it, touching the lost part ends this process
    /// (SIGBUS).
    Map,
    /// Read into memory as a whole, once.
    Read,
}

impl Access {
    /// Both ways.
    pub const ALL: [Self; 2] = [Self::Map, Self::Read];
}

/// Bytes that do not change, from one of three sources.
pub struct Storage(Source);

enum Source {
    Owned(Vec<u8>),
    Static(&'static [u8]),
    Mapped(Mmap),
}

impl Storage {
    /// The bytes of the regular file at `path`.
    ///
    /// # Errors
    ///
    /// What the system says; of kind `InvalidInput` when something other than a regular
    /// file bears the name (a pipe would wait for ever, a directory has no bytes), of kind
    /// `OutOfMemory` when the file is to be read and does not fit.
    pub fn open(path: &Path, access: Access) -> io::Result<Self> {
        // Before opening: to open a named pipe is to wait for its writer.
        if !std::fs::metadata(path)?.is_file() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "not a regular file",
            ));
        }
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        match access {
            // A map of no bytes is refused by some systems.
            Access::Map if length == 0 => Ok(Self(Source::Static(&[]))),
            Access::Map => map(&file),
            Access::Read => read(&file, length),
        }
    }

    /// All of them.
    #[inline]
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Source::Owned(bytes) => bytes,
            Source::Static(bytes) => bytes,
            Source::Mapped(map) => map,
        }
    }

    /// Lets the system take back the memory of a map. Its bytes are read anew from the file
    /// when they are next asked for; bytes that are owned stay.
    pub(super) fn release(&self) {
        #[cfg(unix)]
        if let Source::Mapped(map) = &self.0 {
            // SAFETY: this advice is unchecked because it drops what was written into the
            // pages of a private or anonymous map. This map is read-only and backed by a
            // regular file that does not change while it is open (the contract above), so
            // whoever reads a page meanwhile or later, in any thread, gets it again from the
            // file with the same bytes. A failure leaves everything as it is.
            let _ = unsafe { map.unchecked_advise(memmap2::UncheckedAdvice::DontNeed) };
        }
    }
}

fn map(file: &File) -> io::Result<Storage> {
    // SAFETY: a map is sound as long as the mapped bytes do not change under the shared
    // reference that it lends. It is private to this process and read-only; the file is
    // a regular one; and the caller, by choosing `Access::Map`, has promised that the file
    // stays as it is while open (see the head of this file for how this library keeps that
    // promise itself, and for what happens if another process does not).
    let map = unsafe { Mmap::map(file)? };
    Ok(Storage(Source::Mapped(map)))
}

fn read(mut file: &File, length: u64) -> io::Result<Storage> {
    let mut bytes = Vec::new();
    // Asked for in advance, because growing in vain would abort the process.
    usize::try_from(length)
        .ok()
        .and_then(|length| bytes.try_reserve_exact(length).ok())
        .ok_or(io::ErrorKind::OutOfMemory)?;
    file.read_to_end(&mut bytes)?;
    Ok(Storage(Source::Owned(bytes)))
}

impl From<Vec<u8>> for Storage {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Source::Owned(bytes))
    }
}

impl From<&'static [u8]> for Storage {
    fn from(bytes: &'static [u8]) -> Self {
        Self(Source::Static(bytes))
    }
}

impl fmt::Debug for Storage {
    /// The source and the length, not the gigabytes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let source = match self.0 {
            Source::Owned(_) => "Owned",
            Source::Static(_) => "Static",
            Source::Mapped(_) => "Mapped",
        };
        write!(f, "{source}({} bytes)", self.as_bytes().len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_give_the_bytes_of_the_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("bytes");
        for bytes in [&b""[..], b"\0", b"sown and counted"] {
            std::fs::write(&path, bytes).unwrap();
            for access in Access::ALL {
                assert_eq!(Storage::open(&path, access).unwrap().as_bytes(), bytes);
            }
        }
    }

    #[test]
    fn replacing_a_mapped_file_by_renaming_leaves_the_map_alone() {
        let dir = tempfile::tempdir().unwrap();
        let [old, new] = ["old", "new"].map(|name| dir.path().join(name));
        std::fs::write(&old, b"old").unwrap();
        std::fs::write(&new, b"new").unwrap();
        let storage = Storage::open(&old, Access::Map).unwrap();
        std::fs::rename(&new, &old).unwrap();
        assert_eq!(storage.as_bytes(), b"old");
        assert_eq!(std::fs::read(&old).unwrap(), b"new");
    }

    #[test]
    fn released_bytes_can_be_read_again() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("bytes");
        let bytes: Vec<u8> = (0..100_000_u32).map(|n| n as u8).collect();
        std::fs::write(&path, &bytes).unwrap();
        for access in Access::ALL {
            let storage = Storage::open(&path, access).unwrap();
            for _ in 0..2 {
                assert!(storage.as_bytes() == bytes);
                storage.release();
            }
        }
    }

    #[test]
    fn a_directory_is_not_a_file() {
        let dir = tempfile::tempdir().unwrap();
        for access in Access::ALL {
            let error = Storage::open(dir.path(), access).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
        }
    }
}
