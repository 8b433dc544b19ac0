//! [`Known`]: what the tables say of a layer and of all beneath it, as the checks read it.

use crate::game::{Board, Bounds, Net};

use super::super::index::{Layer, Rank};
use super::super::table::BoundsSlice;

/// The bounds of the layers from the empty board up to one that is to be checked.
#[derive(Clone, Debug)]
pub struct Known<'a> {
    /// Index k holds layer k; there is at least one.
    layers: Vec<Stored<'a>>,
}

/// A layer, a signed byte for each bound.
#[derive(Clone, Copy, Debug)]
struct Stored<'a> {
    bytes: &'a [u8],
    /// Bytes a board: one, or two, the lower bound first.
    width: usize,
    /// Whether all bounds meet.
    is_exact: bool,
}

impl<'a> Known<'a> {
    /// What is known of layer k at index k, for every k up to the layer to be checked.
    ///
    /// # Panics
    ///
    /// When there is no layer, or one does not have as many values as boards.
    #[must_use]
    pub fn new(layers: &'a [BoundsSlice<'_>]) -> Self {
        assert!(!layers.is_empty(), "the empty board is a layer too");
        for (layer, values) in Layer::up_to((layers.len() - 1) as u8).zip(layers) {
            assert_eq!(values.boards(), layer.boards(), "a value for each board");
        }
        let stored = |layer: &'a BoundsSlice<'_>| Stored {
            bytes: layer.as_bytes(),
            width: if layer.is_exact() { 1 } else { 2 },
            is_exact: layer.is_exact() || layer.iter().all(|bounds| bounds.is_exact()),
        };
        Self {
            layers: layers.iter().map(stored).collect(),
        }
    }

    /// The layer that is to be checked.
    #[must_use]
    pub fn layer(&self) -> Layer {
        Layer::new((self.layers.len() - 1) as u8)
    }

    /// What is stored of a board of one of the layers.
    #[must_use]
    pub fn bounds(&self, board: Board) -> Bounds<Net> {
        let layer = Layer::of(board);
        let (lower, upper) = self.bounds_at(layer.seeds(), layer.rank(board));
        Bounds {
            lower: Net::new(lower),
            upper: Net::new(upper),
        }
    }

    /// Whether each board has one number, in every layer.
    pub(super) fn is_exact(&self) -> bool {
        self.layers.iter().all(|layer| layer.is_exact)
    }

    /// The same for the layers that captures lead to from the one to be checked; none takes
    /// a single seed.
    pub(super) fn is_exact_below(&self) -> bool {
        let mut below = self.layers.iter().rev().skip(2);
        below.all(|layer| layer.is_exact)
    }

    /// The lower bound by layer and rank, which is the value in an exact layer.
    #[inline]
    pub(super) fn at(&self, seeds: u8, rank: Rank) -> i8 {
        let layer = &self.layers[usize::from(seeds)];
        layer.bytes[layer.width * rank.get() as usize].cast_signed()
    }

    /// Both bounds by layer and rank.
    #[inline]
    pub(super) fn bounds_at(&self, seeds: u8, rank: Rank) -> (i8, i8) {
        let layer = &self.layers[usize::from(seeds)];
        let first = layer.width * rank.get() as usize;
        (
            layer.bytes[first].cast_signed(),
            layer.bytes[first + layer.width - 1].cast_signed(),
        )
    }
}
