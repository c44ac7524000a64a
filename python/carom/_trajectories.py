"""Recorded runs: states at any time, the proof, measurements."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from carom import _carom
from carom._arrays import Floats, floats, whole
from carom._errors import FileError
from carom._pages import in_frame


def _file(path: str | os.PathLike[str]) -> str:
    """The file of a run that is named by its directory."""
    name = os.fspath(path)
    return os.path.join(name, "trajectory.carom") if os.path.isdir(name) else name


def _stamp(path: str) -> tuple[int, int, int] | None:
    """What tells a file from one that has replaced it."""
    try:
        about = os.stat(path)
    except OSError:
        return None
    return about.st_ino, about.st_size, about.st_mtime_ns


class Trajectory:
    """A recorded run.

    >>> import carom, tempfile, os
    >>> scene = carom.Scene(dimension=2, world=dict(lower=[0, 0], upper=[10, 10], boundary="wall"),
    ...                     balls=[dict(position=[2, 5], radius=1, mass=1, velocity=[1, 0])])
    >>> simulation = carom.Simulation(scene)
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     path = os.path.join(directory, "run.carom")
    ...     with simulation.record(path):
    ...         count = simulation.advance(until=20)
    ...     run = carom.read(path)
    ...     positions, velocities = run.states([0, 1, 10])
    ...     proof = carom.check(path)
    >>> run.end, positions[:, 0, 0].tolist(), bool(proof)
    (20.0, [2.0, 3.0, 6.0], True)
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = _file(path)
        self._stamp = _stamp(self.path)
        about = _carom.describe(self.path)
        self.dimension: int = about["dimension"]
        self.name: str = about["name"]
        self.end: float = about["end"]
        self.records: int = about["records"]
        self.closed: bool = about["closed"]
        self._balls: int = about["balls"]

    def __len__(self) -> int:
        return self._balls

    def states(self, times: ArrayLike) -> tuple[Floats, Floats]:
        """Positions and velocities at times in any order: arrays of time, ball and axis."""
        instants = np.atleast_1d(floats("times", times))
        if instants.ndim != 1:
            raise ValueError("times: one row of numbers is needed")
        if not ((instants >= 0) & (instants <= self.end)).all():
            raise ValueError(f"times: they must lie from 0 to the end, {self.end}")
        if _stamp(self.path) != self._stamp:
            raise FileError([f"{self.path}: the file has changed since it was opened"])
        order = np.argsort(instants, kind="stable")
        sorted_positions, sorted_velocities = _carom.states(self.path, instants[order])
        positions, velocities = np.empty_like(sorted_positions), np.empty_like(sorted_velocities)
        positions[order], velocities[order] = sorted_positions, sorted_velocities
        return positions, velocities

    def to_xarray(self, times: ArrayLike) -> Any:
        """The states at these times as a dataset with ``position`` and ``velocity`` over ``time``, ``ball`` and ``axis``.

        Needs xarray.
        """
        positions, velocities = self.states(times)
        dims = ("time", "ball", "axis")
        return import_module("xarray").Dataset(
            {"position": (dims, positions), "velocity": (dims, velocities)},
            coords={"time": np.atleast_1d(floats("times", times)), "axis": list("xyz"[: self.dimension])},
        )

    def page(self, *, start: float = 0.0, end: float | None = None, most_records: int = 200_000) -> str:
        """A page for browsers that plays the run from ``start`` on: one HTML file, to be written with the encoding UTF-8.

        It ends at ``end``, or before an impact that would make it more than ``most_records`` velocity changes.
        """
        for name, time in (("start", start), ("end", end)):
            if time is not None and not 0 <= time < math.inf:
                raise ValueError(f"{name}: a finite time >= 0 is needed, not {time!r}")
        return _carom.page(self.path, float(start), end, whole("most_records", most_records, 1, 4_000_000))

    def _repr_html_(self) -> str:
        return in_frame(self.page(most_records=20_000), self.name or "a run")

    def __repr__(self) -> str:
        return f"<trajectory of {len(self)} balls up to time {self.end}>"


def read(path: str | os.PathLike[str]) -> Trajectory:
    """Opens a trajectory file, or the directory of a run.

    >>> import carom, tempfile, os
    >>> scene = carom.Scene(dimension=2, world=dict(lower=[0, 0], upper=[10, 10], boundary="wall"),
    ...                     balls=[dict(position=[2, 5], radius=1, mass=1, velocity=[1, 0])])
    >>> simulation = carom.Simulation(scene)
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     path = os.path.join(directory, "run.carom")
    ...     with simulation.record(path):
    ...         count = simulation.advance(until=20)
    ...     run = carom.read(path)
    >>> len(run), run.dimension, run.records, run.closed
    (1, 2, 2, True)
    """
    return Trajectory(path)


