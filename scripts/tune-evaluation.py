#!/usr/bin/env python3
"""Tunes the weights of src/search/weights.rs by regression.

Boards come from games of the tool against itself, each move of half of them followed by up
to three random ones, and from random set-ups after some random plies. Labels are what the
tool itself says of them, under awari: exact values from tables of 24 seeds, and above them
the value of a search that has these tables. A network with one hidden layer, see
src/search/evaluate.rs, is fitted to "seeds to come, mover minus opponent" in the mean square
(Adam, Kingma & Ba 2015) and rounded to integers. The same seeds give nearly the same weights:
sums of floating-point numbers depend on the machine. (The weights at hand are of 1 400 028
boards that were drawn and labelled in the same way by the steps of this script done one by one,
with the generators seeded otherwise.) Needs numpy; labels take about ten minutes on two cores,
the fit as long.

    cargo build --release
    oware build-db --rules awari --seeds 24 --out tables
    scripts/tune-evaluation.py target/release/oware tables > src/search/weights.rs
"""
import json
import random
import subprocess
import sys
import tempfile

import numpy as np

REACH = 24  # seeds of the tables
LEAST = 3  # boards of fewer seeds are left out
SEEDS = 24  # more in one pit count like this many less one
HIDDEN = 32
STAGES = 7  # of 8 seeds each: 0-7, 8-15, ... 48
GAMES = [("level:2", 3_000, 8), ("level:3", 5_000, 10)]  # games, random plies before them
SET_UPS = [(LEAST + 1, REACH + 2, 6, 1_000_000), (REACH + 1, 48, 8, 40_000)]
NODES = 10_000  # for a label above the tables
EPOCHS = 24
BATCH = 2_048
RATE = 0.02
ONE = 256  # what a hidden unit gives at most, as an integer
LAST_BITS = 6  # fraction bits of the weights of the hidden units
MOST = 1_500  # the largest weight of a pit
VALUE = 5.0  # seeds that the network takes for one


def play(board, pit):
    """The board after sowing from a pit, seen by the next player; a grand slam takes nothing."""
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


def wander(board, plies, source):
    """The board after so many random plies, or fewer where none is left."""
    for _ in range(plies):
        choices = [pit for pit in range(6) if board[pit]]
        if not choices:
            break
        board = play(board, source.choice(choices))
    return board


def from_games(tool, source):
    """Boards of games of the tool against itself, half of them some random plies later."""
    for level, games, plies in GAMES:
        with tempfile.TemporaryDirectory() as directory:
            records = directory + "/games.ogn"
            subprocess.run([tool, "play", "--south", level, "--north", level, "--games", str(games),
                            "--random-plies", str(plies), "--seed", str(games), "--save",
                            records, "-q"], capture_output=True, check=True)
            letters = subprocess.run([tool, "convert", records, "--to", "letters"],
                                     capture_output=True, text=True, check=True).stdout
        for game in letters.split():
            board = [4] * 12
            for letter in game:
                board = play(board, "abcdef".index(letter.lower()))
                yield wander(board, source.choice([0, 0, 0, 1, 2, 3]), source)


def from_set_ups(source):
    """Boards with any number of seeds in any pit, some random plies later."""
    for low, high, plies, count in SET_UPS:
        for _ in range(count):
            seeds = source.randint(low, high)
            cuts = sorted(source.sample(range(seeds + 11), 11))
            board = [b - a - 1 for a, b in zip([-1] + cuts, cuts + [seeds + 11])]
            yield wander(board, source.randint(0, plies), source)


def ask(tool, arguments, lines):
    """The documents that a command of the tool writes, one for each line."""
    command = [tool, *arguments, "--format", "json", "-q"]
    answers = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True,
                             check=True)
    return map(json.loads, answers.stdout.splitlines())


def labels(tool, tables, boards):
    """Boards and what the tool says of them, in seeds to come for the mover."""
    texts = ["-".join(map(str, board)) for board in boards]
    near = [at for at, board in enumerate(boards) if sum(board) <= REACH]
    far = [at for at, board in enumerate(boards) if sum(board) > REACH]
    said = {}
    probed = ask(tool, ["db", "probe", tables, "-"], [texts[at] for at in near])
    said.update((at, document["lower"]) for at, document in zip(near, probed))
    searched = ask(tool, ["solve", "-", "--rules", "awari", "--db", tables, "--nodes", str(NODES),
                          "--hash", "1M"], [texts[at] + "-0-0-S" for at in far])
    said.update((at, document["value"]) for at, document in zip(far, searched))
    known = [at for at in range(len(boards)) if said.get(at) is not None]
    return (np.array([boards[at] for at in known]),
            np.array([said[at] for at in known], dtype=np.float32))


def spots(boards):
    """For each board a row with a one for the seeds of each pit, and one for all seeds."""
    rows = np.arange(len(boards))
    spread = np.zeros((len(boards), 12 * SEEDS + 49), np.float32)
    for pit in range(12):
        spread[rows, pit * SEEDS + np.minimum(boards[:, pit], SEEDS - 1)] = 1
    spread[rows, 12 * SEEDS + boards.sum(1)] = 1
    return spread


