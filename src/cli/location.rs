//! Where a database lies: the directory given, the environment, the platform's data
//! folder, or the program itself, in this order.
//!
//! A directory that was named must serve, or the command fails: an answer from other
//! tables than those asked for would be a silent surprise. The default place may be empty;
//! then the embedded tables answer, and a note says so.

use std::path::{Path, PathBuf};

use clap::Args;
use oware::endgame::{
    Access, Database, DatabaseError, EMBEDDED_SEEDS, FormatError, TableError, layers_in,
};
use oware::game::{Rules, ValueRules};

use super::exit::{Failure, Kind};
use super::output::Console;

/// The variable that names a database directory.
const VARIABLE: &str = "OWARE_DB";

/// Heading of the arguments about tables.
pub(crate) const TABLES: &str = "Tables";

/// The tables to use.
#[derive(Args, Clone, Debug)]
pub(crate) struct DbArg {
    /// Directory of endgame tables [default: $OWARE_DB, else the data folder]
    ///
    /// Without one, the tables in the folder for the rules in the platform's data
    /// directory are used, else those that are part of the program.
    #[arg(long = "db", value_name = "DIR", help_heading = TABLES)]
    pub(crate) dir: Option<PathBuf>,
}

/// The directory that was named, by the argument or the environment.
fn named(dir: Option<&Path>) -> Option<PathBuf> {
    dir.map(Path::to_owned).or_else(|| {
        std::env::var_os(VARIABLE)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    })
}

/// The folder for these rules in the platform's data directory.
fn default_dir(rules: &ValueRules) -> Option<PathBuf> {
    let folder = Rules::from(*rules).to_string();
    dirs::data_dir().map(|dir| dir.join("oware").join(folder))
}

/// Where a build goes when it is not told.
pub(crate) fn output_dir(dir: Option<&Path>, rules: &ValueRules) -> anyhow::Result<PathBuf> {
    named(dir).or_else(|| default_dir(rules)).ok_or_else(|| {
        Failure::new(
            Kind::Usage,
            anyhow::anyhow!("this system has no data folder to put tables in"),
            "name a directory with --out DIR",
        )
        .into()
    })
}

/// The tables for these rules; `None` where nobody has any.
///
/// Tables of one rule set hold the same values wherever they lie. So where no directory was
/// named, those that reach further answer, and a small table in the default place does not
/// hide the embedded ones.
pub(crate) fn open(
    dir: Option<&Path>,
    rules: &ValueRules,
    console: &Console,
) -> anyhow::Result<Option<Database>> {
    if let Some(dir) = named(dir) {
        let database = Database::open(&dir, rules, Access::Map);
        return database.map(Some).map_err(|error| failure(error).into());
    }
    open_unnamed(rules, console)
}

/// The tables for a recorded game by these rules. Where the record says what the rules are,
/// a directory of tables for others is no mistake of who named it: a note says that they
/// cannot serve, and the game goes without them.
pub(crate) fn open_for_a_record(
    dir: Option<&Path>,
    rules: &ValueRules,
    has_named_rules: bool,
    console: &Console,
) -> anyhow::Result<Option<Database>> {
    if has_named_rules {
        return open(dir, rules, console);
    }
    let Some(named) = named(dir) else {
        return open(dir, rules, console);
    };
    match Database::open(&named, rules, Access::Map) {
        Err(DatabaseError::Table(TableError::Format {
            source: FormatError::WrongRules { found, .. },
            ..
        })) => {
            console.note(format_args!(
                "note: the tables in {} are for {} and do not serve games by {}",
                named.display(),
                Rules::from(found),
                Rules::from(*rules)
            ));
            open_unnamed(rules, console)
        }
        opened => opened.map(Some).map_err(|error| failure(error).into()),
    }
}

/// The tables for these rules where no directory was named.
fn open_unnamed(rules: &ValueRules, console: &Console) -> anyhow::Result<Option<Database>> {
    let found = open_default(rules)?;
    let embedded = Database::embedded(rules).map_err(failure)?;
    let reach = |database: &Option<Database>| database.as_ref().map(Database::seeds);
    if reach(&found) >= reach(&embedded) {
        return Ok(found);
    }
    if console.verbose || found.is_some() {
        console.note(format_args!(
            "note: using the embedded tables, up to {EMBEDDED_SEEDS} seeds; 'oware build-db' makes larger ones"
        ));
    }
    Ok(embedded)
}

/// The tables in the default place, if there are any.
fn open_default(rules: &ValueRules) -> anyhow::Result<Option<Database>> {
    match default_dir(rules) {
        Some(dir) if layers_in(&dir).is_ok_and(|layers| !layers.is_empty()) => {
            let database = Database::open(&dir, rules, Access::Map).map_err(failure)?;
            Ok(Some(database))
        }
        _ => Ok(None),
    }
}

