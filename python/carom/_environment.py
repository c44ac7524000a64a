"""Many tables at once for programs that learn, in the shape of Gymnasium's vector environments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from carom._arrays import Floats, floats, unmasked, whole
from carom._billiards import Outcomes, Table
from carom._words import Phase

#: Rewards out of the states before the shots, a row for each table, and the outcomes.
Reward = Callable[[NDArray[Any], Outcomes], ArrayLike]
#: Starts for so many tables: rows like ``Table.start``.
Start = Callable[[np.random.Generator, int], NDArray[Any]]


class Box:
    """Numbers between two bounds, like Gymnasium's space of that name."""

    def __init__(self, low: ArrayLike, high: ArrayLike, seed: int | None = None) -> None:
        self.low: Floats = floats("low", low)
        self.high: Floats = floats("high", high)
        if self.low.shape != self.high.shape:
            raise ValueError(f"high: the shape must be {self.low.shape}, not {self.high.shape}")
        self.shape: tuple[int, ...] = self.low.shape
        self.dtype = np.dtype(np.float64)
        self._random = np.random.default_rng(seed)

    def seed(self, seed: int | None = None) -> None:
        """Makes ``sample`` start anew."""
        self._random = np.random.default_rng(seed)

    def sample(self) -> Floats:
        """Numbers drawn evenly."""
        return self._random.uniform(self.low, self.high)

    def contains(self, numbers: ArrayLike) -> bool:
        """Whether the numbers have the shape, and lie between the bounds."""
        array = unmasked("numbers", numbers)
        return array.shape == self.shape and bool(((array >= self.low) & (array <= self.high)).all())

    def __repr__(self) -> str:
        return f"Box(shape={self.shape})"


def pocketed_minus_scratch(before: NDArray[Any], outcomes: Outcomes) -> Floats:
    """The reward that an environment has by default: object balls that fell, less 1 where the cue ball did."""
    fell = (outcomes.pocket[:, 1:] >= 0).sum(axis=1)
    lost = (outcomes.pocket[:, 0] >= 0) | (outcomes.pocket[:, 0] == -3)
    return floats("reward", fell - lost.astype(np.int64))


