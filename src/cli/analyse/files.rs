//! Which files are meant: names, directories, patterns that no shell has filled in.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use super::super::exit::{Failure, Kind};
use super::super::input::STREAM;

/// How the names of game records end. In a directory there may be anything else.
const EXTENSIONS: [&str; 3] = ["ogn", "pgn", "txt"];

/// The files that the arguments name, in order; those of a directory by name, with the
/// directories in it.
pub(super) fn expand(arguments: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for argument in arguments {
        if argument.as_os_str() == STREAM {
            files.push(argument.clone());
        } else if argument.is_dir() {
            let before = files.len();
            walk(argument, &mut files)?;
            if files.len() == before {
                let error = anyhow!("{} holds no game records", argument.display());
                let hint = "game records in a directory are files named *.ogn, *.pgn or *.txt; name others one by one";
                return Err(Failure::new(Kind::Input, error, hint).into());
            }
        } else if argument.exists() || !is_pattern(argument) {
            // One that does not exist is told of when its turn comes.
            files.push(argument.clone());
        } else {
            files.extend(matching(argument)?);
        }
    }
    Ok(files)
}

/// Every record in a directory. Links to directories are not followed: they could lead back.
fn walk(directory: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let entries = std::fs::read_dir(directory)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .with_context(|| format!("cannot read the directory {}", directory.display()))?;
    let mut paths: Vec<PathBuf> = entries.iter().map(std::fs::DirEntry::path).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with('.') {
            continue;
        }
        let is_link = path.is_symlink();
        if path.is_dir() {
            if !is_link {
                walk(&path, files)?;
            }
        } else if has_extension(&path) {
            files.push(path);
        }
    }
    Ok(())
}

fn has_extension(path: &Path) -> bool {
    path.extension().is_some_and(|extension| {
        EXTENSIONS
            .iter()
            .any(|known| extension.eq_ignore_ascii_case(known))
    })
}

fn is_pattern(path: &Path) -> bool {
    path.to_string_lossy().contains(['*', '?', '['])
}

fn matching(pattern: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let text = pattern.to_string_lossy();
    let failure = |error: anyhow::Error, hint: &str| Failure::new(Kind::Input, error, hint);
    let paths = glob::glob(&text).map_err(|error| {
        let hint =
            "a pattern has * for any characters, ? for one, [ab] for some, ** for directories";
        failure(anyhow!(error).context(format!("pattern '{text}'")), hint)
    })?;
    let found: Vec<PathBuf> = paths.flatten().filter(|path| path.is_file()).collect();
    if found.is_empty() {
        let error = anyhow!("no file matches '{text}'");
        return Err(failure(error, "check the pattern and the directory").into());
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directories_give_their_records_by_name_and_patterns_their_matches() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path();
        std::fs::create_dir_all(root.join("b/deep")).unwrap();
        for name in ["z.ogn", "a.TXT", "b/deep/c.pgn", "notes.md", ".hidden.ogn"] {
            std::fs::write(root.join(name), "DbEc").unwrap();
        }
        let names = |argument: &str| -> Vec<String> {
            let files = expand(&[root.join(argument)]).unwrap();
            let relative = files.iter().map(|path| path.strip_prefix(root).unwrap());
            relative.map(|path| path.display().to_string()).collect()
        };
        assert_eq!(names(""), ["a.TXT", "b/deep/c.pgn", "z.ogn"]);
        assert_eq!(names("*.ogn"), [".hidden.ogn", "z.ogn"]);
        assert_eq!(names("missing.ogn"), ["missing.ogn"]);
        assert!(expand(&[root.join("*.none")]).is_err());
        std::fs::create_dir(root.join("empty")).unwrap();
        assert!(expand(&[root.join("empty")]).is_err());
    }
}
