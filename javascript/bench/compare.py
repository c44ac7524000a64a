#!/usr/bin/python3
"""Rates of the JavaScript package beside the native library (through its Python module), with equal answers.

  javascript/bench/compare.py [--turns N] [--rounds N] [--shots N]

Build first: the presets release, wasm and wasm_plain. They run on one core in turns, because a machine is not equally
fast at all times. Each rate is the best of all. Exit code 1 when an answer differs in a bit.
"""
import argparse
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile
import time
from typing import Any, Callable, Iterator

MODULES = ("carom", "carom_plain")
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "build/release/python"))

import numpy as np  # noqa: E402

import carom  # noqa: E402


def gas(count: int, side: float) -> str:
    return f"""dimension = 3
[world]
lower = [0, 0, 0]
upper = [{side}, {side}, {side}]
boundary = "periodic"
[[generate]]
kind = "random_gas"
count = {count}
radius = 0.5
mass = 1
temperature = 1
seed = 1
"""


def fingerprint(columns: list[Any]) -> str:
    return hashlib.sha256(b"".join(np.ascontiguousarray(column).tobytes() for column in columns)).hexdigest()


def fastest(task: dict[str, Any], count: int, work: Callable[[], None]) -> float:
    best = 0.0
    for _ in range(task["rounds"]):
        start = time.perf_counter()
        work()
        best = max(best, count / (time.perf_counter() - start))
    return best


def native(task: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for each in task["gases"]:
        simulation = carom.Simulation(carom.Scene.parse(each["text"]))
        rate = fastest(task, each["events"], lambda: simulation.advance(events=each["events"]) and None)
        columns = [*simulation.positions().T, *simulation.velocities().T]
        yield {"name": each["name"], "rate": rate, "answers": fingerprint(columns)}
    yield native_breaks(task)
    yield native_sweeps(task)


def native_breaks(task: dict[str, Any]) -> dict[str, Any]:
    table = carom.Table.parse(task["table"])
    planned = table.planned[0]
    count = task["shots"]
    direction = planned.direction + (np.arange(count) - count / 2) / 8192
    kept: list[Any] = []

    def play() -> None:
        kept[:] = [table.shots(planned.speed, direction, elevation=planned.elevation, left=planned.left, up=planned.up,
                               cue_ball=planned.cue_ball, threads=1)]

    rate = fastest(task, count, play)
    return {"name": "nine-ball breaks", "rate": rate,
            "answers": fingerprint([kept[0].x, kept[0].y, kept[0].duration])}


def native_sweeps(task: dict[str, Any]) -> dict[str, Any]:
    count = task["pairs"]

    def places(*seeds: int) -> Any:
        columns = [(np.arange(count, dtype=np.int64) * seed % 65521) / 4096 for seed in seeds]
        return np.asfortranarray(np.column_stack(columns))

    along = places(15485, 1, 1)
    along[:, 1:] = 0
    radius = np.full(count, 0.5)
    a = carom.Balls(places(7919, 104729, 1299709), radius, along)
    b = carom.Balls(places(3571, 27449, 611953), radius)
    kept: list[Any] = []

    def sweep() -> None:
        kept[:] = [carom.sweep(a, b)]

    rate = fastest(task, count, sweep)
    return {"name": "sweeps", "rate": rate,
            "answers": fingerprint([kept[0].state.astype(np.int32), kept[0].first, kept[0].last])}


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--turns", type=int, default=3)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--shots", type=int, default=2000)
    given = options.parse_args()
    task = {
        "gases": [
            {"name": "gas, 1,000 balls", "text": gas(1000, 12.8), "events": 100_000},
            {"name": "gas, 4,000 balls", "text": gas(4000, 19.1), "events": 100_000},
        ],
        "table": (ROOT / "scenes/nine_ball_shot.toml").read_text(),
        "shots": given.shots, "pairs": 100_000, "rounds": given.rounds,
    }
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "task.json"
        path.write_text(json.dumps(task))
        turns = [{"native": list(native(task))} | {module: in_node(module, path) for module in MODULES}
                 for _ in range(given.turns)]
    return tell({name: best([turn[name] for turn in turns]) for name in turns[0]})


def in_node(module: str, path: pathlib.Path) -> list[dict[str, Any]]:
    command = ["node", ROOT / "javascript/bench/measure.js", ROOT / f"build/npm/{module}.wasm", path]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return [json.loads(line) for line in lines]


def best(turns: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
    return [max(each, key=lambda found: float(found["rate"])) for each in zip(*turns)]


def tell(columns: dict[str, list[dict[str, Any]]]) -> int:
    differs = 0
    print("| a second, on one core | native | carom.wasm | | carom_plain.wasm | |\n|---|---|---|---|---|---|")
    for k, of in enumerate(columns["native"]):
        cells = [of["name"], f"{of['rate']:,.0f}"]
        for module in MODULES:
            found = columns[module][k]
            same = found["answers"] == of["answers"]
            differs += not same
            cells += [f"{found['rate']:,.0f}", f"{found['rate'] / of['rate']:.0%}" if same else "ANSWERS DIFFER"]
        print(f"| {' | '.join(cells)} |")
    return 1 if differs else 0


if __name__ == "__main__":
    sys.exit(main())
