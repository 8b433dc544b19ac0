//! News of boards that settled, on its way to the boards before them.
//!
//! News is a [`Letter`] of four bytes to one cell: which cell of its stretch, and what
//! happened to the board that a quiet move of it leads to. The cells of a layer are far more
//! than the caches hold and the order in which boards hear of each other is as good as
//! random; so letters are not read as they are written but collected by stretch, which fits
//! in the cache and is worked through by one thread at a time. Random access is confined to
//! it, nothing is atomic, and a letter costs a few bytes written and read in sequence in place
//! of a cache miss.
//!
//! Each thread writes into an outbox of its own, where the letters to each stretch fill a
//! small lot; a lot that is full goes to the inbox of the stretch. Inboxes are made of bags
//! of one size that go round: no letter is copied because an inbox grows, and no memory is
//! given back to the system only to be asked for again, which it fills with zeros first.

use std::sync::{Mutex, MutexGuard};

/// Letters of a lot, with their number two cache lines: so that the lots for thousands of
/// stretches stay in the cache. Half as many take a fifteenth longer.
const LOT: usize = 31;
/// Letters of a bag.
const BAG: usize = 1 << 10;

/// What happened to a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Its mover loses: good for whoever can move there.
    Lost = 0,
    /// Its mover wins: one hope less for whoever can move there.
    Won = 1,
}

/// A cell of a stretch with a kind: a board that settled, or one that must hear of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Letter(u32);

impl Letter {
    #[inline]
    pub(super) const fn new(cell: u32, kind: Kind) -> Self {
        Self(cell << 1 | kind as u32)
    }

    /// The place of the cell in its stretch.
    #[inline]
    pub(super) const fn cell(self) -> u32 {
        self.0 >> 1
    }

    #[inline]
    pub(super) const fn kind(self) -> Kind {
        match self.0 & 1 {
            0 => Kind::Lost,
            _ => Kind::Won,
        }
    }
}

/// The inboxes of all stretches and the outboxes of all threads.
#[derive(Debug)]
pub(super) struct Post<D> {
    inboxes: Vec<Mutex<Inbox>>,
    threads: Vec<Mutex<(Outbox, D)>>,
}

/// Letters to a stretch, in bags of which only the last has room.
type Inbox = Vec<Vec<Letter>>;

/// Letters that a thread writes, by stretch.
#[derive(Debug)]
pub(super) struct Outbox {
    lots: Vec<Lot>,
    /// Bags that are empty.
    bags: Vec<Vec<Letter>>,
}

/// Some letters to one stretch.
#[derive(Clone, Debug)]
#[repr(align(128))]
struct Lot {
    /// How many letters there are.
    count: u32,
    letters: [Letter; LOT],
}

const _: () = assert!(size_of::<Lot>() == 128);

impl Lot {
    const EMPTY: Self = Self {
        count: 0,
        letters: [Letter(0); LOT],
    };

    fn letters(&self) -> &[Letter] {
        &self.letters[..self.count as usize]
    }

    /// Moves the letters into an inbox.
    fn empty_into(&mut self, inbox: &mut Inbox, bags: &mut Vec<Vec<Letter>>) {
        let letters = self.letters();
        match inbox.last_mut() {
            Some(bag) if bag.len() + letters.len() <= BAG => bag.extend_from_slice(letters),
            _ => {
                let mut bag = bags.pop().unwrap_or_else(|| Vec::with_capacity(BAG));
                bag.extend_from_slice(letters);
                inbox.push(bag);
            }
        }
        self.count = 0;
    }
}

impl<D: Default> Post<D> {
    /// For so many stretches and the threads of the current rayon pool, each of which keeps
    /// a desk.
    pub(super) fn new(stretches: usize) -> Self {
        let outbox = || Outbox {
            lots: vec![Lot::EMPTY; stretches],
            bags: Vec::new(),
        };
        let threads = rayon::current_num_threads().max(1);
        Self {
            inboxes: (0..stretches).map(|_| Mutex::default()).collect(),
            threads: (0..threads)
                .map(|_| Mutex::new((outbox(), D::default())))
                .collect(),
        }
    }

