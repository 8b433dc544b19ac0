//! `oware bench`: the suite, and the node total that names the search.

use crate::harness::oware;

/// Nodes of the suite on one thread. A change of this number is a change of the search: it
/// is deliberate, and the commit that makes it names it.
const SIGNATURE: u64 = 6_951_302;

#[test]
fn signature_is_the_known_sum_of_nodes() {
    let signature = oware("bench --signature").run().exits(0).out;
    assert_eq!(signature.trim(), SIGNATURE.to_string());
    let document = oware("bench --signature --format json")
        .run()
        .exits(0)
        .json();
    assert_eq!(document["schema"], "oware.bench-signature/1");
    assert_eq!(document["nodes"], SIGNATURE);
    assert!(document["rules"].as_array().unwrap().len() > 1);
}

#[test]
fn document_names_every_position_and_proof_and_adds_up() {
    let document = oware("bench --format json --threads 2")
        .run()
        .exits(0)
        .json();
    assert_eq!(document["schema"], "oware.bench/1");
    let positions = document["positions"].as_array().unwrap();
    assert!(positions.len() >= 12);
    let nodes: u64 = positions
        .iter()
        .map(|answer| answer["nodes"].as_u64().unwrap())
        .sum();
    assert_eq!(document["nodes"], nodes);
    assert_eq!(document["threads"], 2);
    let proofs = document["proofs"].as_array().unwrap();
    assert!(proofs.len() >= 10);
    let list = include_str!("../../data/positions/proofs.tsv");
    let known = list.lines().filter(|line| !line.starts_with('#'));
    for (proof, line) in proofs.iter().zip(known) {
        let fields: Vec<&str> = line.split('\t').collect();
        assert_eq!(proof["position"], fields[1]);
        assert_eq!(proof["value"].to_string(), fields[2], "{line}");
    }
}
