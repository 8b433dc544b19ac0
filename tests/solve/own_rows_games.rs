//! Whole games under own-row repetition: the side that plays `solve`'s move with the real
//! history never ends below what was proved for it at the start, whatever the other does.
//!
//! `scripts/check-own-rows.sh` plays ten thousand of them.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use oware::endgame::Database;
use oware::game::Player;
use oware::solve::{Purpose, Workspace};

use super::brute::boards;
use super::*;

/// How the other side plays.
#[derive(Clone, Copy, Debug)]
enum Other {
    Random,
    /// Takes most, and then at random.
    Greedy,
    /// Plays the best move for the board set up afresh, which leads astray most.
    Table,
    /// Plays `solve`'s move.
    Search,
}

const OTHERS: [Other; 4] = [Other::Random, Other::Greedy, Other::Table, Other::Search];

struct Match {
    tables: Option<Database>,
    workspace: Workspace,
    options: SolveOptions,
}

impl Match {
    fn under(rules: Rules) -> Self {
        Self {
            tables: Database::embedded(&rules.value_rules()).unwrap(),
            workspace: Workspace::new(1 << 20).unwrap(),
            options: options(Some(2_000_000), 1 << 20),
        }
    }

    /// The same, asking for a move to play only.
    fn to_play(rules: Rules) -> Self {
        let mut this = Self::under(rules);
        this.options.purpose = Purpose::Move;
        this
    }

    fn solve(&mut self, game: &Game) -> Solution {
        self.workspace
            .solve(game, self.tables.as_ref(), &self.options, &Silent)
            .unwrap()
    }

    fn other_move(&mut self, game: &Game, other: Other, random: &mut Random) -> Move {
        let position = game.position();
        let moves: Vec<Move> = oware::game::legal_moves(position.board(), game.rules()).collect();
        let after = |played: Move| {
            let mut next = game.clone();
            next.play(played).unwrap();
            next
        };
        let mover = position.to_move();
        let store = |game: &Game| game.position().store_difference().seeds() * sign(game, mover);
        match other {
            Other::Random => moves[random.below(moves.len())],
            Other::Greedy => {
                let first = random.below(moves.len());
                let order = (0..moves.len()).map(|n| moves[(first + n) % moves.len()]);
                order.max_by_key(|&played| store(&after(played))).unwrap()
            }
            Other::Table => {
                let fresh = Game::new(position, game.rules());
                self.solve(&fresh).best[0]
            }
            Other::Search => self.solve(game).best[0],
        }
    }

    /// Plays on from `start` with `solve` for `side`, and gives the final difference for it
    /// and what was proved for it at the start.
    fn play(&mut self, start: &Game, side: Player, other: Other, random: &mut Random) -> (i8, i8) {
        let promised = self.solve(start).bounds;
        let promised = if start.position().to_move() == side {
            promised.lower.seeds()
        } else {
            -promised.upper.seeds()
        };
        let mut game = start.clone();
        while game.end().is_none() {
            let played = if game.position().to_move() == side {
                self.solve(&game).best[0]
            } else {
                self.other_move(&game, other, random)
            };
            game.play(played).unwrap();
        }
        let end = game.end().unwrap();
        let halves = |side: Player| i32::from(end.seeds[side as usize].halves());
        let difference = (halves(side) - halves(side.opposite())) / 2;
        (i8::try_from(difference).unwrap(), promised)
    }
}

/// 1 when the store difference of a position is seen by `side`, else -1.
fn sign(game: &Game, side: Player) -> i8 {
    if game.position().to_move() == side {
        1
    } else {
        -1
    }
}

