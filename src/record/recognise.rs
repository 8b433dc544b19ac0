//! Which form a text has.
//!
//! The words between the brackets decide, not the name of the file: files are passed on
//! under any name, and standard input has none. Each word votes for the forms whose moves
//! look like it. Prose has moves too, such as the article `a`, so without tags the moves
//! must outnumber the other words.

use super::form::Form;
use super::tokens::{Token, tokens};
use super::{codingame, letters, manqala, ogn, playstrategy, tagged};

/// What the words of a text look like.
#[derive(Clone, Copy, Debug, Default)]
struct Votes {
    tags: usize,
    numbers: usize,
    squares: usize,
    letters: usize,
    /// Letters with a captured count, or a result: what only OGN has.
    counts: usize,
    runs: usize,
    positions: usize,
    digits: usize,
    pairs: usize,
    others: usize,
}

/// The form of a text; `None` when it looks like no game record.
#[must_use]
pub fn recognise(text: &str) -> Option<Form> {
    let mut votes = Votes::default();
    for (token, _) in tokens(text) {
        match token {
            Token::Tag(..) => votes.tags += 1,
            Token::Number(_) => votes.numbers += 1,
            Token::Word(word) => votes.word(word),
            Token::BadTag(text) => {
                let words = text.split(['[', ']', ',', ' ']);
                words
                    .filter(|word| !word.is_empty())
                    .for_each(|word| votes.word(word));
            }
            Token::Comment(_) | Token::Variation(_) | Token::Unclosed(..) | Token::Stray(_) => {}
        }
    }
    votes.winner()
}

impl Votes {
    fn word(&mut self, word: &str) {
        let bare = word.trim_end_matches(['!', '?']);
        if playstrategy::played(bare).is_some() {
            self.squares += 1;
        } else if ogn::played(bare).is_some() {
            self.letters += 1;
            self.counts += usize::from(bare.len() > 1);
        } else if word.split(',').all(|word| codingame::pit(word).is_some()) {
            self.digits += 1;
        } else if manqala::pits(word).is_some() {
            self.pairs += 1;
        } else if word == "moves" || letters::is_position(word) {
            self.positions += 1;
        } else if letters::is_run(word) {
            self.runs += 1;
        } else if tagged::read_claim(word, &ogn::DIALECT).is_some() {
            self.counts += 1;
        } else if !word
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'|')
        {
            self.others += 1;
        }
    }

    fn winner(self) -> Option<Form> {
        let single = self.letters + self.counts;
        if self.squares > 0 && self.squares >= self.letters {
            return self.if_moves(Form::PlayStrategy, self.squares);
        }
        if self.tags > 0 {
            return Some(Form::Ogn);
        }
        if self.positions > 0 {
            return Some(Form::Letters);
        }
        if self.runs > 0 && (self.numbers == 0 || self.runs > single) {
            return self.if_moves(Form::Letters, self.runs + single);
        }
        if single > 0 && single >= self.digits + self.pairs {
            // Numbers are move numbers, with or without a dot.
            let form = match self.numbers + self.counts + self.digits + self.pairs {
                0 => Form::Letters,
                _ => Form::Ogn,
            };
            return self.if_moves(form, single);
        }
        if self.pairs > self.digits {
            return self.if_moves(Form::Manqala, self.pairs);
        }
        self.if_moves(Form::CodinGame, self.digits)
    }

    const fn if_moves(self, form: Form, moves: usize) -> Option<Form> {
        if moves > 0 && (self.tags > 0 || moves >= self.others) {
            Some(form)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_form_is_known_by_its_moves() {
        for (text, form) in [
            ("1. D b 2. E c 3. F f 4. D e+5", Form::Ogn),
            ("[Event \"x\"]\n\n*", Form::Ogn),
            ("{a comment} 1. D", Form::Ogn),
            ("DbEcFf", Form::Letters),
            ("1 D b 2 E c", Form::Ogn),
            ("D b E c", Form::Letters),
            ("1. Db 2. Ec", Form::Letters),
            ("startpos", Form::Letters),
            ("0 | 0 0 | 4 4 4 4 4 4 4 4 4 4 4 4 moves Db", Form::Letters),
            ("1. d1e2 e2a1", Form::PlayStrategy),
            ("[P1 \"x\"]\n1. d1e2 e2a1 1-0", Form::PlayStrategy),
            ("3 1 4 2 5 5", Form::CodinGame),
            ("[3, 1, 4]", Form::CodinGame),
            ("3\n1\n4\n", Form::CodinGame),
            ("42 21 54 (5)", Form::Manqala),
        ] {
            assert_eq!(recognise(text), Some(form), "{text}");
        }
    }

    #[test]
    fn prose_is_no_record() {
        for text in [
            "",
            "This is a file about a game",
            "hello",
            "{only this}",
            "<html>",
        ] {
            assert_eq!(recognise(text), None, "{text}");
        }
    }
}
