//! [`Known`]: the values of a layer and of all beneath it, as the checks read them.

use crate::game::{Board, Net};

use super::super::index::{Layer, Rank};
use super::super::table::Values;

/// The values of the layers from the empty board up to one that is to be checked.
#[derive(Clone, Debug)]
pub struct Known<'a> {
    /// Index k holds layer k, a signed byte a board; there is at least one.
    layers: Vec<&'a [u8]>,
}

impl<'a> Known<'a> {
    /// The values of layer k at index k, for every k up to the layer that is to be checked.
    ///
    /// # Panics
    ///
    /// When there is no layer, or one does not have as many values as boards.
    #[must_use]
    pub fn new(layers: &'a [Values<'_>]) -> Self {
        assert!(!layers.is_empty(), "the empty board is a layer too");
        let layers: Vec<_> = layers.iter().map(Values::as_bytes).collect();
        for (layer, values) in Layer::up_to((layers.len() - 1) as u8).zip(&layers) {
            assert_eq!(
                values.len() as u64,
                layer.boards(),
                "a value for each board"
            );
        }
        Self { layers }
    }

    /// The layer that is to be checked.
    #[must_use]
    pub fn layer(&self) -> Layer {
        Layer::new((self.layers.len() - 1) as u8)
    }

    /// The stored value of a board of one of the layers.
    #[must_use]
    pub fn value(&self, board: Board) -> Net {
        let layer = Layer::of(board);
        Net::new(self.at(layer.seeds(), layer.rank(board)))
    }

    /// The same by layer and rank, without the newtype.
    #[inline]
    pub(super) fn at(&self, seeds: u8, rank: Rank) -> i8 {
        self.layers[usize::from(seeds)][rank.get() as usize].cast_signed()
    }

    /// The values to be checked, a byte a board.
    pub(super) fn checked(&self) -> &'a [u8] {
        self.layers[self.layers.len() - 1]
    }
}
