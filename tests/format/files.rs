//! Files that cannot be read or written, and what the messages say.

use std::error::Error;
use std::io;
use std::path::Path;

use super::*;

/// The error of opening what is no readable file, with the kind of the system's.
fn read_error(path: &Path, access: Access) -> io::ErrorKind {
    match Table::open(path, access, &awari(), SMALL).unwrap_err() {
        TableError::Read {
            path: named,
            source,
        } => {
            assert_eq!(named, path);
            source.kind()
        }
        error => panic!("{error:?}"),
    }
}

#[test]
fn what_cannot_be_read_is_named_with_the_reason_of_the_system() {
    let dir = tempfile::tempdir().unwrap();
    for access in Access::ALL {
        let missing = dir.path().join("layer-03.oware");
        assert_eq!(read_error(&missing, access), io::ErrorKind::NotFound);
        assert_eq!(read_error(dir.path(), access), io::ErrorKind::InvalidInput);
    }
}

/// A file that opens and then refuses to be read is not a truncated one.
#[cfg(target_os = "linux")]
#[test]
fn failure_to_read_is_not_taken_for_a_short_file() {
    let path = Path::new("/proc/self/mem");
    assert_ne!(read_error(path, Access::Read), io::ErrorKind::NotFound);
}

#[test]
fn what_cannot_be_written_is_named_and_leaves_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let nowhere = dir.path().join("nowhere");
    let error = write_table(&nowhere, &table(SMALL)).unwrap_err();
    assert!(
        matches!(&error, TableError::Write { path, source }
            if *path == nowhere.join("layer-03.oware")
            && source.kind() == io::ErrorKind::NotFound),
        "{error:?}"
    );

    // Something that does not give way under the final name.
    fs::create_dir_all(dir.path().join("layer-03.oware/in-the-way")).unwrap();
    let error = write_table(dir.path(), &table(SMALL)).unwrap_err();
    assert!(matches!(error, TableError::Write { .. }), "{error:?}");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[cfg(unix)]
#[test]
fn table_has_the_permissions_of_an_ordinary_file() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().unwrap();
    write_table(dir.path(), &table(SMALL)).unwrap();
    fs::write(dir.path().join("ordinary"), b"").unwrap();
    let mode = |name| {
        fs::metadata(dir.path().join(name))
            .unwrap()
            .permissions()
            .mode()
    };
    assert_eq!(mode("layer-03.oware"), mode("ordinary"));
}

#[test]
fn message_names_file_block_expected_and_found() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("layer-03.oware");
    write_table(dir.path(), &table(SMALL)).unwrap();
    let mut file = fs::read(&path).unwrap();
    let expected = xxh3_64(&file[128..]);
    file[200] ^= 1;
    let found = xxh3_64(&file[128..]);
    fs::write(&path, &file).unwrap();

    let table = Table::open(&path, Access::Read, &awari(), SMALL).unwrap();
    let error = table.get(Rank::new(0)).unwrap_err();
    assert_eq!(error.to_string(), path.display().to_string());
    assert_eq!(
        error.source().unwrap().to_string(),
        format!("block 0 is damaged: expected checksum {expected:016x}, found {found:016x}")
    );
}
