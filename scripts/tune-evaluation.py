#!/usr/bin/env python3
"""Tunes the weights of src/search/weights.rs by regression.

Boards come from random set-ups after some random plies under abapa's moves; labels are
what the tool itself says of them: exact values from tables where they reach, and above
them the value of a search. Ridge regression by coordinate-wise least squares on
"seeds to come, mover minus opponent" gives a weight for each pit, number of seeds and
stage. Only the standard library; the same seeds give the same weights.

    cargo build --release
    oware build-db --rules awari --seeds 20 --out tables
    scripts/tune-evaluation.py target/release/oware tables > src/search/weights.rs
"""
import json
import random
import subprocess
import sys

STAGES = 6  # of 8 seeds each: 0-7, 8-15, ... 40-48
SEEDS = 24  # more in one pit count like this many less one
BOARDS = 8_000  # a stage
NODES = 3_000  # for a label above the tables
SWEEPS = 12
RIDGE = 40.0


def play(board, pit):
    """The board after sowing from a pit, seen by the next player; capture simplified to
    abapa's: a grand slam takes nothing."""
    pits, seeds, at = board[:], board[pit], pit
    pits[pit] = 0
    while seeds:
        at = (at + 1) % 12
        if at != pit:
            pits[at] += 1
            seeds -= 1
    chain = []
    last = at
    while last >= 6 and pits[last] in (2, 3):
        chain.append(last)
        last -= 1
    if sum(pits[6:]) > sum(pits[hole] for hole in chain):
        for hole in chain:
            pits[hole] = 0
    return pits[6:] + pits[:6]


def boards(stage, count, source):
    """Boards of a stage that play leads to."""
    found = set()
    low, high = max(3, 8 * stage), min(48, 8 * stage + 7)
    while len(found) < count:
        seeds = source.randint(low, min(48, high + 3))
        cuts = sorted(source.sample(range(seeds + 11), 11))
        board = [b - a - 1 for a, b in zip([-1] + cuts, cuts + [seeds + 11])]
        for _ in range(source.randint(2, 10)):
            choices = [pit for pit in range(6) if board[pit]]
            if not choices:
                break
            board = play(board, source.choice(choices))
        if low <= sum(board) <= high and any(board[:6]) and any(board[6:]):
            found.add(tuple(board))
    return sorted(found)


def labels(tool, tables, all_boards):
    """What the tool says of each board, in seeds to come for its mover."""
    lines = "".join("-".join(map(str, board)) + "-0-0-S\n" for board in all_boards)
    command = [tool, "solve", "-", "--rules", "awari", "--db", tables, "--format", "json",
               "--nodes", str(NODES), "--threads", "1", "--hash", "256K", "-q"]
    answers = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    for line in answers.stdout.splitlines():
        yield json.loads(line)["value"]


def fit(samples):
    """Weights by pit and seeds that come closest to the labels in the mean square."""
    weights = [[0.0] * SEEDS for _ in range(12)]
    features = [[min(seeds, SEEDS - 1) for seeds in board] for board, _ in samples]
    rest = [float(label) for _, label in samples]
    for _ in range(SWEEPS):
        for pit in range(12):
            total, count = [0.0] * SEEDS, [0] * SEEDS
            for row, error in zip(features, rest):
                total[row[pit]] += error
                count[row[pit]] += 1
            old = weights[pit][:]
            for seeds in range(SEEDS):
                gain = total[seeds] + count[seeds] * old[seeds]
                weights[pit][seeds] = gain / (count[seeds] + RIDGE)
            for index, row in enumerate(features):
                rest[index] += old[row[pit]] - weights[pit][row[pit]]
    return weights, sum(error * error for error in rest) / len(rest)


def smooth(row):
    """Counts that were hardly seen take over from the nearest that was."""
    for seeds in range(1, len(row)):
        if abs(row[seeds]) < 1e-9:
            row[seeds] = row[seeds - 1]
    return row


def main():
    tool, tables = sys.argv[1:]
    source = random.Random(2026)
    print("//! Weights of `evaluate`: hundredths of a seed by stage, pit and seeds.")
    print("//!")
    print("//! Made by `scripts/tune-evaluation.py`, which says how; not to be edited by hand.")
    print()
    print("/// Stages of 8 seeds on the board each.")
    print(f"pub(super) const STAGES: usize = {STAGES};")
    print("/// Seeds in a pit that are told apart.")
    print(f"pub(super) const SEEDS: usize = {SEEDS};")
    print()
    print("/// The mover's pits from his last to his first, then the opponent's alike.")
    print("#[rustfmt::skip]")
    print("pub(super) static WEIGHTS: [[[i16; SEEDS]; 12]; STAGES] = [")
    for stage in range(STAGES):
        chosen = boards(stage, BOARDS, source)
        samples = [(board, label) for board, label in zip(chosen, labels(tool, tables, chosen))
                   if label is not None]
        weights, error = fit(samples)
        print(f"stage {stage}: {len(samples)} boards, mean square {error:.2f}", file=sys.stderr)
        print("    [")
        for pit in [5, 4, 3, 2, 1, 0, 11, 10, 9, 8, 7, 6]:
            row = ", ".join(str(round(100 * weight)) for weight in smooth(weights[pit]))
            print(f"        [{row}],")
        print("    ],")
    print("];")


main()
