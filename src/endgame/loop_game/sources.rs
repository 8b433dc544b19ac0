//! The edges of an arena, backwards.

use super::arena::{Arena, Vertex};

/// For each vertex of an arena, the vertices with an edge to it.
#[derive(Clone, Debug)]
pub(super) struct Sources {
    heads: Vec<u32>,
    list: Vec<Vertex>,
}

impl Sources {
    /// The edges of the arena, backwards.
    pub(super) fn of(arena: &Arena) -> Self {
        let vertices = arena.len() as Vertex;
        let mut heads = vec![0_u32; arena.len() + 1];
        for vertex in 0..vertices {
            for &to in arena.next(vertex) {
                heads[to as usize + 1] += 1;
            }
        }
        for vertex in 0..arena.len() {
            heads[vertex + 1] += heads[vertex];
        }
        let mut list = vec![0; heads[arena.len()] as usize];
        let mut free = heads.clone();
        for vertex in 0..vertices {
            for &to in arena.next(vertex) {
                list[free[to as usize] as usize] = vertex;
                free[to as usize] += 1;
            }
        }
        Self { heads, list }
    }

    /// The vertices with an edge to this one.
    pub(super) fn to(&self, vertex: Vertex) -> &[Vertex] {
        let vertex = vertex as usize;
        &self.list[self.heads[vertex] as usize..self.heads[vertex + 1] as usize]
    }
}
