//! The texts of the rules pages in the languages they are written in.
//!
//! A catalogue is a text file that somebody who knows the language can edit: a line
//! `[key]`, then the text, whose lines are joined; `{name}` stands for something the
//! program fills in. Both languages have the same keys with the same blanks, which a test
//! holds.

use std::collections::HashMap;

use super::super::messages::Lang;

/// The files of a language.
const fn sources(lang: Lang) -> [&'static str; 3] {
    match lang {
        Lang::En => [
            include_str!("en/settings.txt"),
            include_str!("en/steps.txt"),
            include_str!("en/examples.txt"),
        ],
        Lang::Fr => [
            include_str!("fr/settings.txt"),
            include_str!("fr/steps.txt"),
            include_str!("fr/examples.txt"),
        ],
    }
}

/// All texts of one language.
#[derive(Debug)]
pub(super) struct Catalogue {
    pub(super) lang: Lang,
    texts: HashMap<&'static str, String>,
}

impl Catalogue {
    /// Reads the texts of a language.
    pub(super) fn new(lang: Lang) -> Self {
        let texts = sources(lang).into_iter().flat_map(entries).collect();
        let mut catalogue = Self { lang, texts };
        if lang == Lang::Fr {
            catalogue.texts.values_mut().for_each(bind_punctuation);
        }
        catalogue
    }

    /// The text of a key, if there is one.
    pub(super) fn find(&self, key: &str) -> Option<&str> {
        self.texts.get(key).map(String::as_str)
    }

    /// The text of a key.
    ///
    /// # Panics
    ///
    /// When there is none: the tests ask for every key that the code can.
    pub(super) fn text(&self, key: &str) -> &str {
        self.find(key)
            .unwrap_or_else(|| panic!("the catalogue has no text '{key}'"))
    }

    /// The text of a key with its blanks filled in.
    pub(super) fn fill(&self, key: &str, blanks: &[(&str, &str)]) -> String {
        let mut text = self.text(key).to_owned();
        for (name, value) in blanks {
            text = text.replace(&format!("{{{name}}}"), value);
        }
        text
    }

    /// A number with its noun: `unit.NAME.one` or `unit.NAME.many`.
    pub(super) fn count(&self, unit: &str, number: u64) -> String {
        let is_one = match self.lang {
            Lang::En => number == 1,
            Lang::Fr => number <= 1,
        };
        let form = if is_one { "one" } else { "many" };
        self.fill(
            &format!("unit.{unit}.{form}"),
            &[("n", &number.to_string())],
        )
    }

    /// A label and what it labels, with a colon as the language writes it.
    pub(super) fn labelled(&self, label: &str, text: &str) -> String {
        let space = match self.lang {
            Lang::En => "",
            Lang::Fr => "\u{a0}",
        };
        format!("{label}{space}: {text}")
    }

    /// `second`, `third`, `4th`.
    pub(super) fn ordinal(&self, number: u16) -> String {
        match self.find(&format!("ordinal.{number}")) {
            Some(word) => word.to_owned(),
            None => self.fill("ordinal.n", &[("n", &number.to_string())]),
        }
    }
}

fn entries(source: &'static str) -> Vec<(&'static str, String)> {
    let mut entries: Vec<(&'static str, String)> = Vec::new();
    for line in source.lines() {
        let key = line.strip_prefix('[').and_then(|key| key.strip_suffix(']'));
        match (key, entries.last_mut()) {
            (Some(key), _) => entries.push((key, String::new())),
            (None, Some((_, text))) if !line.is_empty() => {
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(line);
            }
            // Before the first key: the header of the file.
            (None, _) => {}
        }
    }
    entries
}

/// French puts a space before high punctuation, where no line may break.
fn bind_punctuation(text: &mut String) {
    for mark in [":", ";", "?", "!", "»"] {
        *text = text.replace(&format!(" {mark}"), &format!("\u{a0}{mark}"));
    }
    *text = text.replace("« ", "«\u{a0}");
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn blanks(text: &str) -> BTreeSet<&str> {
        let parts = text.split('{').skip(1);
        parts
            .filter_map(|part| Some(part.split_once('}')?.0))
            .collect()
    }

    #[test]
    fn both_languages_have_the_same_keys_with_the_same_blanks() {
        let [english, french] = [Lang::En, Lang::Fr].map(Catalogue::new);
        let keys = |catalogue: &Catalogue| catalogue.texts.keys().copied().collect::<BTreeSet<_>>();
        assert_eq!(keys(&english), keys(&french));
        for (key, text) in &english.texts {
            assert_eq!(blanks(text), blanks(french.text(key)), "{key}");
            assert!(!text.is_empty() && !french.text(key).is_empty(), "{key}");
        }
    }

    #[test]
    fn no_key_is_written_twice() {
        for lang in [Lang::En, Lang::Fr] {
            let written = sources(lang).into_iter().flat_map(entries).count();
            assert_eq!(written, Catalogue::new(lang).texts.len());
        }
    }

    #[test]
    fn french_lines_do_not_break_before_a_colon() {
        let mut text = "Nord gagne : « famine » !".to_owned();
        bind_punctuation(&mut text);
        assert_eq!(text, "Nord gagne\u{a0}: «\u{a0}famine\u{a0}»\u{a0}!");
    }
}
