#!/usr/bin/env python3
"""Measures the search and prints the README's rows; every answer is checked.

    cargo build --release
    oware build-db --rules awari --seeds 20 --out awari
    oware build-db --rules abapa --seeds 20 --out abapa
    scripts/bench-search.py target/release/oware awari abapa [PART...]

Parts, all of them unless some are named: nodes, depth, threads, proofs, large, starts. The
boards of the proofs are random set-ups, the stores shared evenly, the same in every run. Those
of 20 seeds are proved with tables of 12, which are linked from the directories, and must have the
values of the tables of 20; those of 28 are proved with all tables, with one thread and with two,
and must have the same value both times. Times are wall times of whole processes.
"""
import json
import math
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

PARTS = ["nodes", "depth", "threads", "proofs", "large", "starts"]
MIDDLE_GAME = "startpos moves AbBfCdCf"
OPENING_PLIES = 10
DEPTHS = (22, 24, 26)


class Engine:
    """The tool as an engine."""

    def __init__(self, tool, threads=1, hash_mb=256):
        self.process = subprocess.Popen([tool, "uci"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.ask("uci", "uciok")
        self.say(f"setoption name Hash value {hash_mb}")
        self.say(f"setoption name Threads value {threads}")
        self.ask("isready", "readyok")

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line, last):
        """The lines that answer, up to the one that begins so."""
        self.say(line)
        lines = []
        for answer in self.process.stdout:
            lines.append(answer)
            if answer.startswith(last):
                return lines
        raise SystemExit(f"no {last} after {line}")

    def go(self, position, limit):
        """Seconds, nodes and depth of a search from nothing."""
        self.say("ucinewgame")
        self.ask("isready", "readyok")
        self.say("position " + position)
        start = time.monotonic()
        lines = self.ask("go " + limit, "bestmove")
        seconds = time.monotonic() - start
        words = [line for line in lines if " nodes " in line][-1].split()
        return seconds, int(words[words.index("nodes") + 1]), int(words[words.index("depth") + 1])

    def quit(self):
        self.say("quit")
        self.process.wait()


def row(work, measured):
    print(f"| {work} | {measured} |", flush=True)


def run(command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def solve(tool, position, rules, tables, *more):
    """Seconds and the document that `solve` gives."""
    start = time.monotonic()
    text = run([tool, "solve", position, "--rules", rules, "--db", tables, "--format", "json", "-q",
                *more])
    return time.monotonic() - start, json.loads(text)


def set_ups(seeds, count, source):
    for _ in range(count):
        cuts = sorted(source.sample(range(seeds + 11), 11))
        pits = [b - a - 1 for a, b in zip([-1] + cuts, cuts + [seeds + 11])]
        yield "-".join(map(str, pits + [(48 - seeds) // 2] * 2)) + "-S"


def first_layers(directory, most, into):
    """A directory with links to the tables of up to so many seeds."""
    os.mkdir(into)
    for name in os.listdir(directory):
        if name.startswith("layer-") and int(name[6:8]) <= most:
            os.symlink(os.path.join(os.path.abspath(directory), name), os.path.join(into, name))
    return into


def prove(tool, rules, tables, positions, limit, threads, values):
    """Seconds that each proof took; `values` says what they must give, if it is known."""
    seconds = []
    for position in positions:
        took, document = solve(tool, position, rules, tables, "--time", limit, "--threads",
                               str(threads), "--hash", "256M")
        seconds.append(took)
        value = document["value"] if document["exact"] else None
        if value is not None and values.setdefault(position, value) != value:
            sys.exit(f"{position} under {rules}: {value}, not {values[position]}")
        if value is None:
            print(f"{position} under {rules} is not proved in {limit}", file=sys.stderr)
    return seconds


def summary(seconds):
    return f"median {statistics.median(seconds):.2f} s, mean {statistics.mean(seconds):.2f} s, " \
           f"at most {max(seconds):.1f} s"


def proofs(work, tool, rules, tables, positions, limit, values):
    """Prints rows of proofs with one thread and with two."""
    one, two = (prove(tool, rules, tables, positions, limit, threads, values) for threads in (1, 2))
    row(work, summary(one))
    row("the same, two threads", f"{summary(two)}; {sum(one) / sum(two):.2f} times as fast")


def openings(tool, source):
    for _ in range(12):
        moves = ""
        for _ in range(OPENING_PLIES):
            so_far = ["--moves", moves] if moves else []
            position = json.loads(run([tool, "moves", "startpos", *so_far, "--format", "json"]))
            moves += source.choice([move["move"] for move in position["moves"]])
        yield "startpos moves " + moves


def main():
    tool, awari, abapa = sys.argv[1:4]
    parts = sys.argv[4:] or PARTS
    if set(parts) - set(PARTS):
        sys.exit("parts are " + ", ".join(PARTS))
    source = random.Random(2026)
    if "nodes" in parts:
        engine = Engine(tool)
        rates = [nodes / seconds for seconds, nodes, _ in
                 (engine.go(MIDDLE_GAME, "nodes 20000000") for _ in range(5))]
        engine.quit()
        row("nodes a second in the middle game",
            f"{min(rates) / 1e6:.1f} to {max(rates) / 1e6:.1f} M in five runs")
    if "depth" in parts:
        engine = Engine(tool)
        depth = engine.go("startpos", "movetime 2000")[2]
        engine.quit()
        row("depth in 2 s from the start", f"{depth} plies, late moves less deep")
    if "threads" in parts:
        positions = list(openings(tool, source))
        engines = [Engine(tool, threads) for threads in (1, 2)]
        for depth in DEPTHS:
            both = [[engine.go(position, f"depth {depth}") for position in positions]
                    for engine in engines]
            one, two = (sum(seconds for seconds, _, _ in results) for results in both)
            nodes = [sum(nodes for _, nodes, _ in results) for results in both]
            mean = math.exp(statistics.mean(math.log(a[0] / b[0]) for a, b in zip(*both)))
            row(f"depth {depth} of 12 openings, two threads against one",
                f"{one / two:.2f} times as fast ({one:.1f} and {two:.1f} s, {mean:.2f} times in the "
                f"geometric mean), {nodes[1] / nodes[0]:.2f} times the nodes")
        for engine in engines:
            engine.quit()
    with tempfile.TemporaryDirectory() as work:
        if "proofs" in parts:
            for rules, tables in (("awari", awari), ("abapa", abapa)):
                small = first_layers(tables, 12, os.path.join(work, rules))
                positions = list(set_ups(20, 30, random.Random(20)))
                values = {position: solve(tool, position, rules, tables)[1]["value"]
                          for position in positions}
                proofs(f"prove 30 random positions of 20 seeds, {rules}, tables of 12", tool, rules,
                       small, positions, "20s", values)
        if "large" in parts:
            for rules, tables in (("awari", awari), ("abapa", abapa)):
                positions = list(set_ups(28, 10, random.Random(28)))
                proofs(f"prove 10 random positions of 28 seeds, {rules}, tables of 20", tool, rules,
                       tables, positions, "60s", {})
        if "starts" in parts:
            for rules, tables in (("awari", awari), ("abapa", abapa)):
                small = os.path.join(work, rules + "-12")
                first_layers(tables, 12, small)
                for position, known in (("startpos:1", small), ("startpos:2", tables)):
                    seconds, document = solve(tool, position, rules, known, "--exact", "--threads",
                                              "1", "--hash", "1G")
                    if not document["exact"] or document["value"] != 0:
                        sys.exit(f"{position} under {rules} is not a draw")
                    row(f"{position}, {rules}", f"a draw, proved in {seconds:.1f} s")


main()
