//! The words of a record: tags, comments, variations, numbers, and whatever is between.
//!
//! OGN and the export of PlayStrategy have this in common with PGN (Edwards, *Portable
//! Game Notation Specification*, 1994), and the bare lists use a part of it. No text fails
//! here: what is not understood is a word or a stray bracket, and the readers decide what
//! to say. Comments do not nest, variations do. A comment or variation that is not closed
//! ends before the next line that begins with a tag, so that it takes one game with it and
//! not the rest of the file. Lines that begin with `%` or `#` are remarks.

use std::borrow::Cow;

use winnow::ascii::{dec_uint, digit1};
use winnow::combinator::{alt, delimited, not, opt, peek, preceded, repeat, terminated};
use winnow::error::EmptyError;
use winnow::prelude::*;
use winnow::stream::{LocatingSlice, Location, Stream};
use winnow::token::{any, one_of, take_till, take_while};

use super::place::Offset;

/// A word of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// `[Name "value"]`
    Tag(&'a str, Cow<'a, str>),
    /// A line with a bracket that is no tag.
    BadTag(&'a str),
    /// `{text}`, or `; text` to the end of the line, without the brackets.
    Comment(&'a str),
    /// `(text)`, without the outer brackets.
    Variation(&'a str),
    /// The text after a `{` or `(` that is not closed.
    Unclosed(char, &'a str),
    /// `12.` or `12...`
    Number(u32),
    /// Anything else without spaces and brackets.
    Word(&'a str),
    /// A bracket that closes nothing.
    Stray(char),
}

type Input<'a> = LocatingSlice<&'a str>;
type Parsed<T> = Result<T, EmptyError>;

/// The words of `text` with their places.
pub(crate) fn tokens(text: &str) -> Vec<(Token<'_>, Offset)> {
    let mut input = LocatingSlice::new(text);
    let mut tokens = Vec::new();
    let mut begins_line = true;
    loop {
        begins_line |= blank(&mut input).contains('\n');
        if begins_line && input.starts_with(['%', '#']) {
            rest_of_line(&mut input);
            continue;
        }
        let offset = Offset(input.current_token_start());
        match token.parse_next(&mut input) {
            Ok(token) => tokens.push((token, offset)),
            Err(EmptyError) => return tokens,
        }
        begins_line = false;
    }
}

fn blank<'a>(input: &mut Input<'a>) -> &'a str {
    take_while::<_, _, EmptyError>(0.., char::is_whitespace)
        .parse_next(input)
        .unwrap_or_default()
}

fn rest_of_line<'a>(input: &mut Input<'a>) -> &'a str {
    take_till::<_, _, EmptyError>(0.., '\n')
        .parse_next(input)
        .unwrap_or_default()
}

/// Fails at the end of the text only.
fn token<'a>(input: &mut Input<'a>) -> Parsed<Token<'a>> {
    let first = peek(any).parse_next(input)?;
    match first {
        '[' => alt((tag, bad_tag)).parse_next(input),
        '{' | '(' => bracketed(input, first),
        ';' => {
            any.parse_next(input)?;
            Ok(Token::Comment(rest_of_line(input)))
        }
        '}' | ')' | ']' => any.map(Token::Stray).parse_next(input),
        _ => alt((number, word)).parse_next(input),
    }
}

fn tag<'a>(input: &mut Input<'a>) -> Parsed<Token<'a>> {
    let space = || take_while(0.., [' ', '\t']);
    let name = take_while(1.., |c: char| {
        !c.is_whitespace() && !matches!(c, '"' | '[' | ']')
    });
    let (name, _, value) =
        delimited(('[', space()), (name, space(), quoted), (space(), ']')).parse_next(input)?;
    Ok(Token::Tag(name, value))
}

/// Text between quotes on one line, in which a backslash stands before a quote or a backslash.
fn quoted<'a>(input: &mut Input<'a>) -> Parsed<Cow<'a, str>> {
    let plain = || take_while(1.., |c: char| !matches!(c, '"' | '\\' | '\n'));
    let escape = alt((preceded('\\', one_of(['"', '\\'])), '\\'));
    let whole = terminated(opt(plain()), '"').map(|text: Option<&str>| text.unwrap_or_default());
    let pieces = repeat(
        0..,
        alt((
            plain().map(Cow::Borrowed),
            escape.map(|c| Cow::Owned(c.to_string())),
        )),
    )
    .fold(String::new, |text, piece: Cow<'_, str>| text + &piece);
    let owned = terminated(pieces, '"');
    '"'.parse_next(input)?;
    alt((whole.map(Cow::Borrowed), owned.map(Cow::Owned))).parse_next(input)
}

