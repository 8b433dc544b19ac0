//! The text for people, in the languages they read it in.
//!
//! One catalogue serves every command that speaks more than English: Fluent files under
//! `messages/LANGUAGE/`, which somebody who knows the language can edit without a compiler.
//! Fluent, because plurals and word order differ between languages and belong to the
//! translator (<https://projectfluent.org>). The rules pages, which are long prose with
//! examples, have files of their own beside their code.
//!
//! | file | holds |
//! | --- | --- |
//! | `words.ftl` | players, ends of games, counts of seeds: what several commands say |
//! | `play.ftl` | `oware play` |
//! | `report.ftl` | the reports of `oware analyse` |
//! | `warnings.ftl` | what is strange in a record |
//! | `html.ftl` | those for a browser |
//!
//! Both languages have the same messages with the same blanks, and every message that the
//! code names exists; tests hold both.

use std::fmt;

use clap::{Args, ValueEnum};
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use oware::game::{DiagramWords, End, EndReason, HalfSeeds, Player};
use unic_langid::LanguageIdentifier;

use super::args::OUTPUT;

/// The languages that people are spoken to in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Lang {
    /// English
    En,
    /// French
    Fr,
}

/// The language asked for.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct LangArg {
    /// Language: en for English, fr for French [default: that of the locale]
    #[arg(id = "lang", long = "lang", value_name = "LANG", hide_possible_values = true, hide_short_help = true, help_heading = OUTPUT)]
    given: Option<Lang>,
}

impl LangArg {
    /// The language given, else that of the locale, else English.
    pub(crate) fn lang(self) -> Lang {
        self.given
            .or_else(|| sys_locale::get_locale().and_then(|locale| Lang::of_locale(&locale)))
            .unwrap_or(Lang::En)
    }
}

impl Lang {
    /// The code of the language.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Fr => "fr",
        }
    }

    /// The language of a locale such as `fr-CA`, if it is one of ours.
    fn of_locale(locale: &str) -> Option<Self> {
        let language = locale.split(['-', '_', '.']).next()?;
        let known = [Self::En, Self::Fr];
        known
            .into_iter()
            .find(|lang| lang.code().eq_ignore_ascii_case(language))
    }

    /// The files of the language, with their names.
    const fn sources(self) -> [(&'static str, &'static str); 5] {
        match self {
            Self::En => [
                ("en/words.ftl", include_str!("messages/en/words.ftl")),
                ("en/play.ftl", include_str!("messages/en/play.ftl")),
                ("en/report.ftl", include_str!("messages/en/report.ftl")),
                ("en/warnings.ftl", include_str!("messages/en/warnings.ftl")),
                ("en/html.ftl", include_str!("messages/en/html.ftl")),
            ],
            Self::Fr => [
                ("fr/words.ftl", include_str!("messages/fr/words.ftl")),
                ("fr/play.ftl", include_str!("messages/fr/play.ftl")),
                ("fr/report.ftl", include_str!("messages/fr/report.ftl")),
                ("fr/warnings.ftl", include_str!("messages/fr/warnings.ftl")),
                ("fr/html.ftl", include_str!("messages/fr/html.ftl")),
            ],
        }
    }

    /// The words of a drawn board.
    pub(crate) const fn diagram_words(self) -> DiagramWords {
        match self {
            Self::En => DiagramWords::ENGLISH,
            Self::Fr => DiagramWords {
                players: ["Sud", "Nord"],
                store: "grenier",
                to_move: ["trait à Sud", "trait à Nord"],
            },
        }
    }
}

/// Every message of one language.
pub(crate) struct Messages {
    lang: Lang,
    bundle: FluentBundle<FluentResource>,
}

impl Messages {
    /// Reads the messages of a language.
    ///
    /// # Panics
    ///
    /// When a file that is part of the program is malformed, which a test would show.
    pub(crate) fn new(lang: Lang) -> Self {
        let id: LanguageIdentifier = lang.code().parse().expect("the codes are languages");
        let mut bundle = FluentBundle::new_concurrent(vec![id]);
        // Marks around the blanks help where writing runs both ways, and show as noise in a
        // terminal.
        bundle.set_use_isolating(false);
        for (name, source) in lang.sources() {
            let resource = FluentResource::try_new(source.to_owned())
                .unwrap_or_else(|(_, errors)| panic!("{name}: {errors:?}"));
            bundle
                .add_resource(resource)
                .unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        }
        Self { lang, bundle }
    }

    /// The language.
    pub(crate) const fn lang(&self) -> Lang {
        self.lang
    }

    /// The message of a key. A key that does not exist gives itself.
    pub(crate) fn text(&self, key: &str) -> String {
        self.fill(key, [])
    }

