"""Event-driven simulations of hard balls."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from numpy.typing import NDArray

from carom import _carom
from carom._arrays import Floats, whole
from carom._toml import toml
from carom._words import EventKind, StopReason

_FOR_EVER = math.inf


class Scene:
    """Balls, a box and laws of impact (docs/formats/scene.md).

    Made from Python values: keywords are the tables and keys of a scene file.

    >>> import carom
    >>> scene = carom.Scene(
    ...     dimension=2,
    ...     world=dict(lower=[0, 0], upper=[10, 10], boundary="wall"),
    ...     balls=[dict(position=[2, 5], radius=1, mass=1, velocity=[1, 0]),
    ...            dict(position=[7, 5], radius=1, mass=2)],
    ... )
    >>> len(scene), scene.radius.tolist(), scene.position.tolist()
    (2, [1.0, 1.0], [[2.0, 5.0], [7.0, 5.0]])

    ``radius``, ``mass``, ``position`` and ``velocity`` are views of the scene's own memory, and cannot be written to.
    """

    _scene: _carom.Scene

    def __init__(self, **tables: Any) -> None:
        self._scene = _carom.Scene.parse(toml(tables), "<scene>", None)

    @classmethod
    def from_dict(cls, tables: Mapping[str, Any], *, seed: int | None = None) -> Scene:
        """The same from a mapping. A ``seed`` replaces that of every generator."""
        return cls._of(_carom.Scene.parse(toml(tables), "<scene>", _seed(seed)))

    @classmethod
    def parse(cls, text: str, *, name: str = "<text>", seed: int | None = None) -> Scene:
        """From the text of a scene file; ``name`` stands for the file in messages."""
        return cls._of(_carom.Scene.parse(text, name, _seed(seed)))

    @classmethod
    def read(cls, path: str | os.PathLike[str], *, seed: int | None = None) -> Scene:
        """From a scene file."""
        return cls._of(_carom.Scene.read(os.fspath(path), _seed(seed)))

    @classmethod
    def _of(cls, scene: _carom.Scene) -> Scene:
        made = cls.__new__(cls)
        made._scene = scene
        return made

    def __len__(self) -> int:
        return int(self.radius.shape[0])

    @property
    def dimension(self) -> int:
        """2 or 3."""
        return self._scene.dimension

    @property
    def radius(self) -> Floats:
        """Of each ball."""
        return self._scene.radius

    @property
    def mass(self) -> Floats:
        """Of each ball; infinite where it is immovable."""
        return self._scene.mass

    @property
    def position(self) -> Floats:
        """Of each ball's centre at time 0, one row each."""
        return self._scene.position

    @property
    def velocity(self) -> Floats:
        """Of each ball at time 0, one row each."""
        return self._scene.velocity

    @property
    def names(self) -> list[str]:
        """Of each ball; empty texts where it has none."""
        return self._scene.names

    @property
    def until(self) -> float | None:
        """How long the scene says that it runs."""
        return self._scene.until

    @property
    def notes(self) -> list[str]:
        """What is accepted and worth knowing."""
        return self._scene.notes

    def __repr__(self) -> str:
        return f"<scene of {len(self)} balls in {self.dimension} dimensions>"

    def __reduce__(self) -> Any:
        if re.search(r"\[\[\s*\"?import", self._scene.text):
            raise TypeError("a scene that imports balls from another file cannot be pickled")
        return _scene_again, (self._scene.text, self._scene.file, self._scene.seed)


def _scene_again(text: str, name: str, seed: int | None) -> Scene:
    return Scene._of(_carom.Scene.parse(text, name, seed))


def _seed(seed: int | None) -> int | None:
    return None if seed is None else whole("seed", seed, 0, 2**64 - 1)


def _time(name: str, time: float | None) -> float:
    if time is None:
        return _FOR_EVER
    if isinstance(time, str):
        raise TypeError(f"{name}: a time is needed, not {time!r}")
    number = float(time)
    if math.isnan(number) or number < 0:
        raise ValueError(f"{name}: a time >= 0 is needed, not {time!r}")
    return number


