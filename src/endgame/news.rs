//! News of boards that settled, on its way to the rows it concerns.
//!
//! A board that settles matters to the boards from which a quiet move leads to it, and
//! those are found by the row of the player who moved, which is the opponent's row of the
//! settled board. So news is addressed to that row. Each thread writes into an outbox of
//! its own, sorted roughly by address while it is written; [`deliver`](Post::deliver) then
//! sorts each part by counting. Random access is confined to parts that fit in the cache,
//! and costs a few sequential bytes a board in place of a cache miss a move.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::row_number::{RowNumber, RowNumbers};
use crate::game::{Pit, Row, lane};

/// Cells whose boards send to the same part, about.
const CELLS_PER_PART: usize = 1 << 19;
/// Rows of a part at most, so that the counters of a part stay in the cache.
const ROWS_PER_PART: usize = 1 << 13;

/// What happened to a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Its mover loses: good for whoever can move there.
    Lost = 0,
    /// Its mover wins: one hope less for whoever can move there.
    Won = 1,
}

/// How many pits from the left of the settled board's mover hold seeds: 0, 1, 2, or 3 and
/// more. Only so many seeds can have crossed into them by the move before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Depth(u8);

const DEPTHS: usize = 4;
/// News of one row is sorted by kind, then by depth.
const SLOTS: usize = 2 * DEPTHS;

impl Depth {
    /// Whether so many seeds can have crossed.
    #[inline]
    pub(super) fn allows(self, crossed: u8) -> bool {
        crossed.min(DEPTHS as u8 - 1) <= self.0
    }

    /// That of a mover's row.
    pub(super) fn of(mover: Row) -> Self {
        let mut depth = 0;
        while depth + 1 < DEPTHS && mover >> lane(Pit::ALL[depth]) & 0xFF != 0 {
            depth += 1;
        }
        Self(depth as u8)
    }
}

/// The outboxes of all threads and what was delivered last.
#[derive(Debug)]
pub(super) struct Post {
    parts: Vec<Part>,
    /// Rows of a part are addressed by their numbers; this is where it begins for each sum.
    routes: Routes,
    outboxes: Vec<Mutex<Outbox>>,
    /// For each row where its news begins and ends, by kind and depth; only valid where a bit of
    /// `has_news` is set.
    places: Vec<[u32; SLOTS + 1]>,
    has_news: Vec<AtomicU64>,
    movers: Vec<u32>,
}

/// How a row finds its part: by runs of `2^shift` rows of its sum.
#[derive(Debug)]
struct Routes {
    shift_and_part: Vec<(u32, usize)>,
}

/// Rows that are sorted together.
#[derive(Clone, Copy, Debug)]
struct Part {
    first: RowNumber,
    rows: usize,
}

/// News that a thread writes, by part.
#[derive(Debug)]
pub(super) struct Outbox {
    parts: Vec<Vec<Letter>>,
}

/// Address within the part with kind and depth, and the place of the settled board's
/// mover's row among those of its sum.
#[derive(Clone, Copy, Debug)]
struct Letter {
    slot: u32,
    mover: u32,
}

/// The news for one row.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowNews<'a> {
    places: &'a [u32; SLOTS + 1],
    movers: &'a [u32],
}

impl<'a> RowNews<'a> {
    /// The boards of this kind that a move with so many seeds crossing over can have led
    /// to, by the places of their mover's rows among those of their sum; some of them may
    /// have a pit too few.
    #[inline]
    pub(super) fn of(self, kind: Kind, crossed: u8) -> &'a [u32] {
        let first = DEPTHS * kind as usize;
        let depth = usize::from(crossed).min(DEPTHS - 1);
        let start = self.places[first + depth] as usize;
        &self.movers[start..self.places[first + DEPTHS] as usize]
    }
}

impl Post {
    /// For a layer of so many seeds and the threads of the current rayon pool.
    pub(super) fn new(rows: &RowNumbers) -> Self {
        let (routes, parts) = Routes::new(rows);
        let outbox = || Outbox {
            parts: vec![Vec::new(); parts.len()],
        };
        let threads = rayon::current_num_threads().max(1);
        Self {
            outboxes: (0..threads).map(|_| Mutex::new(outbox())).collect(),
            places: vec![[0; SLOTS + 1]; rows.count()],
            has_news: (0..rows.count().div_ceil(64))
                .map(|_| AtomicU64::new(0))
                .collect(),
            movers: Vec::new(),
            parts,
            routes,
        }
    }

