"""Promise: threads and forked processes do not disturb each other, and a signal ends whatever takes long."""

import copy
import os
import signal
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import carom

from conftest import GAS, SCENE, asked_at_least, ended_by_a_signal


def test_threads_have_simulations_of_their_own():
    def run(_):
        simulation = carom.Simulation(carom.Scene(**GAS))
        simulation.advance(events=5000)
        return simulation.positions()

    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(run, range(8)))
    assert all((each == results[0]).all() for each in results)


def in_a_child(work):
    """What ``work()`` says in a forked process, as text."""
    from_child, to_parent = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            said = work()
        except BaseException as error:  # told to the parent, which is to fail
            said = f"{type(error).__name__}: {error}"
        os.write(to_parent, str(said).encode())
        os._exit(0)
    os.close(to_parent)
    with os.fdopen(from_child) as pipe:
        said = pipe.read()
    assert os.waitpid(child, 0)[1] == 0
    return said


def test_a_forked_process_and_its_parent_go_on_with_the_same_bits(gas):
    expected, simulation = carom.Simulation(gas), carom.Simulation(gas)
    for each in (expected, simulation):
        each.advance(events=1000)
    expected.advance(events=5000)

    def go_on():
        simulation.advance(events=5000)
        return simulation.positions().tobytes().hex() + simulation.velocities().tobytes().hex()

    childs = in_a_child(go_on)
    assert simulation.counts["ball_ball"] == 1000  # what the child does is its own
    assert go_on() == childs == expected.positions().tobytes().hex() + expected.velocities().tobytes().hex()


def test_what_a_thread_was_using_at_a_fork_stays_in_use_in_the_child(gas):
    for _ in range(20):
        simulation = carom.Simulation(gas)
        thread = threading.Thread(target=simulation.advance, kwargs=dict(events=300_000))
        thread.start()
        said = ""
        while thread.is_alive() and not said:
            try:
                simulation.positions()
            except RuntimeError:
                said = in_a_child(simulation.positions)
        thread.join()
        if "in use by another thread" in said:
            return
    pytest.fail("no fork came during the call")


def test_a_recording_belongs_to_the_process_that_began_it(gas, tmp_path):
    alone, simulation = carom.Simulation(gas), carom.Simulation(gas)
    with alone.record(tmp_path / "alone.carom"):
        alone.advance(until=20)
    with simulation.record(tmp_path / "r.carom"):
        simulation.advance(until=10)

        def write_too():
            simulation.advance(until=15)
            try:
                simulation._simulation.finish_record()
            except carom.FileError as error:
                return error
            return "no error"

        assert "the file belongs to the process that began it" in in_a_child(write_too)
        simulation.advance(until=20)
    assert (tmp_path / "r.carom").read_bytes() == (tmp_path / "alone.carom").read_bytes()


@pytest.mark.parametrize("how", ["parse", "read", "simulation"])
def test_other_threads_go_on_while_a_scene_is_made(tmp_path, how):
    text = SCENE.replace("count = 20", "count = 4000").replace("[10, 10]", "[200, 200]")
    path = tmp_path / "scene.toml"
    path.write_text(text)
    scene = carom.Scene.parse(text)
    make = dict(
        parse=lambda: carom.Scene.parse(text),
        read=lambda: carom.Scene.read(path),
        simulation=lambda: carom.Simulation(scene),
    )[how]
    rounds, ended = 0, threading.Event()

    def count():
        nonlocal rounds
        while not ended.is_set():
            rounds += 1
            time.sleep(1e-4)

    # Nobody takes the lock from a thread that does not give it: the other one counts only where it was given.
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    thread = threading.Thread(target=count)
    try:
        thread.start()
        for _ in range(100):
            before = rounds
            make()
            if rounds > before:
                break
        else:
            pytest.fail("the other thread never went on")
    finally:
        ended.set()
        thread.join()
        sys.setswitchinterval(interval)


def test_two_threads_at_one_simulation_are_refused(gas):
    simulation = carom.Simulation(gas)
    thread = threading.Thread(target=simulation.advance, kwargs=dict(events=300_000))
    thread.start()
    refused = 0
    while thread.is_alive():
        try:
            simulation.positions()
        except RuntimeError as error:
            assert "in use by another thread" in str(error)
            refused += 1
        time.sleep(0.001)
    thread.join()
    assert refused > 0
    assert simulation.counts["ball_ball"] >= 299_000


@pytest.mark.parametrize("how", ["advance", "blocks", "events"])
def test_a_signal_ends_long_work(gas, how):
    simulation = carom.Simulation(gas)
    with ended_by_a_signal():
        if how == "advance":
            simulation.advance(until=1e12)
        elif how == "blocks":
            for _ in simulation.event_blocks(size=10**7):
                pass
        else:
            for _ in simulation.events():
                pass
    assert simulation.advance(events=10) == 10  # it goes on


