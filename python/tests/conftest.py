"""What the tests share."""

import os

import pytest

import carom

GAS = dict(
    dimension=3,
    world=dict(lower=[0, 0, 0], upper=[8, 8, 8], boundary="periodic"),
    generate=[dict(kind="random_gas", count=100, radius=0.5, mass=1, temperature=1, seed=3)],
)


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
