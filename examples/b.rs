fn main() {
    let a: Vec<String> = std::env::args().collect();
    let rules: oware::game::Rules = a[1].parse().unwrap();
    let seeds: u8 = a[2].parse().unwrap();
    let threads: usize = a[3].parse().unwrap();
    let dir = std::path::PathBuf::from(&a[4]);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let t = std::time::Instant::now();
    let r = pool.install(|| oware::endgame::build(&dir, &rules.value_rules(), seeds, &oware::progress::Silent)).unwrap();
    for l in r.iter().rev().take(2) { println!("{} {:016x} {:.2}", l.layer.seeds(), l.xxh3, l.elapsed_secs); }
    println!("{:.2}", t.elapsed().as_secs_f64());
}