@dataclass(frozen=True)
class CheckReport:
    """What the checker says of a file. It is true when nothing is wrong with it; what is `open` is proved in part."""

    faults: list[str]  #: the first ones, each with time, balls and size
    fault_count: int  #: all of them
    records: int  #: velocity changes that were replayed
    open: int  #: impacts, contacts and motions that are proved in part
    worst_bound_share: float  #: largest deviation as a share of its rounding bound
    closed: bool  #: the file has its end

    def __bool__(self) -> bool:
        return self.fault_count == 0


def check(path: str | os.PathLike[str]) -> CheckReport:
    """Proves a trajectory or a file of shots: no overlap, no missed contact, every impact right.

    >>> import carom, tempfile, os
    >>> scene = carom.Scene(dimension=2, world=dict(lower=[0, 0], upper=[10, 10], boundary="wall"),
    ...                     balls=[dict(position=[2, 5], radius=1, mass=1, velocity=[1, 0])])
    >>> simulation = carom.Simulation(scene)
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     path = os.path.join(directory, "run.carom")
    ...     with simulation.record(path):
    ...         count = simulation.advance(until=20)
    ...     proof = carom.check(path)
    >>> bool(proof), proof.records, proof.faults
    (True, 2, [])
    """
    return CheckReport(**_carom.check(_file(path)))


class Measurement(NamedTuple):
    """A number with its standard error, in the units of the scene."""

    value: float
    error: float | None
    converged: bool  #: whether the error can be trusted


def measure(path: str | os.PathLike[str], *, after: float = 0.0) -> dict[str, Measurement]:
    """Everything that a trajectory tells, by name, from the time ``after`` on (docs/physics.md).

    Names are such as ``"temperature.kt"``, ``"pressure.z_virial"`` and ``"diffusion.A.from_slope"``.

    >>> import carom, tempfile, os
    >>> scene = carom.Scene(dimension=2, world=dict(lower=[0, 0], upper=[9, 9], boundary="periodic"),
    ...                     generate=[dict(kind="random_gas", count=20, radius=0.5, mass=1, temperature=1, seed=1)])
    >>> simulation = carom.Simulation(scene)
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     with simulation.record(os.path.join(directory, "run.carom")):
    ...         count = simulation.advance(until=20)
    ...     numbers = carom.measure(os.path.join(directory, "run.carom"), after=2)
    >>> round(numbers["temperature.kt"].value, 3)  # 20 balls / 19 that are free
    1.053
    """
    numbers = _carom.measure(*_span(path, after))
    return {name: Measurement(*number) for name, number in numbers.items()}


class Curve(NamedTuple):
    """What was measured over distance, speed, lag or time: one entry for each place, NaN where nothing is known."""

    start: Floats  #: where the bin, or the interval of time, begins; a lag
    end: Floats  #: where it ends; of a lag ``start`` again
    value: Floats  #: in the units of the scene
    error: Floats  #: the standard error


def measure_curves(path: str | os.PathLike[str], *, after: float = 0.0) -> dict[str, Curve]:
    """Measures what :func:`measure` does, and gives the curves instead of the single numbers, by name.

    Names are such as ``"radial_distribution.A-A.g"``, ``"diffusion.A.displacement"`` and ``"series.temperature"``.

    >>> import carom, tempfile, os
    >>> scene = carom.Scene(dimension=2, world=dict(lower=[0, 0], upper=[9, 9], boundary="periodic"),
    ...                     generate=[dict(kind="random_gas", count=20, radius=0.5, mass=1, temperature=1, seed=1)])
    >>> simulation = carom.Simulation(scene)
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     with simulation.record(os.path.join(directory, "run.carom")):
    ...         count = simulation.advance(until=20)
    ...     curves = carom.measure_curves(os.path.join(directory, "run.carom"), after=2)
    >>> heat = curves["series.temperature"]
    >>> float(heat.start[0]), float(heat.value[0].round(3))
    (2.0, 1.053)
    """
    curves = _carom.measure_curves(*_span(path, after))
    return {name: Curve(*columns) for name, columns in curves.items()}


def _span(path: str | os.PathLike[str], after: float) -> tuple[str, float, float]:
    """The file, and the times between which it is measured."""
    if not (math.isfinite(after) and after >= 0):
        raise ValueError("after: a time >= 0 is needed")
    file = _file(path)
    end = Trajectory(file).end
    if after >= end:
        raise ValueError(f"after: the trajectory ends at {end}")
    return file, after, end
