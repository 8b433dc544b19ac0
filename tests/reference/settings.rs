//! The settings of a rule set, read from `name+key=value` text by the reference itself.
//!
//! The table of named sets is typed a second time here, from the rule page and not from
//! the library, so that a slip in either table shows as a disagreement. Values stay the
//! words of the rule page: slow, but nothing can be lost in translation.

/// Every point where rule sets differ, clocks left aside.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// Seeds that end the game; `None` for the majority.
    pub(crate) target: Option<u32>,
    pub(crate) grand_slam: String,
    pub(crate) feeding: String,
    pub(crate) stuck: String,
    pub(crate) repetition: usize,
    pub(crate) repetition_rows: String,
    pub(crate) quiet_limit: usize,
    pub(crate) ply_limit: usize,
    pub(crate) few_seeds: u32,
    pub(crate) few_settle: String,
    pub(crate) settle: String,
}

/// Name; grand-slam, feeding, stuck, repetition, settle; then what the others column says.
const NAMED: [(&str, &str); 11] = [
    ("abapa", "no-capture must-feed own-side 2 own-side"),
    (
        "board-and-pieces",
        "unless-forced must-feed own-side 0 own-side",
    ),
    (
        "jedisjeux",
        "no-capture must-feed own-side 0 own-side few-seeds=6",
    ),
    ("marquoir", "forbidden must-feed opponent 2 own-side"),
    ("marquoir-famine", "capture pass own-side 2 own-side"),
    (
        "dream-games",
        "no-capture must-feed own-side 2 own-side quiet-limit=100",
    ),
    ("awale-africa", "no-capture must-feed own-side 3 own-side"),
    ("awari", "unless-forced must-feed own-side 2 even"),
    (
        "codingame",
        "no-capture must-feed own-side 0 own-side ply-limit=200",
    ),
    ("openspiel", "no-capture must-feed own-side 2 own-side"),
    (
        "playstrategy",
        "no-capture must-feed own-side 2 own-side repetition-rows=both",
    ),
];

impl Settings {
    /// Reads `name+key=value…`.
    ///
    /// # Panics
    ///
    /// When the text names no known set or setting.
    pub(crate) fn read(text: &str) -> Self {
        let mut parts = text.split('+');
        let name = parts.next().expect("splitting gives at least one part");
        let (_, row) = NAMED
            .into_iter()
            .find(|(known, _)| *known == name)
            .unwrap_or_else(|| panic!("no rule set {name}"));
        let mut words = row.split(' ');
        let mut word = || words.next().expect("a row has five words").to_owned();
        let mut settings = Self {
            target: None,
            grand_slam: word(),
            feeding: word(),
            stuck: word(),
            repetition: word().parse().expect("a number"),
            repetition_rows: "any".into(),
            quiet_limit: 0,
            ply_limit: 0,
            few_seeds: 0,
            few_settle: "nobody".into(),
            settle: word(),
        };
        for part in words.chain(parts) {
            settings.set(part);
        }
        settings
    }

    fn set(&mut self, part: &str) {
        let (key, value) = part.split_once('=').expect("key=value");
        let number = || value.parse::<usize>().expect("a number");
        match key {
            "target" => self.target = (value != "majority").then(|| value.parse().unwrap()),
            "grand-slam" => self.grand_slam = value.into(),
            "feeding" => self.feeding = value.into(),
            "stuck" => self.stuck = value.into(),
            "repetition" => self.repetition = number(),
            "repetition-rows" => self.repetition_rows = value.into(),
            "quiet-limit" => self.quiet_limit = number(),
            "ply-limit" => self.ply_limit = number(),
            "few-seeds" => self.few_seeds = value.parse().unwrap(),
            "few-settle" => self.few_settle = value.into(),
            "settle" => self.settle = value.into(),
            _ => panic!("no setting {key}"),
        }
    }
}
