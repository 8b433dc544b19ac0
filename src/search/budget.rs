//! What a search may spend: nodes, time, the patience of whoever started it.
//!
//! Nodes are counted exactly, so that a node limit gives the same answer on every machine.
//! The clock and the cancel flag are looked at every [`NODES_BETWEEN_LOOKS`] nodes only.

use std::time::{Duration, Instant};

use crate::progress::Progress;

const NODES_BETWEEN_LOOKS: u64 = 1 << 10;
/// The part of the nodes that is kept for lines once the value is known.
pub(super) const LINES_SHARE: u64 = 8;
/// Time in which the lines of an answer may be followed after the deadline.
const OVERTIME: Duration = Duration::from_millis(4);

/// When the lines of an answer must be done that is due at `deadline`.
pub(crate) fn with_overtime(deadline: Option<Instant>) -> Option<Instant> {
    deadline?.checked_add(OVERTIME)
}

/// Counts what is spent and says when to stop. Once it says stop, it stays so.
pub(crate) struct Budget<'a> {
    nodes: u64,
    /// For the work in hand,
    node_limit: Option<u64>,
    /// and for all of it, lines included.
    most_nodes: Option<u64>,
    deadline: Option<Instant>,
    overtime: Option<Instant>,
    progress: &'a dyn Progress,
    stopped: bool,
    cancelled: bool,
}

impl<'a> Budget<'a> {
    pub(crate) fn new(
        node_limit: Option<u64>,
        deadline: Option<Instant>,
        progress: &'a dyn Progress,
    ) -> Self {
        let mut budget = Self {
            nodes: 0,
            node_limit,
            most_nodes: node_limit,
            deadline,
            overtime: with_overtime(deadline),
            progress,
            stopped: false,
            cancelled: false,
        };
        budget.look();
        budget
    }

    /// Takes one node out of the budget; `false` when there is none left.
    #[inline]
    pub(crate) fn spend(&mut self) -> bool {
        if self.node_limit.is_some_and(|limit| self.nodes >= limit) {
            self.stopped = true;
        }
        if self.stopped {
            return false;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) {
            self.progress.advance(NODES_BETWEEN_LOOKS);
            self.look();
        }
        !self.stopped
    }

    /// Takes the price of a piece of work that cannot be broken off, if the budget has it;
    /// otherwise nothing is taken and the work should be left.
    pub(crate) fn charge(&mut self, nodes: usize) -> bool {
        let nodes = nodes as u64;
        if self.stopped
            || self
                .node_limit
                .is_some_and(|limit| limit.saturating_sub(self.nodes) < nodes)
        {
            return false;
        }
        self.nodes += nodes;
        self.look();
        !self.stopped
    }

    fn look(&mut self) {
        self.cancelled |= self.progress.is_cancelled();
        let late = self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline);
        self.stopped |= self.cancelled || late;
    }

    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(crate) const fn is_spent(&self) -> bool {
        self.stopped
    }

    pub(crate) const fn was_cancelled(&self) -> bool {
        self.cancelled
    }

    /// Sets new limits, whatever was spent; a cancelled budget stays cancelled. The nodes
    /// are those of the whole work, the earlier ones included.
    pub(crate) fn renew(&mut self, node_limit: Option<u64>, deadline: Option<Instant>) {
        self.stopped = false;
        self.node_limit = node_limit;
        self.most_nodes = node_limit;
        self.deadline = deadline;
        self.overtime = with_overtime(deadline);
        self.look();
    }

    /// Keeps a part of the nodes for lines, and ends the work before them at `until` nodes.
    pub(crate) fn keep_for_lines(&mut self, until: u64) {
        let most = self
            .most_nodes
            .map_or(until, |most| most - most / LINES_SHARE);
        self.node_limit = Some(most.min(until));
    }

    /// Allows so many nodes more, within the limit of the whole work; a cancelled budget stays
    /// cancelled. For reading a line off a finished search, which must not take long: after
    /// the deadline there is only a little time for all lines together.
    pub(crate) fn allow(&mut self, nodes: u64) {
        self.stopped = self.cancelled;
        let enough = self.nodes.saturating_add(nodes);
        self.node_limit = Some(self.most_nodes.map_or(enough, |most| most.min(enough)));
        self.deadline = self.overtime;
        self.look();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Silent;

    #[test]
    fn node_limit_is_exact_and_final() {
        let mut budget = Budget::new(Some(3), None, &Silent);
        let spent = (0..10).filter(|_| budget.spend()).count();
        assert_eq!((spent, budget.nodes(), budget.is_spent()), (3, 3, true));
    }

    #[test]
    fn lines_may_take_a_little_longer_and_no_more() {
        let now = Instant::now();
        let mut budget = Budget::new(None, Some(now), &Silent);
        assert!(!budget.spend());
        budget.allow(u64::from(u16::MAX));
        let late = now - 2 * OVERTIME;
        let mut over = Budget::new(None, Some(late), &Silent);
        over.allow(u64::from(u16::MAX));
        assert!(!over.spend());
    }

    #[test]
    fn lines_stay_within_the_limit_of_the_whole_work() {
        let mut budget = Budget::new(Some(10), None, &Silent);
        assert!((0..4).all(|_| budget.spend()));
        budget.keep_for_lines(6);
        while budget.spend() {}
        assert_eq!(budget.nodes(), 6);
        budget.renew(Some(10), None);
        budget.keep_for_lines(u64::MAX);
        while budget.spend() {}
        assert_eq!(budget.nodes(), 9);
        budget.renew(Some(9), None);
        budget.keep_for_lines(u64::MAX);
        assert!(!budget.charge(1), "more is spent than what lines leave");
        budget.renew(Some(10), None);
        for allowed in [0, 100, 100] {
            budget.allow(allowed);
            while budget.spend() {}
            assert_eq!(budget.nodes(), if allowed == 0 { 9 } else { 10 });
        }
    }

    #[test]
    fn cancelled_work_gets_no_nodes() {
        struct Cancelled;
        impl Progress for Cancelled {
            fn is_cancelled(&self) -> bool {
                true
            }
        }
        let mut budget = Budget::new(None, None, &Cancelled);
        assert!(!budget.spend());
        budget.allow(100);
        assert!(!budget.spend() && budget.was_cancelled());
    }
}
