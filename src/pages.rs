//! [`Pages`]: large arrays in memory straight from the system, in large pages where there
//! are any.
//!
//! Whoever jumps about in gigabytes asks another page each time. The processor keeps the
//! places of some thousand pages at hand, which is a few megabytes of pages of the usual size
//! and gigabytes of large ones; without it each jump first waits for the page tables. And
//! memory that is first touched is handed over 2 MiB at a time, not 4 KiB. The system gives
//! large pages to those who ask (`madvise`; Linux, Documentation/admin-guide/mm/transhuge.rst),
//! which the allocator of the standard library does not. No `unsafe` is needed: a map without
//! a file cannot change under anybody, and `zerocopy` knows which types any bytes are.

use std::fmt;
use std::io;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use memmap2::{MmapMut, MmapOptions};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

/// Items that are zero until they are written, in memory that is not taken before it is
/// touched.
pub(crate) struct Pages<T> {
    /// None for no items, as some systems refuse a map of no bytes.
    map: Option<MmapMut>,
    items: PhantomData<T>,
}

impl<T: FromBytes + IntoBytes> Pages<T> {
    /// So many items, all of whose bytes are zero, in large pages.
    ///
    /// # Errors
    ///
    /// When the system does not give so much.
    pub(crate) fn new(length: usize) -> io::Result<Self> {
        let pages = Self::of_usual_size(length)?;
        // Pages of the usual size do as well, only slower.
        #[cfg(target_os = "linux")]
        if let Some(map) = &pages.map {
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Ok(pages)
    }

    /// The same in pages of the usual size, for whoever goes through his memory in order.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub(crate) fn of_usual_size(length: usize) -> io::Result<Self> {
        let bytes = length
            .checked_mul(size_of::<T>())
            .ok_or(io::ErrorKind::OutOfMemory)?;
        if bytes == 0 {
            return Ok(Self::default());
        }
        Ok(Self {
            map: Some(MmapOptions::new().len(bytes).map_anon()?),
            items: PhantomData,
        })
    }

    /// Takes all of it from the system now, so that nobody has to wait for it later.
    pub(crate) fn take(&self) {
        // An older system does not know how; there it is taken when it is first touched.
        #[cfg(target_os = "linux")]
        if let Some(map) = &self.map {
            let _ = map.advise(memmap2::Advice::PopulateWrite);
        }
    }

    /// How many items there are.
    pub(crate) fn length(&self) -> usize {
        self.map
            .as_ref()
            .map_or(0, |map| map.len() / size_of::<T>())
    }

    /// All items, also of a type that changes through a shared reference.
    #[inline]
    pub(crate) fn items_mut(&mut self) -> &mut [T]
    where
        T: KnownLayout,
    {
        self.map
            .as_deref_mut()
            .map_or(&mut [], |bytes| <[T]>::mut_from_bytes(bytes).expect(WHOLE))
    }
}

/// Why the bytes of a map are items.
const WHOLE: &str = "a map begins with a page and has the size of its items";

impl<T> Default for Pages<T> {
    /// No items.
    fn default() -> Self {
        Self {
            map: None,
            items: PhantomData,
        }
    }
}

impl<T: FromBytes + IntoBytes + Immutable + KnownLayout> Deref for Pages<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        self.map
            .as_deref()
            .map_or(&[], |bytes| <[T]>::ref_from_bytes(bytes).expect(WHOLE))
    }
}

impl<T: FromBytes + IntoBytes + Immutable + KnownLayout> DerefMut for Pages<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        self.items_mut()
    }
}

impl<T> fmt::Debug for Pages<T> {
    /// The size, not the gigabytes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.map.as_ref().map_or(0, |map| map.len());
        write!(f, "Pages({bytes} bytes)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_zero_and_keep_what_is_written() {
        // Less than a page, more than a large one, and no whole number of either.
        for length in [0, 1, 700, 1 << 20] {
            let mut pages: Pages<[u64; 3]> = Pages::new(length).unwrap();
            assert_eq!((pages.length(), pages.len()), (length, length));
            assert!(pages.iter().all(|item| *item == [0; 3]));
            pages.take();
            for (number, item) in (0..).zip(pages.iter_mut()) {
                *item = [number, 2 * number, 3 * number];
            }
            assert!((0..).zip(pages.iter()).all(|(n, item)| item[2] == 3 * n));
        }
    }

    #[test]
    fn more_than_there_is_is_an_error() {
        for length in [usize::MAX / 8, usize::MAX / 16] {
            assert!(Pages::<u64>::new(length).is_err());
        }
        assert!(Pages::<[u64; 2]>::new(usize::MAX / 8).is_err());
    }
}