fn bad_tag<'a>(input: &mut Input<'a>) -> Parsed<Token<'a>> {
    Ok(Token::BadTag(rest_of_line(input).trim_end()))
}

fn number<'a>(input: &mut Input<'a>) -> Parsed<Token<'a>> {
    let dots = take_while(1.., ['.', '…']);
    let number = alt((dec_uint::<_, u32, _>, digit1.value(u32::MAX)));
    terminated(number, (dots, not(one_of('0'..='9'))))
        .map(Token::Number)
        .parse_next(input)
}

fn word<'a>(input: &mut Input<'a>) -> Parsed<Token<'a>> {
    let is_part =
        |c: char| !c.is_whitespace() && !matches!(c, '{' | '}' | '(' | ')' | '[' | ']' | ';');
    take_while(1.., is_part).map(Token::Word).parse_next(input)
}

/// A comment or a variation, whose text may be cut short by the tags of the next game.
fn bracketed<'a>(input: &mut Input<'a>, open: char) -> Parsed<Token<'a>> {
    any.parse_next(input)?;
    let text: &'a str = input.peek_slice(input.eof_offset());
    let (length, is_closed) = match open {
        '{' => close_of_comment(text),
        _ => close_of_variation(text),
    };
    let inner = input.next_slice(length);
    if !is_closed {
        return Ok(Token::Unclosed(open, inner));
    }
    any.parse_next(input)?;
    Ok(match open {
        '{' => Token::Comment(inner),
        _ => Token::Variation(inner),
    })
}

/// The length of a comment's text, and whether a `}` follows it.
fn close_of_comment(text: &str) -> (usize, bool) {
    for (at, c) in text.char_indices() {
        match c {
            '}' => return (at, true),
            '\n' if begins_with_tag(&text[at + 1..]) => return (at, false),
            _ => {}
        }
    }
    (text.len(), false)
}

/// The length of a variation's text, and whether its `)` follows it.
fn close_of_variation(text: &str) -> (usize, bool) {
    let mut depth = 0_usize;
    let mut in_comment = false;
    for (at, c) in text.char_indices() {
        match c {
            '{' => in_comment = true,
            '}' => in_comment = false,
            '(' if !in_comment => depth += 1,
            ')' if !in_comment && depth == 0 => return (at, true),
            ')' if !in_comment => depth -= 1,
            '\n' if begins_with_tag(&text[at + 1..]) => return (at, false),
            _ => {}
        }
    }
    (text.len(), false)
}

fn begins_with_tag(line: &str) -> bool {
    line.starts_with('[') && tag.parse_next(&mut LocatingSlice::new(line)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Token<'_>> {
        tokens(text).into_iter().map(|(token, _)| token).collect()
    }

    #[test]
    fn parts_of_a_game_are_told_apart() {
        use Token::{Comment, Number, Tag, Variation, Word};
        assert_eq!(
            read("[Event \"A \\\"b\\\" \\\\ é\"]\r\n{x}1.D b+3 2... c(E (F {)}) d) 25-16 * ; end"),
            [
                Tag("Event", "A \"b\" \\ é".into()),
                Comment("x"),
                Number(1),
                Word("D"),
                Word("b+3"),
                Number(2),
                Word("c"),
                Variation("E (F {)}) d"),
                Word("25-16"),
                Word("*"),
                Comment(" end"),
            ]
        );
    }

    #[test]
    fn half_seeds_are_no_move_numbers() {
        assert_eq!(read("24.5-23.5"), [Token::Word("24.5-23.5")]);
        assert_eq!(read("99999999999. D")[0], Token::Number(u32::MAX));
    }

    #[test]
    fn what_is_not_closed_ends_before_the_next_game() {
        assert_eq!(
            read("{a b\n[Round \"2\"]\n(x {)\n[Round \"3\"] }"),
            [
                Token::Unclosed('{', "a b"),
                Token::Tag("Round", "2".into()),
                Token::Unclosed('(', "x {)"),
                Token::Tag("Round", "3".into()),
                Token::Stray('}'),
            ]
        );
        assert_eq!(read("{a"), [Token::Unclosed('{', "a")]);
    }

    #[test]
    fn bad_tags_and_remarks_take_a_line() {
        assert_eq!(
            read("# D\n[Event x]\n  % b\nC [x"),
            [
                Token::BadTag("[Event x]"),
                Token::Word("C"),
                Token::BadTag("[x"),
            ]
        );
    }
}
