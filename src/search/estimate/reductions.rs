//! How much less deeply late moves are looked at.

/// Divides the product of the logarithms of depth and number, in thirds, into plies.
const REDUCTION: usize = 18;

/// Plies that a late move is looked at less, by depth and number: about half the product
/// of their logarithms.
pub(super) fn reductions() -> [[u8; 8]; 64] {
    let mut table = [[0; 8]; 64];
    for (depth, row) in table.iter_mut().enumerate() {
        for (index, plies) in row.iter_mut().enumerate() {
            // Thirds of binary logarithms are precise enough, and integers are the same everywhere.
            let log = |n: usize| 3 * (n.max(1)).ilog2() as usize + usize::from(n & (n >> 1) != 0);
            if depth >= 3 && index >= 1 {
                *plies = (log(depth) * log(index + 1) / REDUCTION) as u8;
            }
        }
    }
    table
}