    /// Lets `write` send letters from the current thread, with its desk.
    pub(super) fn with_outbox<T>(&self, write: impl FnOnce(&mut Writer<'_>, &mut D) -> T) -> T {
        let thread = rayon::current_thread_index().unwrap_or(0) % self.threads.len();
        let (outbox, desk) = &mut *locked(&self.threads[thread]);
        let inboxes = &self.inboxes;
        write(&mut Writer { inboxes, outbox }, desk)
    }

    /// Takes the bags of letters to a stretch that are in its inbox.
    pub(super) fn take(&self, stretch: usize) -> Vec<Vec<Letter>> {
        std::mem::take(&mut locked(&self.inboxes[stretch]))
    }

    /// Whether something is in the inbox of a stretch.
    pub(super) fn has_letters(&self, stretch: usize) -> bool {
        !locked(&self.inboxes[stretch]).is_empty()
    }

    /// Brings lots that are not full to the inboxes too; whether any letter waits.
    pub(super) fn deliver(&mut self) -> bool {
        for thread in &mut self.threads {
            let (Outbox { lots, bags }, _) = unlocked(thread);
            for (lot, inbox) in lots.iter_mut().zip(&mut self.inboxes) {
                if lot.count > 0 {
                    lot.empty_into(unlocked(inbox), bags);
                }
            }
        }
        self.inboxes
            .iter_mut()
            .any(|inbox| !unlocked(inbox).is_empty())
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no writer panics")
}

fn unlocked<T>(mutex: &mut Mutex<T>) -> &mut T {
    mutex.get_mut().expect("no writer panics")
}

/// Sends letters from one thread.
#[derive(Debug)]
pub(super) struct Writer<'a> {
    inboxes: &'a [Mutex<Inbox>],
    outbox: &'a mut Outbox,
}

impl Writer<'_> {
    /// Sends a letter to a cell of a stretch, if it `is_real`: which is as good as random
    /// where it is asked, so that no branch depends on it.
    #[inline]
    pub(super) fn send(&mut self, stretch: usize, letter: Letter, is_real: bool) {
        let lot = &mut self.outbox.lots[stretch];
        lot.letters[lot.count as usize] = letter;
        lot.count += u32::from(is_real);
        if lot.count as usize == LOT {
            self.bring(stretch);
        }
    }

    #[inline(never)]
    fn bring(&mut self, stretch: usize) {
        let Outbox { lots, bags } = &mut *self.outbox;
        lots[stretch].empty_into(&mut locked(&self.inboxes[stretch]), bags);
    }

    /// Takes back a bag whose letters were read.
    pub(super) fn give_back(&mut self, mut bag: Vec<Letter>) {
        bag.clear();
        self.outbox.bags.push(bag);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_real_letter_comes_once_and_to_its_stretch() {
        let mut post: Post<()> = Post::new(3);
        let mut expected = vec![Vec::new(); 3];
        assert!(!post.deliver());
        post.with_outbox(|writer, ()| {
            for number in 0..1_000_u32 {
                let stretch = (number * number % 7 % 3) as usize;
                let kind = [Kind::Won, Kind::Lost][number as usize % 2];
                let letter = Letter::new(number, kind);
                assert_eq!((letter.cell(), letter.kind()), (number, kind));
                let is_real = number % 5 > 0;
                writer.send(stretch, letter, is_real);
                if is_real {
                    expected[stretch].push(letter);
                }
            }
        });
        let early = post.take(0).concat();
        assert!(!early.is_empty() && !post.has_letters(0), "full lots only");
        assert!(post.deliver());
        let found: Vec<Vec<Letter>> = (0..3).map(|stretch| post.take(stretch).concat()).collect();
        assert_eq!([early, found[0].clone()].concat(), expected[0]);
        assert_eq!(found[1..], expected[1..]);
        assert!(!post.deliver());
    }

    #[test]
    fn bags_come_back_empty_and_are_filled_again() {
        let mut post: Post<()> = Post::new(1);
        let letters =
            |round: u32| (0..3_000).map(move |number| Letter::new(7 * round + number, Kind::Won));
        for round in 0..3 {
            post.with_outbox(|writer, ()| {
                letters(round).for_each(|letter| writer.send(0, letter, true));
            });
            assert!(post.deliver());
            let bags = post.take(0);
            assert!(bags.len() > 2 && bags.iter().all(|bag| bag.capacity() == BAG));
            assert!(bags.iter().flatten().copied().eq(letters(round)));
            post.with_outbox(|writer, ()| {
                bags.into_iter().for_each(|bag| writer.give_back(bag));
                assert!(writer.outbox.bags.len() <= 4, "no more than are needed");
            });
        }
    }
}
