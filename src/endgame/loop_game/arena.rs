//! The graph on which a loop game is played.

use crate::game::Player;

/// A vertex by its number in an [`Arena`].
pub(crate) type Vertex = u32;

/// What a vertex is, whatever its edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Who moves here.
    pub(crate) mover: Player,
    /// Who wins when the play comes here again; `None` where that does not end it.
    pub(crate) repetition: Option<Player>,
}

/// A graph of places that are undecided for one threshold. Whoever leaves it loses, so only
/// the edges inside it are kept. For that the bounds must be closed under single moves; sets
/// in which a player keeps the play are found here, too.
#[derive(Clone, Debug)]
pub(crate) struct Arena {
    places: Vec<Place>,
    /// Where the edges of each vertex begin in `next`; one more entry ends the last.
    heads: Vec<u32>,
    next: Vec<Vertex>,
}

impl Arena {
    /// The arena with these places and, in the same order, the edges of each. An edge that
    /// is listed twice counts once.
    ///
    /// # Panics
    ///
    /// When an edge leads to no place, or there are 2³² edges or more.
    pub(crate) fn new<E>(places: Vec<Place>, edges: impl IntoIterator<Item = E>) -> Self
    where
        E: IntoIterator<Item = Vertex>,
    {
        let mut heads = Vec::with_capacity(places.len() + 1);
        let mut next = Vec::new();
        heads.push(0);
        for targets in edges {
            let first = next.len();
            for target in targets {
                assert!((target as usize) < places.len(), "an edge to no place");
                if !next[first..].contains(&target) {
                    next.push(target);
                }
            }
            heads.push(u32::try_from(next.len()).expect("fewer than 2³² edges"));
        }
        assert_eq!(heads.len(), places.len() + 1, "each place has its edges");
        Self {
            places,
            heads,
            next,
        }
    }

    /// The number of vertices.
    pub(crate) const fn len(&self) -> usize {
        self.places.len()
    }

    /// What a vertex is.
    pub(crate) fn place(&self, vertex: Vertex) -> Place {
        self.places[vertex as usize]
    }

    /// Where the mover of a vertex can go without losing at once.
    pub(crate) fn next(&self, vertex: Vertex) -> &[Vertex] {
        let vertex = vertex as usize;
        &self.next[self.heads[vertex] as usize..self.heads[vertex + 1] as usize]
    }
}