    /// Lets `write` send news from the current thread.
    pub(super) fn with_outbox<T>(&self, write: impl FnOnce(&mut Writer<'_>) -> T) -> T {
        let thread = rayon::current_thread_index().unwrap_or(0) % self.outboxes.len();
        let mut outbox = self.outboxes[thread].lock().expect("no writer panics");
        write(&mut Writer {
            routes: &self.routes,
            outbox: &mut outbox,
        })
    }

    /// How much news waits for delivery.
    pub(super) fn waiting(&mut self) -> usize {
        self.boxes()
            .map(|outbox| outbox.parts.iter().map(Vec::len).sum::<usize>())
            .sum()
    }

    fn boxes(&mut self) -> impl Iterator<Item = &mut Outbox> {
        self.outboxes
            .iter_mut()
            .map(|outbox| outbox.get_mut().expect("no writer panics"))
    }

    /// Delivers what waits, in place of what was delivered before; calls `told` with every
    /// row that there is news for.
    pub(super) fn deliver(&mut self, told: impl Fn(RowNumber) + Sync) {
        let waiting = self.waiting();
        self.has_news
            .iter_mut()
            .for_each(|bits| *bits.get_mut() = 0);
        self.movers.clear();
        self.movers.resize(waiting, 0);
        let outboxes: Vec<&Outbox> = self
            .outboxes
            .iter_mut()
            .map(|outbox| &*outbox.get_mut().expect("no writer panics"))
            .collect();
        let letters = |part: usize| outboxes.iter().map(move |outbox| &outbox.parts[part]);

        let mut sorting = Vec::with_capacity(self.parts.len());
        let (mut places, mut movers) = (&mut *self.places, &mut *self.movers);
        let mut start = 0;
        for (number, part) in self.parts.iter().enumerate() {
            let count: usize = letters(number).map(Vec::len).sum();
            let (own_places, other_places) = places.split_at_mut(part.rows);
            let (own_movers, other_movers) = movers.split_at_mut(count);
            (places, movers) = (other_places, other_movers);
            if count > 0 {
                sorting.push((number, start, own_places, own_movers));
            }
            start += count as u32;
        }
        let has_news = &self.has_news;
        sorting.into_par_iter().for_each_init(
            Vec::new,
            |starts, (number, start, places, movers)| {
                sort(starts, || letters(number).flatten(), places.len(), movers);
                let first = self.parts[number].first;
                for (row, place) in places.iter_mut().enumerate() {
                    let starts = &starts[SLOTS * row..=SLOTS * (row + 1)];
                    if starts[0] != starts[SLOTS] {
                        *place = std::array::from_fn(|slot| start + starts[slot]);
                        let row = first.plus(row);
                        let bit = 1 << (row.get() % 64);
                        has_news[row.get() / 64].fetch_or(bit, Ordering::Relaxed);
                        told(row);
                    }
                }
            },
        );
        for outbox in self.boxes() {
            outbox.parts.iter_mut().for_each(Vec::clear);
        }
    }

    /// Takes what waits, as the kind, the depth, the row and the place of the mover's row.
    pub(super) fn take(&mut self, mut each: impl FnMut(Kind, Depth, RowNumber, u32)) {
        let parts = &self.parts;
        for outbox in &mut self.outboxes {
            let outbox = outbox.get_mut().expect("no writer panics");
            for (part, letters) in parts.iter().zip(&mut outbox.parts) {
                for letter in letters.drain(..) {
                    let slot = letter.slot as usize;
                    let kind = match slot % SLOTS / DEPTHS {
                        0 => Kind::Lost,
                        _ => Kind::Won,
                    };
                    let row = part.first.plus(slot / SLOTS);
                    let depth = Depth((slot % DEPTHS) as u8);
                    each(kind, depth, row, letter.mover);
                }
            }
        }
    }

    /// Whether something was delivered to a row.
    #[inline]
    pub(super) fn has_news(&self, row: RowNumber) -> bool {
        let row = row.get();
        self.has_news[row / 64].load(Ordering::Relaxed) >> (row % 64) & 1 != 0
    }

    /// What was delivered to a row that [has news](Self::has_news).
    #[inline]
    pub(super) fn news(&self, row: RowNumber) -> RowNews<'_> {
        debug_assert!(self.has_news(row));
        RowNews {
            places: &self.places[row.get()],
            movers: &self.movers,
        }
    }
}

/// Sorts letters by slot, by counting; leaves the place of each slot's first in `starts`.
fn sort<'l, L: Iterator<Item = &'l Letter>>(
    starts: &mut Vec<u32>,
    letters: impl Fn() -> L,
    rows: usize,
    movers: &mut [u32],
) {
    starts.clear();
    starts.resize(SLOTS * rows + 1, 0);
    // Counted one slot further on, so that the pass which places the letters leaves the
    // starts behind.
    for letter in letters() {
        starts[letter.slot as usize + 1] += 1;
    }
    let mut sum = 0;
    for start in &mut *starts {
        sum += std::mem::replace(start, sum);
    }
    for letter in letters() {
        let place = &mut starts[letter.slot as usize + 1];
        movers[*place as usize] = letter.mover;
        *place += 1;
    }
}

/// Sends news from one thread.
#[derive(Debug)]
pub(super) struct Writer<'a> {
    routes: &'a Routes,
    outbox: &'a mut Outbox,
}

impl Writer<'_> {
    /// Tells the row at `place` among those of its sum that a board opposite it settled,
    /// whose mover's row has the place `mover` among those of its own sum.
    #[inline]
    pub(super) fn send(&mut self, kind: Kind, depth: Depth, seeds: u8, place: usize, mover: usize) {
        let (shift, first_part) = self.routes.shift_and_part[usize::from(seeds)];
        let row = place & ((1 << shift) - 1);
        let slot = SLOTS * row + DEPTHS * kind as usize + usize::from(depth.0);
        self.outbox.parts[first_part + (place >> shift)].push(Letter {
            slot: slot as u32,
            mover: mover as u32,
        });
    }
}

impl Routes {
    fn new(rows: &RowNumbers) -> (Self, Vec<Part>) {
        let mut parts = Vec::new();
        let shift_and_part = (0..=rows.seeds())
            .map(|sum| {
                let count = rows.of_sum(sum);
                let width = rows.of_sum(rows.seeds() - sum);
                let shift = (CELLS_PER_PART / width).clamp(1, ROWS_PER_PART).ilog2();
                let first_part = parts.len();
                for first in (0..count).step_by(1 << shift) {
                    parts.push(Part {
                        first: rows.number(sum, first),
                        rows: (1 << shift).min(count - first),
                    });
                }
                (shift, first_part)
            })
            .collect();
        (Self { shift_and_part }, parts)
    }
}