class ShotEnvironment:
    """Tables on which an agent plays shot after shot, with ``reset`` and ``step`` for all of them at once.

    Ball 0 is the cue ball. An action is ``speed`` (m/s), ``direction`` (degrees), ``left`` and ``up`` (in ball radii) of
    a strike. An observation has a row for each ball: ``x`` and ``y`` (m), and 1 on the table, 0 out of play. A game ends
    (``terminated``) when no object ball is left or the cue ball is out of play, and is broken off (``truncated``) after
    ``most_shots``. The step after that starts the table anew and ignores its action, as Gymnasium's mode "NextStep".

    ``reward`` gets the states before the shots and their outcomes, a row for each table that played. ``start`` draws the
    starts of games; without it each game starts as the scene says. ``infos`` of a step has ``outcomes`` and ``played``,
    the tables that they are of.

    >>> import carom
    >>> table = carom.Table(
    ...     table=dict(kind="pool_9_foot"),
    ...     balls=[dict(name="cue", position=[0.4, 0.6]), dict(name="1", position=[0.9, 1.8])],
    ... )
    >>> environment = carom.ShotEnvironment(table, 3)
    >>> observations, infos = environment.reset(seed=1)
    >>> observations.shape, environment.action_space.shape
    ((3, 2, 3), (3, 4))
    >>> actions = [[1.5, 67.51, 0, 0], [1.5, 60, 0, 0], [2, 67.51, 0.1, 0]]
    >>> observations, rewards, terminated, truncated, infos = environment.step(actions)
    >>> rewards.tolist(), terminated.tolist(), truncated.any()
    ([1.0, 0.0, 0.0], [True, False, False], False)
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": "NextStep"}
    render_mode: str | None = None

    def __init__(
        self,
        table: Table,
        num_envs: int,
        *,
        reward: Reward = pocketed_minus_scratch,
        start: Start | None = None,
        most_shots: int = 20,
        speed: Sequence[float] = (0.5, 8.0),
        most_offset: float = 0.35,
        threads: int = 0,
    ) -> None:
        if not isinstance(table, Table):
            raise TypeError(f"table: a carom.Table is needed, not {type(table).__name__}")
        if len(table) < 2:
            raise ValueError("table: a cue ball and an object ball are needed")
        if isinstance(num_envs, bool):
            raise TypeError("num_envs: a whole number is needed, not a bool")
        self.table = table
        self.num_envs = whole("num_envs", num_envs, 1, 2**24)
        self.most_shots = whole("most_shots", most_shots, 1, 2**31 - 1)
        self._threads = whole("threads", threads, 0, 1024)
        self._reward, self._draw = reward, start
        limits = floats("speed", speed)
        if limits.shape != (2,) or not 0 < limits[0] <= limits[1] < np.inf:
            raise ValueError("speed: the least and the greatest speed are needed, finite and above 0")
        slowest, fastest = float(limits[0]), float(limits[1])
        if not 0 <= most_offset <= 0.7:
            raise ValueError("most_offset: a number from 0 to 0.7 is needed")
        low, high = [slowest, 0.0, -most_offset, -most_offset], [fastest, 360.0, most_offset, most_offset]
        self.single_action_space = Box(low, high)
        self.action_space = Box(np.tile(low, (num_envs, 1)), np.tile(high, (num_envs, 1)))
        nothing, everything = np.array([-np.inf, -np.inf, 0.0]), np.array([np.inf, np.inf, 1.0])
        balls = len(table)
        self.single_observation_space = Box(np.tile(nothing, (balls, 1)), np.tile(everything, (balls, 1)))
        self.observation_space = Box(
            np.tile(nothing, (num_envs, balls, 1)), np.tile(everything, (num_envs, balls, 1))
        )
        self._random = np.random.default_rng()
        self._states = np.tile(table.start, (num_envs, 1))
        self._shots = np.zeros(num_envs, dtype=np.int64)
        self._over = np.ones(num_envs, dtype=bool)
        self._is_ready = False
        self._lock = Lock()

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Floats, dict[str, Any]]:
        """Starts all games anew."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._start(np.ones(self.num_envs, dtype=bool))
        self._over[:] = False
        self._is_ready = True
        return self._observations(), {}

    def step(
        self, actions: ArrayLike
    ) -> tuple[Floats, Floats, NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays a shot on each table: observations, rewards, terminated, truncated, infos."""
        if not self._lock.acquire(blocking=False):
            raise RuntimeError("the environment is in use by another thread")
        try:
            return self._step(self._strikes(actions))
        finally:
            self._lock.release()

    def _strikes(self, actions: ArrayLike) -> Floats:
        if not self._is_ready:
            raise RuntimeError("step: reset comes first")
        strikes = floats("actions", actions)
        if strikes.shape != self.action_space.shape:
            raise ValueError(f"actions: the shape must be {self.action_space.shape}, not {strikes.shape}")
        space = self.action_space
        outside = np.argwhere(~((strikes >= space.low) & (strikes <= space.high)))
        if len(outside) > 0:
            raise ValueError(f"actions: row {int(outside[0][0])} is not within action_space")
        return strikes

    def _step(self, strikes: Floats) -> tuple[Floats, Floats, NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        rewards = np.zeros(self.num_envs)
        terminated, truncated = np.zeros(self.num_envs, dtype=bool), np.zeros(self.num_envs, dtype=bool)
        played = np.flatnonzero(~self._over)
        infos: dict[str, Any] = {"played": played}
        if self._over.any():
            self._start(self._over.copy())
        if len(played) > 0:
            infos["outcomes"], rewards[played] = self._play(played, strikes[played])
            phases = self._states["phase"][played]
            out = (phases == Phase.POCKETED) | (phases == Phase.OFF_TABLE)
            terminated[played] = out[:, 0] | out[:, 1:].all(axis=1)
            truncated[played] = ~terminated[played] & (self._shots[played] >= self.most_shots)
        self._over = terminated | truncated
        return self._observations(), rewards, terminated, truncated, infos

    def close(self) -> None:
        """Nothing has to be released."""

    def _play(self, played: NDArray[Any], strikes: Floats) -> tuple[Outcomes, Floats]:
        before = self._states[played]
        outcomes = self.table.shots(
            strikes[:, 0], strikes[:, 1], left=strikes[:, 2], up=strikes[:, 3], start=before, threads=self._threads
        )
        rewards = floats("reward", self._reward(before, outcomes))
        if rewards.shape != played.shape:
            raise ValueError(f"reward: {len(played)} numbers are needed, not an array of the shape {rewards.shape}")
        wrong = np.flatnonzero(np.isnan(rewards))
        if len(wrong) > 0:
            raise ValueError(f"reward: entry {int(wrong[0])} is no number")
        self._states[played] = outcomes.end
        self._shots[played] += 1
        return outcomes, rewards

    def _start(self, which: NDArray[np.bool_]) -> None:
        count = int(which.sum())
        starts = np.tile(self.table.start, (count, 1)) if self._draw is None else self._draw(self._random, count)
        if not isinstance(starts, np.ndarray) or starts.shape != (count, len(self.table)):
            given = starts.shape if isinstance(starts, np.ndarray) else type(starts).__name__
            raise ValueError(f"start: an array of the shape {(count, len(self.table))} is needed, not {given}")
        self._states[which] = unmasked("start", starts)
        self._shots[which] = 0

    def _observations(self) -> Floats:
        phases = self._states["phase"]
        in_play = (phases != Phase.POCKETED) & (phases != Phase.OFF_TABLE)
        return np.concatenate([self._states["position"][:, :, :2], in_play[:, :, np.newaxis]], axis=2)

    def __repr__(self) -> str:
        return f"<environment of {self.num_envs} tables with {len(self.table)} balls>"
