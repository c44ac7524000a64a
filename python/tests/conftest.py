"""What the tests share."""

import os
import signal
import time
from contextlib import contextmanager

import pytest

import carom

GAS = dict(
    dimension=3,
    world=dict(lower=[0, 0, 0], upper=[8, 8, 8], boundary="periodic"),
    generate=[dict(kind="random_gas", count=100, radius=0.5, mass=1, temperature=1, seed=3)],
)


@contextmanager
def ended_by_a_signal():
    """What is done inside takes for ever, unless a signal that comes in 0.2 s ends it."""

    def interrupt(number, frame):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    begin = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - begin < 10  # not for ever


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