/// Plays so many games and checks each; what a game is depends on its number alone.
#[expect(clippy::print_stdout, reason = "the script shows what was played")]
fn check_games(text: &str, seeds: std::ops::RangeInclusive<u8>, count: usize) {
    let rules = rules(&format!("{text}+target=48"));
    let layers: Vec<Vec<Board>> = seeds.map(boards).collect();
    let next = AtomicUsize::new(0);
    let shortfalls = Mutex::new(Vec::new());
    let tally = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, NonZeroUsize::get) {
            scope.spawn(|| {
                let mut played = Match::to_play(rules);
                loop {
                    let round = next.fetch_add(1, Ordering::Relaxed);
                    if round >= count {
                        break;
                    }
                    let mut random = Random((round as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
                    let all = &layers[random.below(layers.len())];
                    let start = set_up(rules, all[random.below(all.len())]);
                    let side = Player::ALL[round % 2];
                    let other = OTHERS[round / 2 % OTHERS.len()];
                    if start.end().is_some() {
                        continue;
                    }
                    let (got, promised) = played.play(&start, side, other, &mut random);
                    if got < promised {
                        let start = start.position().to_string();
                        let shortfall = (start, side, other, got, promised);
                        shortfalls.lock().unwrap().push(shortfall);
                    }
                    let mut tally = tally.lock().unwrap();
                    let of_other = tally.entry(format!("{other:?}")).or_insert([0_u32; 2]);
                    of_other[usize::from(got > promised)] += 1;
                }
            });
        }
    });
    for (other, [as_proved, better]) in tally.into_inner().unwrap() {
        println!("{other}: {as_proved} games ended as was proved, {better} better");
    }
    let shortfalls = shortfalls.into_inner().unwrap();
    assert!(shortfalls.is_empty(), "{text}: {shortfalls:?}");
}

#[test]
fn games_from_random_boards_never_end_below_what_was_proved() {
    check_games("abapa", 3..=6, 24);
}

#[test]
#[ignore = "long: scripts/check-own-rows.sh runs it"]
fn many_games_never_end_below_what_was_proved() {
    let games = std::env::var("OWARE_GAMES").map_or(1_000, |games| games.parse().unwrap());
    check_games("abapa", 1..=8, games);
}

#[test]
fn game_that_the_bare_table_loses_is_held_with_the_real_history() {
    // The table says +3 at every turn of South, and its moves lead to a repetition at -1.
    let start = game("abapa+target=48", "0-1-0-0-0-0-0-1-0-0-0-1-22-23-S", "");
    let mut by_table = start.clone();
    for played in parse_moves("BfCbDcEdFeAa", Player::South).unwrap() {
        by_table.play(played).unwrap();
    }
    let end = by_table.end().expect("the first position came back");
    assert_eq!(end.winner, Some(Player::North));
    let mut played = Match::under(start.rules());
    assert_eq!(
        exact(&played.solve(&start)),
        Some(2),
        "3 seeds, and one behind"
    );
    let mut random = Random(9);
    for round in 0..40 {
        let other = OTHERS[round % OTHERS.len()];
        let (got, promised) = played.play(&start, Player::South, other, &mut random);
        assert!(promised == 2 && got >= 2, "{other:?}: {got}");
    }
}

#[test]
fn running_game_of_five_seeds_is_worth_less_than_the_board_set_up() {
    let start = "0-0-1-1-1-1-0-0-1-0-0-0-21-22-S";
    let running = game("abapa", start, "FcEdDeCfAaB");
    let mut played = Match::under(running.rules());
    let solution = played.solve(&running);
    assert_eq!(solution.moves.len(), 1);
    let position = running.position();
    let net = |value: i8| position.net(Score::new(value)).seeds();
    assert_eq!(exact(&solution).map(net), Some(-3));
    let fresh = Game::new(position, running.rules());
    assert_eq!(exact(&played.solve(&fresh)).map(net), Some(1));
}

#[test]
fn running_games_of_eight_seeds_are_exact_whatever_was_visited() {
    let mut game = game("abapa+target=48", "1-0-0-1-1-3-0-1-0-0-1-0-0-0-S", "");
    let mut played = Match::under(game.rules());
    let mut random = Random(77);
    for _ in 0..8 {
        let solution = played.solve(&game);
        check(&game, &solution);
        assert!(
            solution.bounds.is_exact(),
            "{} {:?}",
            game.position(),
            game.moves()
        );
        let moves: Vec<Move> =
            oware::game::legal_moves(game.position().board(), game.rules()).collect();
        game.play(moves[random.below(moves.len())]).unwrap();
        if game.end().is_some() {
            break;
        }
    }
}
