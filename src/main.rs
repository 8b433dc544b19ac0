//! tmp
use oware::game::*;
use oware::perft;
fn main() {
    let d: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    let play = std::env::args().nth(2).is_some();
    let r: Rules = std::env::args()
        .nth(3)
        .unwrap_or("abapa".into())
        .parse()
        .unwrap();
    let t = std::time::Instant::now();
    let p = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .unwrap()
        .install(|| {
            perft::perft(
                &Position::START,
                r,
                d,
                if play {
                    perft::LastPly::Played
                } else {
                    perft::LastPly::Counted
                },
            )
        });
    println!(
        "{p:?} {:?} {:.1} M/s",
        t.elapsed(),
        p.leaves as f64 / t.elapsed().as_secs_f64() / 1e6
    );
}
