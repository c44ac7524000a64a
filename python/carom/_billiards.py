"""Billiards with spin: tables, shots, and many shots at once. SI units; degrees for the cue."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from carom import _carom
from carom._arrays import Floats, floats, unmasked, whole
from carom._pages import in_frame
from carom._toml import toml
from carom._words import Phase


@dataclass(frozen=True)
class Strike:
    """How the cue strikes."""

    speed: float  #: of the cue, m/s
    direction: float  #: counterclockwise from x, degrees
    elevation: float = 0.0  #: of the cue above the bed, degrees
    left: float = 0.0  #: where the tip meets the ball, in ball radii (english)
    up: float = 0.0  #: the same: follow above 0, draw below
    cue_ball: int = 0  #: which ball is struck


def _states(given: NDArray[Any] | None, usual: NDArray[Any]) -> NDArray[Any] | None:
    """Starts, as an array like ``Table.start``."""
    if given is None:
        return None
    if not isinstance(given, np.ndarray) or given.dtype.names != usual.dtype.names:
        what = given.dtype if isinstance(given, np.ndarray) else type(given).__name__
        raise TypeError(f"start: an array of states like Table.start is needed, not {what}")
    return unmasked("start", given).astype(usual.dtype, copy=False)


class Shot:
    """A shot that was played until all balls rest.

    It can be pickled and copied, and has the same bits afterwards.
    """

    def __init__(self, shot: _carom.Shot) -> None:
        self._shot = shot

    @property
    def duration(self) -> float:
        """Seconds from the strike until the last ball rests."""
        return self._shot.duration

    @property
    def events(self) -> NDArray[Any]:
        """Fields: ``time``, ``kind`` (:class:`ShotEventKind`), ``ball``, ``other``, ``ball_after``, ``other_after``.

        States have ``phase`` (:class:`Phase`), ``position``, ``velocity`` and ``spin``.
        """
        return self._shot.events

    @property
    def start(self) -> NDArray[Any]:
        """The balls before the strike."""
        return self._shot.start

    @property
    def end(self) -> NDArray[Any]:
        """The balls at rest. Such an array can be the start of the next shot."""
        return self._shot.end

    @property
    def facts(self) -> dict[str, Any]:
        """What rules ask for: ``first_hit``, ``pocketed`` as pairs of ball and pocket, ``cushions_before_hit``, ..."""
        return self._shot.facts

    def states(self, times: ArrayLike) -> NDArray[Any]:
        """The balls at times since the strike: an array of time and ball."""
        instants = np.atleast_1d(floats("times", times))
        if instants.ndim != 1 or not (instants >= 0).all():
            raise ValueError("times: one row of numbers >= 0 is needed")
        order = np.argsort(instants, kind="stable")
        found = self._shot.states(instants[order])
        result = np.empty_like(found)
        result[order] = found
        return result

    def page(self, *, play: bool = False) -> str:
        """A page for browsers that plays the shot: one HTML file, to be written with the encoding UTF-8.

        With ``play`` it carries the engine, and a visitor can play on the table; the module needs to have one.
        """
        return self._shot.page(play)

    def __reduce__(self) -> Any:
        return _shot_again, self._shot.kept()

    def _repr_html_(self) -> str:
        return in_frame(self.page(), "a shot")

    def __repr__(self) -> str:
        return f"<shot of {self.duration:.3f} s, {len(self.events)} events>"


def _shot_again(*kept: Any) -> Shot:
    return Shot(_carom.shot_again(*kept))


@dataclass(frozen=True)
class Outcomes:
    """What became of many shots: a row for each; ``x``, ``y`` and ``pocket`` have a column for each ball."""

    x: Floats  #: where the ball ended, m
    y: Floats
    pocket: NDArray[np.int32]  #: its pocket; -1 on the table, -2 out of play from the start, -3 off the table
    duration: Floats  #: s
    events: NDArray[np.int32]
    ball_ball: NDArray[np.int32]
    cushions: NDArray[np.int32]
    first_hit: NDArray[np.int32]  #: the ball that the cue ball met first; -1 for none
    cushions_before_hit: NDArray[np.int32]
    second_hit: NDArray[np.int32]
    cushions_before_second: NDArray[np.int32]
    cushion_after_hit: NDArray[np.int32]
    to_cushion: NDArray[np.int32]
    _start: NDArray[Any] = field(repr=False)
    _pocket_depths: Floats = field(repr=False)
    #: What the referee says, where the scene has a game; the game is the same before each shot.
    fouls: NDArray[np.int32] | None = None  #: bit k for the k-th of :class:`Foul`; 0: legal; -1: not ruled
    continues: NDArray[np.int32] | None = None  #: 1 if the same player shoots again
    points: NDArray[np.int32] | None = None  #: to the player, or after a foul to the other
    winner: NDArray[np.int32] | None = None  #: 0 or 1 if the shot ends the game, else -1

    @property
    def end(self) -> NDArray[Any]:
        """The balls at rest, a row for each shot. It can be the ``start`` of further shots.

        How high a ball was that left the table is not kept.
        """
        states = np.broadcast_to(self._start, self.pocket.shape).copy()
        moved = self.pocket != -2
        phases = np.where(self.pocket == -1, Phase.RESTING, Phase.POCKETED)
        states["phase"][moved] = np.where(self.pocket == -3, Phase.OFF_TABLE, phases)[moved]
        states["position"][..., 0][moved] = self.x[moved]
        states["position"][..., 1][moved] = self.y[moved]
        fell = self.pocket >= 0
        states["position"][..., 2][fell] = -self._pocket_depths[self.pocket[fell]]
        for motion in ("velocity", "spin"):
            states[motion][moved] = 0
        return states

    def __len__(self) -> int:
        return int(self.duration.shape[0])


class Table:
    """A table with balls (docs/formats/table_scene.md). Keywords are the tables of a scene file.

    >>> import carom
    >>> table = carom.Table(
    ...     table=dict(kind="pool_9_foot"),
    ...     balls=[dict(name="cue", position=[0.4, 0.6]), dict(name="1", position=[0.9, 1.8])],
    ... )
    >>> shot = table.shot(speed=1.5, direction=67.51)
    >>> shot.facts["pocketed"]
    [(1, 3)]
    >>> outcomes = table.shots(speed=1.5, direction=[67.3, 67.5, 67.8])
    >>> outcomes.pocket[:, 1].tolist()
    [-1, 3, -1]
    """

    _table: _carom.Table

    def __init__(self, **tables: Any) -> None:
        self._table = _carom.Table.parse(toml(tables), "<table>")

    @classmethod
    def from_dict(cls, tables: Mapping[str, Any]) -> Table:
        """The same from a mapping."""
        return cls(**tables)

    @classmethod
    def parse(cls, text: str, *, name: str = "<text>") -> Table:
        """From the text of a scene file with a table."""
        return cls._of(_carom.Table.parse(text, name))

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Table:
        """From a scene file with a table."""
        return cls._of(_carom.Table.read(os.fspath(path)))

    @classmethod
    def _of(cls, table: _carom.Table) -> Table:
        made = cls.__new__(cls)
        made._table = table
        return made

    def __len__(self) -> int:
        return len(self._table.names)

    @property
    def names(self) -> list[str]:
        """Of each ball."""
        return self._table.names

    @property
    def start(self) -> NDArray[Any]:
        """How the balls lie: ``phase``, ``position``, ``velocity`` and ``spin`` of each. A copy, to be changed."""
        return self._table.start

    @property
    def planned(self) -> list[Strike]:
        """The shots of the scene."""
        return [Strike(**strike) for strike in self._table.planned]

    def shot(
        self,
        speed: float,
        direction: float,
        *,
        elevation: float = 0.0,
        left: float = 0.0,
        up: float = 0.0,
        cue_ball: int = 0,
        start: NDArray[Any] | None = None,
    ) -> Shot:
        """Plays a shot from the start of the scene, or from another one.

        Parameters
        ----------
        speed : float
            Of the cue, in m/s: above 0, at most 1000.
        direction : float
            In which the cue moves, in degrees counterclockwise from x.
        elevation : float
            Of the cue above the bed, in degrees: 0 to below 90.
        left, up : float
            Where the tip meets the ball, in ball radii from its centre: english, and follow (above 0) or draw.
        cue_ball : int
            Which ball is struck.
        start : array like ``Table.start``, optional
            How the balls lie: positions in m, velocities in m/s, spins in rad/s.

        What the shot tells is in the same units; its times are in seconds from the strike.
        """
        given = {"speed": speed, "direction": direction, "elevation": elevation, "left": left, "up": up}
        numbers = [floats(name, value) for name, value in given.items()]
        if any(each.ndim > 0 for each in numbers):
            raise ValueError("shot: single numbers are needed; shots takes arrays")
        start = _states(start, self.start)
        strike = (float(numbers[0]), float(numbers[1]), float(numbers[2]), float(numbers[3]), float(numbers[4]))
        return Shot(self._table.play(strike, whole("cue_ball", cue_ball, 0, 2**31 - 1), start))

    def shots(
        self,
        speed: ArrayLike,
        direction: ArrayLike,
        *,
        elevation: ArrayLike = 0.0,
        left: ArrayLike = 0.0,
        up: ArrayLike = 0.0,
        cue_ball: ArrayLike = 0,
        start: NDArray[Any] | None = None,
        threads: int = 0,
    ) -> Outcomes:
        """Plays many shots; numbers and arrays are broadcast against each other.

        A shot has the same bits in a batch as alone.

        Parameters
        ----------
        speed : number or (n,) array
            Of the cue, in m/s: above 0, at most 1000.
        direction : number or (n,) array
            In which the cue moves, in degrees counterclockwise from x.
        elevation : number or (n,) array
            Of the cue above the bed, in degrees: 0 to below 90.
        left, up : number or (n,) array
            Where the tip meets the ball, in ball radii from its centre: english, and follow (above 0) or draw.
        cue_ball : whole number or (n,) array
            Which ball is struck.
        start : array like ``Table.start``, optional
            A state for each ball, or a row of them for each shot: positions in m, velocities in m/s, spins in rad/s.
        threads : int
            So many work; 0 takes all cores.

        The outcomes have places in m and durations in s.
        """
        balls = unmasked("cue_ball", cue_ball)
        if balls.dtype.kind not in "iu":
            raise TypeError("cue_ball: whole numbers are needed")
        if ((balls < 0) | (balls >= 2**31)).any():
            raise ValueError("cue_ball: a number of a ball is needed")
        given = {"speed": speed, "direction": direction, "elevation": elevation, "left": left, "up": up}
        columns = {name: floats(name, value) for name, value in given.items()}
        start = _states(start, self.start)
        rows = start.shape[:1] if start is not None and start.ndim == 2 else ()
        try:
            shape = np.broadcast_shapes(*(each.shape for each in columns.values()), balls.shape, rows)
        except ValueError:
            lengths = ", ".join(f"{name} {each.shape}" for name, each in columns.items())
            also = f", start {start.shape}" if rows and start is not None else ""
            raise ValueError(f"shots: the shapes do not go together: {lengths}, cue_ball {balls.shape}{also}") from None
        if len(shape) > 1:
            raise ValueError("shots: one row of shots is needed; flatten a grid with ravel()")
        count = shape[0] if shape else 1

        def column(name: str) -> Floats:
            array = columns[name]
            is_left_out = array.ndim == 0 and array == 0 and name not in ("speed", "direction")
            return np.empty(0) if is_left_out else np.broadcast_to(array, (count,))

        struck = np.broadcast_to(balls, (count,)) if balls.ndim > 0 or balls != 0 else np.empty(0)
        result = self._table.play_many(
            column("speed"),
            column("direction"),
            column("elevation"),
            column("left"),
            column("up"),
            struck.astype(np.int32),
            start,
            whole("threads", threads, 0, 1024),
        )
        depths = np.array(self._table.pocket_depths, dtype=np.float64)
        return Outcomes(**result, _start=self.start if start is None else start, _pocket_depths=depths)

    def __reduce__(self) -> Any:
        return _table_again, (self._table.text, self._table.file)

    def __repr__(self) -> str:
        return f"<table with {len(self)} balls>"


def _table_again(text: str, name: str) -> Table:
    return Table.parse(text, name=name)