class Simulation:
    """A simulation from impact to impact, without a time step.

    >>> import carom
    >>> scene = carom.Scene(
    ...     dimension=2,
    ...     world=dict(lower=[0, 0], upper=[10, 10], boundary="wall"),
    ...     balls=[dict(position=[2, 5], radius=1, mass=1, velocity=[1, 0]),
    ...            dict(position=[7, 5], radius=1, mass=1)],
    ... )
    >>> simulation = carom.Simulation(scene)
    >>> [(event.time, event.ball, event.velocity[0]) for event in simulation.events(until=5)]
    [(3.0, 0, 0.0), (5.0, 1, -1.0)]
    >>> simulation.positions().tolist()
    [[5.0, 5.0], [9.0, 5.0]]

    It can be copied (``copy.copy``) and pickled, and goes on with the same bits. Long calls work without the
    interpreter's lock, and Ctrl-C ends them, also while the simulation is made.

    After ``os.fork`` both processes have it, and go on alone with the same bits. What is recorded belongs to the process
    that began it: in the other one the recording ends with a ``FileError`` and changes nothing.
    """

    _simulation: _carom.Simulation

    def __init__(self, scene: Scene | str | os.PathLike[str], *, seed: int | None = None) -> None:
        if not isinstance(scene, Scene):
            scene = Scene.read(scene, seed=seed)
        elif seed is not None:
            raise TypeError("seed: give it where the scene is made")
        self._scene = scene
        self._simulation = _carom.Simulation(scene._scene)

    @property
    def scene(self) -> Scene:
        """What is simulated."""
        return self._scene

    def __len__(self) -> int:
        return len(self._scene)

    def events(self, until: float | None = None) -> Iterator[Event]:
        """The events up to and including a time, one by one."""
        limit = _time("until", until)
        step = self._simulation.next
        while (event := step(limit)) is not None:
            yield event

    def event_blocks(self, until: float | None = None, *, size: int = 4096) -> Iterator[NDArray[Any]]:
        """The same as arrays of at most ``size`` events, with fields as the attributes of events."""
        limit = _time("until", until)
        size = whole("size", size, 1, 2**32)
        while len(block := self._simulation.block(limit, size)) > 0:
            yield block

    def advance(self, until: float | None = None, *, events: int | None = None) -> int:
        """Goes on up to a time, or for so many events, whichever comes first, and says how many events there were.

        >>> import carom
        >>> gas = carom.Scene(dimension=3, world=dict(lower=[0, 0, 0], upper=[8, 8, 8], boundary="periodic"),
        ...                   generate=[dict(kind="random_gas", count=100, radius=0.5, mass=1, temperature=1, seed=3)])
        >>> simulation = carom.Simulation(gas)
        >>> simulation.advance(events=1000)
        1000
        """
        most = 2**64 - 1 if events is None else whole("events", events, 0, 2**64 - 1)
        if until is None and events is None:
            raise TypeError("advance: say until when, or how many events")
        return self._simulation.advance(_time("until", until), most)

    @property
    def now(self) -> float:
        """The time of the last event, or the last ``until`` that was reached."""
        return self._simulation.now()

    @property
    def stop_reason(self) -> StopReason:
        """Why the last look for an event found none."""
        return StopReason(self._simulation.stop_reason())

    def positions(self) -> Floats:
        """Where each ball is now, one row each; periodic images are counted in.

        A new array: the engine keeps each ball as its last impact left it, and works out where it is now.
        """
        return self._simulation.positions()

    def velocities(self) -> Floats:
        """How fast each ball is now, one row each; a new array."""
        return self._simulation.velocities()

    @property
    def kinetic_energy(self) -> float:
        """Of all balls that move."""
        return self._simulation.kinetic_energy()

    @property
    def potential_energy(self) -> float:
        """In gravity; 0 without it."""
        return self._simulation.potential_energy()

    @property
    def momentum(self) -> Floats:
        """Of all balls that move."""
        return self._simulation.momentum()

    @property
    def counts(self) -> dict[str, int]:
        """Impacts and other events since the start."""
        return self._simulation.counts()

    @contextmanager
    def record(self, path: str | os.PathLike[str]) -> Iterator[Simulation]:
        """Writes all events of the block to a trajectory file. Begins at time 0.

        The file appears when the block ends, with an exception too.
        """
        self._simulation.record(os.fspath(path))
        try:
            yield self
        finally:
            self._simulation.finish_record()

    def save(self) -> bytes:
        """Where the simulation is, as a checkpoint from which :meth:`resume` goes on with the same bits.

        A recording is no part of it. Another version of Carom refuses it.
        """
        return self._simulation.save()

    @classmethod
    def resume(cls, scene: Scene, saved: bytes) -> Simulation:
        """A simulation of the same scene that goes on from a checkpoint."""
        if not isinstance(scene, Scene):
            raise TypeError(f"scene: a carom.Scene is needed, not {type(scene).__name__}")
        if not isinstance(saved, bytes):
            raise TypeError(f"saved: bytes are needed, not {type(saved).__name__}")
        made = cls.__new__(cls)
        made._scene = scene
        made._simulation = _carom.resumed(scene._scene, saved)
        return made

    def __copy__(self) -> Simulation:
        copy = Simulation.__new__(Simulation)
        copy._scene = self._scene
        copy._simulation = self._simulation.copy()
        return copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Simulation:
        return self.__copy__()

    def __reduce__(self) -> Any:
        return Simulation.resume, (self._scene, self.save())

    def __repr__(self) -> str:
        return f"<simulation of {len(self)} balls at time {self.now}>"


Event = _carom.FlatEvent | _carom.SpaceEvent

__all__ = ["Event", "EventKind", "Scene", "Simulation"]
