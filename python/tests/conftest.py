"""What the tests share."""

import os
import signal
from contextlib import contextmanager

import pytest

import carom
from carom import _carom

# Disks that fall in a box with walls.
SCENE = """dimension = 2
[world]
lower = [0, 0]
upper = [10, 10]
boundary = "wall"
gravity = [0, -1]
[collisions]
restitution_balls = 0.9
[[generate]]
kind = "random_gas"
count = 20
radius = 0.4
mass = 1
temperature = 1
seed = 5
[run]
until = 6
"""

GAS = dict(
    dimension=3,
    world=dict(lower=[0, 0, 0], upper=[8, 8, 8], boundary="periodic"),
    generate=[dict(kind="random_gas", count=100, radius=0.5, mass=1, temperature=1, seed=3)],
)


@contextmanager
def ended_by_a_signal(after=0.2):
    """What is done inside takes for ever, unless a signal that comes after so many seconds ends it.

    Nobody asks for signals again once the handler has raised something: no work follows.
    """
    asked = []

    def interrupt(number, frame):
        asked.append(_carom.signal_questions())
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, after)
    try:
        with pytest.raises(KeyboardInterrupt):
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert _carom.signal_questions() == asked[0]


@contextmanager
def asked_at_least(times):
    """What is done inside asks so often whether a signal has come, so that little is done between two questions."""
    before = _carom.signal_questions()
    yield
    assert _carom.signal_questions() - before >= times


@pytest.fixture
def gas():
    return carom.Scene(**GAS)


@pytest.fixture
def table():
    return carom.Table(
        table=dict(kind="pool_9_foot"),
        balls=[dict(name="cue", position=[0.4, 0.6]), dict(name="1", position=[0.9, 1.8])],
    )


@pytest.fixture
def command():
    """The command carom."""
    path = os.environ.get("CAROM_COMMAND")
    if not path:
        pytest.skip("CAROM_COMMAND does not name the command")
    return path
