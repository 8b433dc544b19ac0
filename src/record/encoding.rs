//! Bytes to text: UTF-8, and what older programs wrote.
//!
//! Forms of records say nothing of encodings. Programs of today write UTF-8; older ones, and
//! the PGN standard that OGN and PlayStrategy's form go back to, have Latin-1, which in
//! practice is Windows-1252: it matters in names and comments alone. A byte that is no UTF-8
//! is read by that, byte by byte, so that a file which was glued from both is right too.

use std::borrow::Cow;

use encoding_rs::WINDOWS_1252;

use super::error::{RecordError, RecordErrorKind};
use super::place::{Offset, TextPlace};

/// The text of a file.
#[derive(Debug)]
pub struct Decoded<'a> {
    text: Cow<'a, str>,
    foreign: Vec<Foreign>,
}

/// A byte that is no UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Foreign {
    /// Where its character is in the text.
    pub(crate) offset: Offset,
    /// The byte.
    pub(crate) byte: u8,
    /// Its character.
    pub(crate) read_as: char,
}

impl Decoded<'_> {
    /// The text, without a byte order mark.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The bytes that were no UTF-8, in their order.
    pub(crate) fn foreign(&self) -> &[Foreign] {
        &self.foreign
    }
}

/// The text that bytes are. What is no UTF-8 is read as Windows-1252.
///
/// # Errors
///
/// When they are UTF-16, or no text at all.
pub fn decode(bytes: &[u8]) -> Result<Decoded<'_>, RecordError> {
    let error = |kind| {
        let place = TextPlace { line: 1, column: 1 };
        Err(RecordError { place, kind })
    };
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        return error(RecordErrorKind::Utf16);
    }
    if bytes.contains(&0) {
        return error(RecordErrorKind::Binary);
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Ok(Decoded {
            text: Cow::Borrowed(text),
            foreign: Vec::new(),
        });
    }
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    let mut foreign = Vec::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            let (characters, _) =
                WINDOWS_1252.decode_without_bom_handling(std::slice::from_ref(byte));
            foreign.extend(characters.chars().map(|read_as| Foreign {
                offset: Offset(text.len()),
                byte: *byte,
                read_as,
            }));
            text.push_str(&characters);
        }
    }
    Ok(Decoded {
        text: Cow::Owned(text),
        foreign,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf_8_is_read_as_it_is_without_its_mark() {
        let decoded = decode("\u{FEFF}Zoé".as_bytes()).unwrap();
        assert_eq!(decoded.text(), "Zoé");
        assert!(decoded.foreign().is_empty());
    }

    #[test]
    fn bytes_that_are_no_utf_8_are_windows_1252_beside_utf_8() {
        let decoded = decode(b"Zo\xE9, No\xC3\xABl \x80 \x81").unwrap();
        assert_eq!(decoded.text(), "Zoé, Noël € \u{81}");
        let found: Vec<_> = decoded
            .foreign()
            .iter()
            .map(|found| (found.offset.0, found.byte, found.read_as))
            .collect();
        assert_eq!(
            found,
            [(2, 0xE9, 'é'), (12, 0x80, '€'), (16, 0x81, '\u{81}')]
        );
    }

    #[test]
    fn every_byte_that_stands_alone_is_one_character() {
        for byte in 0x80..=0xFF {
            let bytes = [b'a', byte, b'b'];
            let decoded = decode(&bytes).unwrap();
            assert_eq!(decoded.text().chars().count(), 3, "{byte:02X}");
            assert_eq!(decoded.foreign().len(), 1, "{byte:02X}");
        }
    }

    #[test]
    fn other_encodings_and_no_texts_are_refused() {
        let kind = |bytes| decode(bytes).unwrap_err().kind;
        assert_eq!(kind(b"\xFF\xFED\0"), RecordErrorKind::Utf16);
        assert_eq!(kind(b"\xFE\xFF\0D"), RecordErrorKind::Utf16);
        assert_eq!(kind(b"\x7fELF\0"), RecordErrorKind::Binary);
    }
}
