//! When it pays to solve the next layer as a whole, in memory, instead of searching on.
//!
//! A layer costs about a known time, and the search grows with the distance to what is
//! known; so layers get about as much work as the search has had, the smallest at once.
//! Prices are in nodes, which makes an answer within a limit of nodes reproducible; where
//! time is limited, a layer is begun only if it should be done in a part of what is left.

use std::time::Duration;

use rayon::ThreadPoolBuilder;

use super::answer::{Purpose, SolveOptions};
use super::tables::Tables;
use crate::endgame::{BuildError, DatabaseError, Extension, Layer};
use crate::game::{Loops, ValueRules};
use crate::search::Meter;

/// What layers may cost before the search has begun.
const AT_ONCE: u64 = 1 << 18;
/// How far below the root a layer may lie, in seeds: from farther off it is seldom reached.
const DISTANCE: u8 = 16;
/// The same when only a move is wanted.
const DISTANCE_TO_PLAY: u8 = 10;
/// The time that a node stands for.
const NODE: Duration = Duration::from_micros(1);

/// The layers above the tables, and what they have cost this root.
pub(super) struct Growth<'a> {
    /// `None` where no tables can be made for the rules.
    pub(super) layers: Option<&'a mut Extension>,
    tables: Option<&'a Tables<'a>>,
    loops: Loops,
    options: &'a SolveOptions,
    root_seeds: u8,
    /// Nodes that the layers of this root have cost.
    spent: u64,
    has_failed: bool,
}

impl<'a> Growth<'a> {
    pub(super) fn new(
        layers: Option<&'a mut Extension>,
        tables: Option<&'a Tables<'a>>,
        rules: &ValueRules,
        options: &'a SolveOptions,
        root_seeds: u8,
    ) -> Self {
        Self {
            layers,
            tables,
            loops: rules.loops,
            options,
            root_seeds,
            spent: 0,
            has_failed: false,
        }
    }

    /// The layers as they are now.
    pub(super) fn layers(&self) -> Option<&Extension> {
        self.layers.as_deref()
    }

    /// Nodes that the layers of this root have cost.
    pub(super) const fn spent(&self) -> u64 {
        self.spent
    }

    /// Solves the layers that pay by now.
    pub(super) fn grow(&mut self, meter: &Meter<'_>) {
        while let Some(price) = self.price_of_next(meter) {
            let Some(layers) = self.layers.as_deref_mut() else {
                return;
            };
            meter.charge(price);
            self.spent += price;
            let database = self.tables.map(|tables| tables.database);
            let threads = self.options.threads.get();
            // Without threads of its own a layer is left to the search.
            let grown = ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .map(|pool| pool.install(|| layers.grow(database, meter)));
            match grown {
                Ok(Ok(())) => {}
                Ok(Err(error)) => {
                    self.has_failed = true;
                    if let (BuildError::Database(DatabaseError::Table(damage)), Some(tables)) =
                        (error, self.tables)
                    {
                        tables.note(damage);
                    }
                }
                Err(_) => self.has_failed = true,
            }
        }
    }

    /// What the next layer costs, if it should be solved now.
    fn price_of_next(&self, meter: &Meter<'_>) -> Option<u64> {
        let layers = self.layers()?;
        let layer = layers.next_layer()?;
        let seeds = layer.seeds();
        let distance = match self.options.purpose {
            Purpose::Values => DISTANCE,
            Purpose::Move => DISTANCE_TO_PLAY,
        };
        let most = self.root_seeds.min(self.options.whole_layer_seeds);
        if self.has_failed || seeds > most || self.root_seeds - seeds > distance {
            return None;
        }
        if layers.size_bytes() + layer.boards() > self.options.hash_bytes as u64 {
            return None;
        }
        let price = price(layer, self.loops);
        let searched = meter.spent() - self.spent;
        let share = match self.options.purpose {
            Purpose::Values => 2,
            Purpose::Move => 4,
        };
        let is_in_time = meter
            .time_left()
            .is_none_or(|left| NODE * u32::try_from(price).unwrap_or(u32::MAX) <= left / share);
        let pays = self.spent + price <= searched + AT_ONCE;
        (pays && is_in_time && price <= meter.left() / 2).then_some(price)
    }
}

/// What a layer costs, in nodes. Measured on one thread: eight million boards a second where
/// loops count 0; else three million, and the loop games of the layers of 7 to 9 seeds.
fn price(layer: Layer, loops: Loops) -> u64 {
    match loops {
        Loops::Zero => layer.boards() / 8,
        Loops::OwnRows { .. } => {
            let loop_games = match layer.seeds() {
                7 => 1 << 15,
                8 => 1 << 18,
                9 => 1 << 17,
                _ => 0,
            };
            layer.boards() / 3 + loop_games
        }
    }
}
