//! Strongly connected components of a part of an arena.

use super::arena::{Arena, Vertex};

const UNSEEN: u32 = u32::MAX;

/// The strongly connected components of the subgraph of `part`, each before all from which
/// it can be reached. (Tarjan, SIAM Journal on Computing 1(2), 1972; with an explicit stack,
/// since components are deep.)
pub(super) fn components(arena: &Arena, part: &[Vertex]) -> Vec<Vec<Vertex>> {
    let mut is_in = vec![false; arena.len()];
    for &vertex in part {
        is_in[vertex as usize] = true;
    }
    let mut number = vec![UNSEEN; arena.len()];
    let mut low = vec![0_u32; arena.len()];
    let mut on_stack = vec![false; arena.len()];
    let mut stack = Vec::new();
    let mut calls: Vec<(Vertex, usize)> = Vec::new();
    let mut found = Vec::new();
    let mut count = 0;
    for &root in part {
        if number[root as usize] != UNSEEN {
            continue;
        }
        calls.push((root, 0));
        while let Some((vertex, edge)) = calls.pop() {
            let at = vertex as usize;
            if edge == 0 {
                number[at] = count;
                low[at] = count;
                count += 1;
                stack.push(vertex);
                on_stack[at] = true;
            } else {
                // Back from the successor before.
                let child = arena.next(vertex)[edge - 1] as usize;
                if on_stack[child] {
                    low[at] = low[at].min(low[child]);
                }
            }
            let mut descend = None;
            for (index, &next) in arena.next(vertex).iter().enumerate().skip(edge) {
                let to = next as usize;
                if !is_in[to] {
                    continue;
                }
                if number[to] == UNSEEN {
                    descend = Some((index + 1, next));
                    break;
                }
                if on_stack[to] {
                    low[at] = low[at].min(number[to]);
                }
            }
            if let Some((edge, next)) = descend {
                calls.push((vertex, edge));
                calls.push((next, 0));
            } else if low[at] == number[at] {
                let first = stack
                    .iter()
                    .rposition(|&other| other == vertex)
                    .expect("a component's root is on the stack");
                let component: Vec<Vertex> = stack.drain(first..).collect();
                for &vertex in &component {
                    on_stack[vertex as usize] = false;
                }
                found.push(component);
            }
        }
    }
    found
}