/// The tables that a `db` command is about: those for `rules` if given, else whatever the
/// directory holds.
pub(crate) fn open_for_inspection(
    dir: Option<&Path>,
    rules: Option<Rules>,
    console: &Console,
) -> anyhow::Result<Database> {
    if let (Some(dir), None) = (named(dir), rules) {
        return Database::open_any(&dir, Access::Map).map_err(|error| failure(error).into());
    }
    let rules = rules.unwrap_or_default();
    // What lies in the default place is shown even where the embedded tables reach further.
    if let (None, Some(database)) = (named(dir), open_default(&rules.value_rules())?) {
        return Ok(database);
    }
    open(dir, &rules.value_rules(), console)?.ok_or_else(|| no_tables(rules).into())
}

/// The directory that a `db` command is about, if it is about one and not about the
/// embedded tables.
pub(crate) fn dir_for_inspection(dir: Option<&Path>, rules: Option<Rules>) -> Option<PathBuf> {
    named(dir).or_else(|| {
        default_dir(&rules.unwrap_or_default().value_rules())
            .filter(|dir| layers_in(dir).is_ok_and(|layers| !layers.is_empty()))
    })
}

/// The tables that answer about positions: as [`open`], and as
/// [`open_for_inspection`] where a directory was named.
pub(crate) fn open_to_probe(
    dir: Option<&Path>,
    rules: Option<Rules>,
    console: &Console,
) -> anyhow::Result<Database> {
    if named(dir).is_some() {
        return open_for_inspection(dir, rules, console);
    }
    let rules = rules.unwrap_or_default();
    open(None, &rules.value_rules(), console)?.ok_or_else(|| no_tables(rules).into())
}

fn no_tables(rules: Rules) -> Failure {
    let hint = format!(
        "name a directory of tables, or make one with 'oware build-db --rules {rules} --seeds 8 --out DIR'"
    );
    Failure::new(
        Kind::Database,
        anyhow::anyhow!("there are no tables for {rules}, and none are part of the program"),
        hint,
    )
}

/// A failure of a database with the way out. Whatever stands between the user and a right
/// answer is a failed check; only a refusal of the system is not.
pub(crate) fn failure(error: DatabaseError) -> Failure {
    let (kind, hint) = match &error {
        DatabaseError::NoTables { dir } => (
            Kind::Database,
            format!("make tables with 'oware build-db --out {}'", dir.display()),
        ),
        DatabaseError::MissingLayer { dir, .. } => (
            Kind::Database,
            format!(
                "put the file back, or move the layers above it away and run 'oware build-db --out {}'",
                dir.display()
            ),
        ),
        DatabaseError::Table(error) => table_hint(error),
    };
    Failure::new(kind, error, hint)
}

/// What kind of failure a table error is, and the way out.
pub(crate) fn table_hint(error: &TableError) -> (Kind, String) {
    match error {
        TableError::Format { source, .. } => {
            let hint = match source {
                FormatError::WrongRules { found, .. } => {
                    format!("name another directory, or the rules of these tables: --rules {}", Rules::from(*found))
                }
                FormatError::NewerVersion { .. } => {
                    "use the version of oware that made it, or a newer one".to_owned()
                }
                FormatError::NotATable { .. } => {
                    "move the file out of the directory; only tables belong there".to_owned()
                }
                _ => "remove the file and build it again with 'oware build-db'".to_owned(),
            };
            (Kind::Database, hint)
        }
        TableError::Read { source, .. }
            if matches!(
                source.kind(),
                std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory
            ) =>
        (
            Kind::Database,
            "check the path, or make tables with 'oware build-db'".to_owned(),
        ),
        TableError::Read { source, .. } if source.kind() == std::io::ErrorKind::InvalidInput => (
            Kind::Database,
            "move what bears the name of a table out of the directory".to_owned(),
        ),
        TableError::Read { .. } => (
            Kind::Io,
            "check the device and the permissions of the file".to_owned(),
        ),
        TableError::NotExact { .. } => (
            Kind::Database,
            "'oware db stats' and 'oware db export' show bounds too".to_owned(),
        ),
        TableError::Write { source, .. } => (
            Kind::Io,
            match source.kind() {
                std::io::ErrorKind::StorageFull | std::io::ErrorKind::FileTooLarge => {
                    "free some space and run the same command again: finished layers are kept"
                }
                _ => "check the device and the permissions of the directory, then run the same command again: finished layers are kept",
            }
            .to_owned(),
        ),
    }
}