def fit(boards, values):
    """Weights of the pits and of all seeds, and of the hidden units by stage."""
    source = np.random.default_rng(2026)
    first = source.standard_normal((12 * SEEDS + 49, HIDDEN)).astype(np.float32) * 0.25
    last = np.repeat(source.standard_normal((1, HIDDEN)) * 0.3, STAGES, 0).astype(np.float32)
    weights = [first, last]
    means = [np.zeros_like(weight) for weight in weights]
    squares = [np.zeros_like(weight) for weight in weights]
    training = len(boards) * 19 // 20
    stages = boards.sum(1) // 8
    steps = training // BATCH
    wanted = values / VALUE

    def forward(chosen):
        spread = spots(boards[chosen])
        sums = spread @ first
        units = np.clip(sums, 0, 1)
        lasts = last[stages[chosen]]
        return spread, sums, units, lasts, (units * lasts).sum(1)

    for epoch in range(EPOCHS):
        order = source.permutation(training)
        for step in range(steps):
            chosen = order[step * BATCH:(step + 1) * BATCH]
            spread, sums, units, lasts, value = forward(chosen)
            slope = ((value - wanted[chosen]) * (2 / BATCH))[:, None]
            of_last = np.zeros_like(last)
            for stage in range(STAGES):
                here = stages[chosen] == stage
                of_last[stage] = (units[here] * slope[here]).sum(0)
            of_first = spread.T @ (slope * lasts * ((sums > 0) & (sums < 1)))
            done = epoch * steps + step
            part = done / (EPOCHS * steps)
            rate = RATE * min(1, (done + 1) / 100) * 0.5 * (1 + np.cos(np.pi * part))
            for weight, mean, square, of in zip(weights, means, squares, (of_first, of_last)):
                mean += 0.1 * (of - mean)
                square += 0.001 * (of * of - square)
                weight -= (rate * (mean / (1 - 0.9 ** (done + 1)))
                           / (np.sqrt(square / (1 - 0.999 ** (done + 1))) + 1e-8))
        test = np.arange(training, len(boards))
        errors = VALUE * forward(test)[-1] - values[test]
        by_stage = " ".join(f"{np.sqrt((errors[stages[test] == stage] ** 2).mean()):.2f}"
                            for stage in range(STAGES) if (stages[test] == stage).any())
        print(f"epoch {epoch + 1}: {np.sqrt((errors ** 2).mean()):.3f} seeds off; by stage {by_stage}",
              file=sys.stderr, flush=True)
    return first, last


def write(first, last):
    """The weights as Rust, from integers that src/search/evaluate.rs adds up."""
    whole = np.clip(np.rint(first * ONE), -MOST, MOST).astype(int)
    lasts = np.rint(last * VALUE * 100 / ONE * 2 ** LAST_BITS).astype(int)

    def rows(array):
        for row in array:
            print("    [" + ", ".join(map(str, row)) + "],")

    print("//! Weights of `evaluate`, a network with one hidden layer.")
    print("//!")
    print("//! Made by `scripts/tune-evaluation.py`, which says how; not to be edited by hand.")
    print()
    print("/// Units of the hidden layer.")
    print(f"pub(super) const HIDDEN: usize = {HIDDEN};")
    print("/// Seeds in a pit that are told apart.")
    print(f"pub(super) const SEEDS: usize = {SEEDS};")
    print("/// Stages of 8 seeds on the board each.")
    print(f"pub(super) const STAGES: usize = {STAGES};")
    print("/// What a hidden unit gives at most.")
    print(f"pub(super) const ONE: i16 = {ONE};")
    print("/// Fraction bits of [`LAST`], whose unit is a hundredth of a seed.")
    print(f"pub(super) const LAST_BITS: u32 = {LAST_BITS};")
    print()
    print("/// What a pit with so many seeds adds to each unit: the mover's pits from his last to his")
    print("/// first, then the opponent's alike, a row for each number of seeds.")
    print("#[rustfmt::skip]")
    print("pub(super) static PITS: [[i16; HIDDEN]; 12 * SEEDS] = [")
    for pit in [5, 4, 3, 2, 1, 0, 11, 10, 9, 8, 7, 6]:
        rows(whole[pit * SEEDS:(pit + 1) * SEEDS])
    print("];")
    print()
    print("/// What the number of seeds on the board adds.")
    print("#[rustfmt::skip]")
    print("pub(super) static TOTAL: [[i16; HIDDEN]; 49] = [")
    rows(whole[12 * SEEDS:])
    print("];")
    print()
    print("/// What each unit is worth, by stage.")
    print("#[rustfmt::skip]")
    print("pub(super) static LAST: [[i16; HIDDEN]; STAGES] = [")
    rows(lasts)
    print("];")


def main():
    tool, tables = sys.argv[1:]
    source = random.Random(2026)
    found = {tuple(board) for where in (from_games(tool, source), from_set_ups(source))
             for board in where if any(board[:6]) and any(board[6:]) and sum(board) >= LEAST}
    boards = sorted(found)
    source.shuffle(boards)
    print(f"{len(boards)} boards", file=sys.stderr, flush=True)
    boards, values = labels(tool, tables, boards)
    write(*fit(boards, values))


if __name__ == "__main__":
    main()
