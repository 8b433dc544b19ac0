//! Endgame tables: the value of every board with few seeds, one file a layer.
//!
//! | file | owns |
//! | --- | --- |
//! | `index` | [`Layer`], [`Rank`]: the bijection between boards and numbers |
//! | `storage` | [`Storage`]: bytes, owned, embedded or mapped; the one file of the tables with `unsafe` |
//! | `format` | the layout of a table file, byte by byte; [`Coding`], [`FormatError`] |
//! | `table` | [`Table`]: one finished layer; [`TableError`] |
//! | `draft` | a file that appears when it is complete, or not at all |
//! | `directory` | file names, and how a table gets under one |
//! | `table_writer` | a table written block after block, as its values come |
//! | `predecessors` | the boards that lead to a board without a capture |
//! | `grid`, `row_number` | a layer ordered by the mover's row, and the numbers of rows |
//! | `crossing`, `origins` | what sowing does to either row and what came before it, as tables |
//! | `survey` | what the captures of a layer pay |
//! | `cell` | what is known of a board while its layer is being solved |
//! | `news`, `desk`, `propagate`, `tell` | how settled boards reach their predecessors |
//! | `collect` | from the order of the cells to that of the ranks |
//! | `terms` | under which terms a layer is solved: progress, memory, kept state |
//! | `memory` | what a build needs of memory, and how it stays within a limit |
//! | `checkpoint` | the state of a layer being solved, in a dot-file |
//! | `retrograde` | solving a layer from the layers beneath it |
//! | `loop_game` | who wins where only a repetition can be forced |
//! | `bounds_cell`, `open_boards`, `own_rows` | solving a layer where a loop gives each his own row; [`LoopReport`] |
//! | `verify` | [`check_values`], [`check_bounds`], [`check_sample`]: every value re-derived by forward moves alone |
//! | `audit` | [`audit`](audit()): all that is wrong with the files of a directory |
//! | `embedded` | the tables that are part of the program |
//! | `database` | [`Database`]: the tables of one rule set, to probe |
//! | `statistics` | how many boards have which value or bounds |
//! | `build_log` | [`BuildLog`]: what building each layer took |
//! | `build_start` | what is checked before a build, the lock; [`BuildError`] |
//! | `alarm` | stopping a build when what is done beside it fails |
//! | `layer_below`, `build` | [`build`](build()): a directory of tables, resumed where it was left |
//! | `extension` | [`Extension`]: layers above a database, solved in memory |
//! | `repack` | [`Repacker`]: from one coding to the other, in place |

mod index;

mod storage;

mod format;

mod table;

mod draft;

mod directory;

mod table_writer;

mod predecessors;

mod news;

mod cell;
mod crossing;
mod row_number;

mod grid;
mod origins;
mod survey;

mod terms;

mod desk;

mod propagate;
mod tell;

mod collect;
mod retrograde;

mod loop_game;

mod bounds_cell;

mod open_boards;
mod own_rows;

mod statistics;

mod verify;

mod audit;

mod embedded;

mod database;

mod build_log;

mod checkpoint;
mod memory;

mod alarm;
mod layer_below;

mod build_start;

mod build;

mod extension;

mod repack;

pub use audit::{Audit, AuditedLayer, FileFault, audit, damaged_blocks};
pub use build::{BuildOptions, Builder, LayerReport, build};
pub use build_log::{BuildLog, BuildRecord};
pub use build_start::BuildError;
pub use database::{Database, DatabaseError, Source};
pub use directory::{Written, file_name, layers_in, remove_leftovers, write_table};
pub use embedded::EMBEDDED_SEEDS;
pub use extension::Extension;
pub use format::{Coding, FORMAT_VERSION, FormatError};
pub use index::{Layer, Rank};
pub(crate) use loop_game::{Arena, Place, Running, Vertex, regions_in_order};
pub use memory::{MemoryNeed, held_bytes, memory_needed, peak_memory_bytes, resident_bytes};
pub use open_boards::LoopReport;
pub use own_rows::USUAL_EFFORT;
pub use repack::{RepackReport, Repacker, Repacking};
pub use statistics::{Boards, Histogram, Intervals, Statistics, histogram, statistics};
pub use storage::{Access, Storage};
pub use table::{BoundsSlice, Origin, Table, TableError, Values};
pub use verify::{
    Faults, Known, LoopsChecked, MoveWorth, ValueFault, VerifyError, WrongValue, check_bounds,
    check_sample, check_sample_by_play, check_values,
};
