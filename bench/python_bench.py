"""Times the Python module beside the C interface of the same build, which has no interpreter in between.

Usage: PYTHONPATH=build/release/python python3 bench/python_bench.py build/release/src/libcarom_c.so

Each answer is compared with that of the C interface, bit by bit. The best of several rounds counts.
"""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Callable

import numpy as np

import carom

PAIRS, EVENTS, SHOTS, ROUNDS = 100_000, 200_000, 100_000, 7

GAS = """dimension = 3
[world]
lower = [0, 0, 0]
upper = [12.8, 12.8, 12.8]
boundary = "periodic"
[[generate]]
kind = "random_gas"
count = 1000
radius = 0.5
mass = 1
temperature = 1
seed = 1
"""
TABLE = """[table]
kind = "pool_9_foot"
[[balls]]
name = "cue"
position = [0.4, 0.6]
[[balls]]
name = "1"
position = [0.9, 1.8]
"""


class Column(ctypes.Structure):
    """carom_doubles, carom_ints and those that are written."""

    _fields_ = [("data", ctypes.c_void_p), ("count", ctypes.c_size_t), ("stride", ctypes.c_ssize_t)]


def column(array: np.ndarray | None) -> Column:
    return Column(None, 0, 0) if array is None else Column(array.ctypes.data, array.size, 0)


def columns(*arrays: np.ndarray | None) -> ctypes.Array[Column]:
    return (Column * len(arrays))(*(column(array) for array in arrays))


def best(work: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def told(what: str, ours: float, theirs: float, count: int) -> None:
    print(f"{what:32} {count / ours:14,.0f} /s  C {count / theirs:14,.0f} /s  {theirs / ours:6.1%} of it")


def pairs(c: ctypes.CDLL) -> None:
    rng = np.random.default_rng(1)
    for dimension in (2, 3):
        pairs_in(c, dimension, *(rng.uniform(-5, 5, (PAIRS, dimension)) for _ in range(3)))


def pairs_in(c: ctypes.CDLL, dimension: int, *rows: np.ndarray) -> None:
    place, other, move = (np.asfortranarray(array) for array in rows)
    radius = np.full(PAIRS, 0.5)
    state, first, last = np.empty(PAIRS, np.int32), np.empty(PAIRS), np.empty(PAIRS)
    none = (None,) * (3 - dimension)
    rests = (None,) * 3
    moves = (*move.T, *none)
    sets = [columns(*x.T, *none, radius, *m) for x, m in ((place, moves), (other, rests))]
    answers = columns(state, first, last)
    contacts = ctypes.c_size_t()
    theirs = best(lambda: c.carom_sweep_each(dimension, sets[0], sets[1], answers, ctypes.byref(contacts)))
    # Rows are what NumPy makes, and are copied.
    for what, (centers, others, displacements) in {"columns": (place, other, move), "rows": rows}.items():
        a, b = carom.Balls(centers, radius, displacements), carom.Balls(others, radius)
        found = carom.sweep(a, b)
        assert found.contacts == contacts.value and (found.first == first).all() and (found.state == state).all()
        told(f"sweeps in {dimension}D, in {what}", best(lambda: carom.sweep(a, b)), theirs, PAIRS)


def events(c: ctypes.CDLL) -> None:
    scene, simulation = ctypes.c_void_p(), ctypes.c_void_p()
    text = GAS.encode()
    assert c.carom_scene_parse(text, len(text), b"gas", ctypes.byref(scene)) == 0
    assert c.carom_simulation_create(scene, ctypes.byref(simulation)) == 0
    gas = carom.Simulation(carom.Scene.parse(GAS))
    advance = c.carom_simulation_advance
    advance.argtypes = [ctypes.c_void_p, ctypes.c_double, ctypes.c_uint64, ctypes.c_void_p, ctypes.c_void_p]
    kinds: dict[str, Callable[[], object]] = {
        "events, none told": lambda: gas.advance(events=EVENTS),
        "events, in blocks": lambda: take(gas.event_blocks(size=4000), EVENTS // 4000),
        "events, one by one": lambda: take(gas.events(), EVENTS),
    }
    for what, work in kinds.items():
        ours = best(work)
        theirs = best(lambda: advance(simulation, 1e300, EVENTS, None, None))
        told(what, ours, theirs, EVENTS)
    place = np.empty(1000)
    assert c.carom_simulation_states(simulation, columns(place, None, None), None) == 0
    assert (place == gas.positions()[:, 0]).all()


def take(iterator: object, count: int) -> None:
    for _ in range(count):
        next(iterator)  # type: ignore[call-overload]


def shots(c: ctypes.CDLL) -> None:
    handle, text = ctypes.c_void_p(), TABLE.encode()
    assert c.carom_table_parse(text, len(text), b"table", ctypes.byref(handle)) == 0
    table = carom.Table.parse(TABLE)
    speed, direction = np.full(SHOTS, 2.0), np.linspace(0, 360, SHOTS)
    x, y, pocket, duration = np.empty(2 * SHOTS), np.empty(2 * SHOTS), np.empty(2 * SHOTS, np.int32), np.empty(SHOTS)
    counts = [np.empty(SHOTS, np.int32) for _ in range(9)]
    strikes = columns(speed, direction, None, None, None, None)
    outcomes = columns(x, y, pocket, duration, *counts)
    ours = best(lambda: table.shots(speed, direction, threads=1))
    theirs = best(lambda: c.carom_play_batch(handle, strikes, outcomes, 1, None, None))
    found = table.shots(speed, direction, threads=1)
    assert (found.x.ravel() == x).all() and (found.pocket.ravel() == pocket).all()
    told("shots at two balls, one thread", ours, theirs, SHOTS)


def keep_memory() -> None:
    """Lets malloc keep what is freed: arrays that are new to the process would be timed with their pages."""
    trim_threshold, mmap_threshold = -1, -3
    process = ctypes.CDLL(None)
    for setting in (trim_threshold, mmap_threshold):
        assert process.mallopt(setting, 2**29) == 1


if __name__ == "__main__":
    keep_memory()
    library = ctypes.CDLL(sys.argv[1])
    pairs(library)
    events(library)
    shots(library)