def many_balls(count):
    """The text of a scene of so many balls, each written down."""
    ball = "[[balls]]\nposition = [{}, 0]\nradius = 0.25\n"
    return 'dimension = 2\n[world]\nboundary = "open"\n' + "".join(ball.format(k) for k in range(count))


GAS_OF_3000 = {**GAS, "world": {**GAS["world"], "upper": [30, 30, 30]}}
GAS_OF_3000["generate"] = [{**GAS["generate"][0], "count": 3000}]


def test_little_is_done_between_two_looks_for_a_signal(gas):
    simulation = carom.Simulation(gas)
    with asked_at_least(100_000 // 256 - 1):
        simulation.advance(events=100_000)
    with asked_at_least(10_000 // 256 - 1):
        next(simulation.event_blocks(size=10_000))
    with asked_at_least(7 * 3000 // 256):  # values, then balls
        carom.Scene.parse(many_balls(3000))
    with asked_at_least(5 * (3000 // 256) - 4):  # insertion, and the check that they do not overlap
        scene = carom.Scene(**GAS_OF_3000)
    with asked_at_least(8 * (3000 // 256) - 4):  # the same check, and what the engine does for each ball
        simulation = carom.Simulation(scene)
    with asked_at_least(12 * (3000 // 256) - 4):
        copy.copy(simulation)
    saved = simulation.save()
    with asked_at_least(12 * (3000 // 256) - 4):
        carom.Simulation.resume(scene, saved)


def test_little_is_done_between_two_looks_while_balls_grow():
    packed = {**GAS, "generate": [{**GAS["generate"][0], "packing": 0.6}]}
    del packed["generate"][0]["count"]
    with asked_at_least(1000):  # each of 587 balls collides hundreds of times
        carom.Scene(**packed)


@pytest.mark.parametrize("how", ["insertion", "growth", "text", "imports", "simulation", "copy", "resume"])
def test_a_signal_ends_the_making_of_many_balls(tmp_path, how):
    """Where it ends before the signal comes, it begins again."""
    if how in ("simulation", "copy", "resume"):
        scene = carom.Scene(**GAS_OF_3000)
        simulation = carom.Simulation(scene)
        saved = simulation.save()
    text, path = many_balls(20_000), tmp_path / "s.toml"
    (tmp_path / "b.csv").write_text("x,y\n" + "".join(f"{k},0\n" for k in range(200_000)))
    path.write_text('dimension = 2\n[world]\nboundary = "open"\n[[import]]\nfile = "b.csv"\nradius = 0.25\n')
    slow = [{**GAS["generate"][0], "packing": 0.63, "growth_rate": 1e-4}]
    del slow[0]["count"]
    work = dict(
        insertion=lambda: carom.Scene(**{**GAS_OF_3000, "generate": [{**GAS["generate"][0], "count": 12_000}]}),
        growth=lambda: carom.Scene(**{**GAS, "generate": slow}),
        text=lambda: carom.Scene.parse(text),
        imports=lambda: carom.Scene.read(path),
        simulation=lambda: carom.Simulation(scene),
        copy=lambda: copy.copy(simulation),
        resume=lambda: carom.Simulation.resume(scene, saved),
    )[how]
    with ended_by_a_signal(0.01):
        while True:
            work()


@pytest.fixture
def lanes():
    """Two balls that never meet, though nothing says so."""
    balls = [
        {"position": [1, 1], "velocity": [1, 0], "radius": 0.25},
        {"position": [1, 3], "velocity": [-1, 0], "radius": 0.25},
    ]
    world = {"lower": [0, 0], "upper": [4, 4], "boundary": "periodic"}
    return carom.Simulation(carom.Scene(dimension=2, world=world, balls=balls))


@pytest.mark.parametrize("how", ["advance", "blocks", "events"])
def test_a_signal_ends_a_search_without_events(lanes, how):
    with ended_by_a_signal():
        if how == "advance":
            lanes.advance(until=1e12)
        elif how == "blocks":
            next(lanes.event_blocks(until=1e12), None)
        else:
            next(lanes.events(until=1e12), None)
    assert lanes.advance(until=1e4) == 0  # it goes on


def test_other_threads_work_during_a_search_for_one_event(lanes):
    main = threading.get_ident()
    timer = threading.Timer(0.1, lambda: signal.pthread_kill(main, signal.SIGALRM))
    timer.start()
    with ended_by_a_signal():
        signal.setitimer(signal.ITIMER_REAL, 0)  # the other thread sends it
        next(lanes.events(until=1e12), None)
    timer.join()
