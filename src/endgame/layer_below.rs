//! What a finished layer is to the layers above it: values, or bounds apart.

use super::table::{Table, TableError, Values};
use crate::game::Net;

/// The values of a finished layer, or the bounds apart.
pub(super) enum LayerBelow<'a> {
    Exact(Values<'a>),
    Bounds { lower: Vec<u8>, upper: Vec<u8> },
}

impl<'a> LayerBelow<'a> {
    pub(super) fn of(table: &'a Table) -> Result<Self, TableError> {
        if table.is_exact() {
            return Ok(Self::Exact(table.values()?));
        }
        let bounds = table.bounds()?;
        let net = |net: Net| net.seeds().cast_unsigned();
        Ok(Self::Bounds {
            lower: bounds.iter().map(|bounds| net(bounds.lower)).collect(),
            upper: bounds.iter().map(|bounds| net(bounds.upper)).collect(),
        })
    }

    pub(super) fn lower(&self) -> &[u8] {
        match self {
            Self::Exact(values) => values.as_bytes(),
            Self::Bounds { lower, .. } => lower,
        }
    }

    pub(super) fn upper(&self) -> &[u8] {
        match self {
            Self::Exact(values) => values.as_bytes(),
            Self::Bounds { upper, .. } => upper,
        }
    }
}