    /// The message of a key with its blanks filled in; numbers choose plurals.
    ///
    /// ```ignore
    /// messages.fill("seeds", [("n", 3.into())]); // "3 seeds"
    /// ```
    pub(crate) fn fill<'a, const N: usize>(
        &'a self,
        key: &'a str,
        blanks: [(&'a str, FluentValue<'a>); N],
    ) -> String {
        let message = self.bundle.get_message(key);
        let Some(pattern) = message.and_then(|message| message.value()) else {
            return key.to_owned();
        };
        let arguments: FluentArgs<'_> = blanks.into_iter().collect();
        // A blank without a value shows its name, which is better than nothing.
        let mut faults = Vec::new();
        self.bundle
            .format_pattern(pattern, Some(&arguments), &mut faults)
            .into_owned()
    }

    /// What a player is called.
    pub(crate) const fn player(&self, player: Player) -> &'static str {
        self.lang.diagram_words().players[player as usize]
    }

    /// A decimal number as the language writes it.
    pub(crate) fn decimal(&self, number: impl fmt::Display) -> String {
        let text = number.to_string();
        match self.lang {
            Lang::En => text,
            Lang::Fr => text.replace('.', ","),
        }
    }

    /// Two players' seeds, South's first.
    pub(crate) fn score(&self, seeds: [HalfSeeds; 2]) -> String {
        self.decimal(format_args!("{}-{}", seeds[0], seeds[1]))
    }

    /// How a game ended: who won, the score, and why.
    pub(crate) fn ending(&self, end: &End) -> String {
        let score = self.score(end.seeds);
        let why = self.text(&format!("end-{}", end.reason.word()));
        let is_decided = matches!(end.reason, EndReason::Resigned | EndReason::Time);
        let result = match end.winner {
            Some(winner) => {
                let blanks = [
                    ("winner", self.player(winner).into()),
                    ("score", score.into()),
                    ("why", why.clone().into()),
                ];
                if is_decided {
                    return self.fill("end-decided", blanks);
                }
                self.fill("end-won", blanks)
            }
            None => self.fill("end-drawn", [("score", score.into())]),
        };
        self.fill("end", [("result", result.into()), ("why", why.into())])
    }
}

impl fmt::Debug for Messages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Messages")
            .field("lang", &self.lang)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::path::Path;

    use super::*;

    /// The messages of a language with their text as it is written.
    fn written(lang: Lang) -> BTreeMap<String, String> {
        let mut messages: BTreeMap<String, String> = BTreeMap::new();
        for (name, source) in lang.sources() {
            let mut key = None;
            for line in source.lines() {
                let starts = line.starts_with(|first: char| first.is_ascii_lowercase());
                match line.split_once(" =").filter(|_| starts) {
                    Some((name_of, text)) => {
                        let twice = messages.insert(name_of.to_owned(), text.to_owned());
                        assert!(twice.is_none(), "{name}: {name_of} is written twice");
                        key = Some(name_of.to_owned());
                    }
                    None if line.starts_with('#') => key = None,
                    None => {
                        if let Some(text) = key.as_ref().and_then(|key| messages.get_mut(key)) {
                            text.push_str(line);
                        }
                    }
                }
            }
        }
        messages
    }

    fn blanks(text: &str) -> BTreeSet<String> {
        let names = text.split('$').skip(1);
        names
            .map(|name| name.chars().take_while(|c| c.is_alphanumeric()).collect())
            .collect()
    }

    #[test]
    fn both_languages_have_the_same_messages_with_the_same_blanks() {
        let [english, french] = [Lang::En, Lang::Fr].map(written);
        assert!(english.keys().eq(french.keys()), "{:?}", {
            let (a, b): (BTreeSet<_>, BTreeSet<_>) =
                (english.keys().collect(), french.keys().collect());
            a.symmetric_difference(&b)
                .copied()
                .cloned()
                .collect::<Vec<_>>()
        });
        for (key, text) in &english {
            assert_eq!(blanks(text), blanks(&french[key]), "{key}");
        }
    }

    #[test]
    fn every_message_that_the_code_names_exists() {
        fn names(folder: &Path, found: &mut Vec<String>) {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    names(&path, found);
                } else if path.extension().is_some_and(|end| end == "rs")
                    // This very test names calls without a message.
                    && !path.ends_with("cli/messages.rs")
                {
                    let text: String = std::fs::read_to_string(&path).unwrap();
                    for call in ["messages.text(", "messages.fill("] {
                        for rest in text.split(call).skip(1) {
                            let literal = rest.trim_start().strip_prefix('"');
                            let name = literal.and_then(|rest| rest.split('"').next());
                            found.extend(name.map(str::to_owned));
                        }
                    }
                }
            }
        }
        let mut found = Vec::new();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli");
        names(&root, &mut found);
        let known = written(Lang::En);
        for name in found {
            assert!(known.contains_key(&name), "no message is called {name}");
        }
    }

    #[test]
    fn plurals_follow_the_language() {
        let seeds = |lang, n: i32| Messages::new(lang).fill("seeds", [("n", n.into())]);
        assert_eq!(seeds(Lang::En, 0), "0 seeds");
        assert_eq!(seeds(Lang::En, 1), "1 seed");
        assert_eq!(seeds(Lang::Fr, 0), "0 graine");
        assert_eq!(seeds(Lang::Fr, 2), "2 graines");
    }

    #[test]
    fn every_end_of_a_game_has_its_words() {
        for lang in [Lang::En, Lang::Fr] {
            let messages = Messages::new(lang);
            for reason in EndReason::ALL {
                let key = format!("end-{}", reason.word());
                assert_ne!(messages.text(&key), key);
            }
        }
    }

    #[test]
    fn half_seeds_are_written_with_the_comma_of_the_language() {
        let seeds = [HalfSeeds::from_halves(43), HalfSeeds::from_halves(53)];
        assert_eq!(Messages::new(Lang::En).score(seeds), "21.5-26.5");
        assert_eq!(Messages::new(Lang::Fr).score(seeds), "21,5-26,5");
    }

    #[test]
    fn locale_chooses_the_language() {
        for (locale, lang) in [
            ("fr-CA", Some(Lang::Fr)),
            ("fr_FR.UTF-8", Some(Lang::Fr)),
            ("en-GB", Some(Lang::En)),
            ("frr-DE", None),
            ("C", None),
        ] {
            assert_eq!(Lang::of_locale(locale), lang, "{locale}");
        }
    }
}
