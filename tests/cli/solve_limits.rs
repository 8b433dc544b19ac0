//! `oware solve` cut short by its limits: what it says then is true as far as it goes.

use crate::harness::oware;

const TWO_MOVES: &str = "0-0-0-0-1-1-1-0-0-0-0-0-22-23-S";

#[test]
fn value_from_tables_does_not_make_the_best_guess_a_proved_move() {
    // B loses by 6; the tables know that the position is worth 4, and nothing was looked at.
    let call = "solve 0-1-2-0-0-0-0-1-0-1-0-0-21-22-S --threads 1";
    for nodes in [0, 20] {
        let cut = oware(&format!("{call} --nodes {nodes}")).run().exits(0);
        let lines: Vec<_> = cut.out.lines().collect();
        assert_eq!(lines[3], "likely best C   South +4");
        let found = "      proved of the position, of no best move yet, by search (";
        assert!(lines[4].starts_with(found), "{}", lines[4]);
        let document = oware(&format!("{call} --nodes {nodes} --format json"))
            .run()
            .exits(0)
            .json();
        assert_eq!(document["status"], "exact");
        assert_eq!(document["value"], 4);
        assert_eq!(document["best"], serde_json::json!([]));
        assert_eq!(document["pv"], serde_json::json!([]));
        assert_eq!(document["moves"][0]["exact"], false);
    }
    let whole = oware(&format!("{call} --format json"))
        .run()
        .exits(0)
        .json();
    assert_eq!(whole["best"], serde_json::json!(["C"]));
    assert_eq!(whole["pv"][0], "C");
}

#[test]
fn limit_without_proof_is_status_5_only_with_exact() {
    let call = "solve startpos --nodes 2000 --threads 1 --format json";
    let document = oware(call).run().exits(0).json();
    assert_eq!(
        (&document["exact"], &document["status"]),
        (&false.into(), &"estimate".into())
    );
    let (lower, upper) = (&document["lower"], &document["upper"]);
    assert!(lower.as_i64() < upper.as_i64());
    let again = oware(&format!("{call} --exact")).run().exits(5).json();
    assert_eq!(again["nodes"], document["nodes"], "nodes are reproducible");
    let text = oware("solve startpos --nodes 2000").run().exits(0);
    assert!(text.out.contains("not proved"), "{}", text.out);
}

#[cfg(unix)]
#[test]
fn interrupt_prints_the_best_so_far() {
    let mut call = oware("solve startpos --exact --format json");
    let mut child = call
        .command()
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(2_000));
    assert!(
        child.try_wait().unwrap().is_none(),
        "the start is not solved in a moment"
    );
    let kill = std::process::Command::new("kill")
        .arg(child.id().to_string())
        .status();
    assert!(kill.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["status"], "estimate");
    assert_eq!(document["moves"].as_array().unwrap().len(), 6);
}

#[test]
fn hash_beyond_the_memory_is_an_error_and_no_abort() {
    oware(&format!("solve {TWO_MOVES} --hash 1000000000G"))
        .run()
        .exits(1)
        .complains(
            "1073741824000000000 bytes does not fit in memory",
            "--hash 16M",
        );
}
