"""Pairs of balls: when they touch, how far apart they are, how they bounce."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from carom import _carom
from carom._arrays import Floats, at_least_zero, floats, like, vectors


class Balls:
    """Circles or spheres that move in straight lines during a frame.

    Parameters
    ----------
    center : (n, 2) or (n, 3) array
        Where they are at the start of the frame. One ball may be given as a single row.
    radius : number or (n,) array
        Not negative.
    displacement : array like ``center``, optional
        The whole move of the frame; balls without it rest.

    >>> import carom
    >>> pair = carom.Balls([[0, 0], [3, 1]], radius=0.5, displacement=[[4, 0], [0, 0]])
    >>> len(pair), pair.dimension
    (2, 2)

    Columns that lie side by side (``order="F"``) are used without a copy by the sweeps. Rows (``order="C"``, NumPy's
    default) are copied, with which ``sweep`` takes two to three times as long.
    """

    def __init__(self, center: ArrayLike, radius: ArrayLike, displacement: ArrayLike | None = None) -> None:
        self._center = vectors("center", center)
        count = self._center.shape[0]
        self._radius = at_least_zero("radius", like("radius", radius, (count,)))
        self._displacement: Floats | None = None
        if displacement is not None:
            self._displacement = like("displacement", displacement, self._center.shape)

    @property
    def center(self) -> Floats:
        """Where they are at the start of the frame."""
        return self._center

    @property
    def radius(self) -> Floats:
        """Of each ball."""
        return self._radius

    @property
    def displacement(self) -> Floats | None:
        """The whole move of the frame, or ``None``."""
        return self._displacement

    def __len__(self) -> int:
        return int(self.center.shape[0])

    @property
    def dimension(self) -> int:
        """2 or 3."""
        return int(self.center.shape[1])

    def __repr__(self) -> str:
        return f"<{len(self)} balls in {self.dimension} dimensions>"

    def _arrays(self) -> tuple[Floats, Floats, Floats]:
        moves = self.displacement
        return self.center, self.radius, np.empty((0, self.dimension)) if moves is None else moves

    def _take(self, indices: NDArray[np.intp]) -> Balls:
        moves = None if self.displacement is None else self.displacement[indices]
        return Balls(self.center[indices], self.radius[indices], moves)


@dataclass(frozen=True)
class Sweep:
    """When pairs touch. Arrays have one entry for each pair; times are fractions of the frame, in [0, 1]."""

    state: NDArray[np.uint8]  #: of :class:`ContactState`
    first: Floats  #: of the first contact; 0 where there is none
    last: Floats  #: of the last contact
    contacts: int  #: how many pairs touch
    _pairs: tuple[Balls, Balls] | None = field(default=None, repr=False)

    @property
    def touching(self) -> NDArray[np.bool_]:
        """Which pairs touch."""
        touching: NDArray[np.bool_] = self.state != 0
        return touching

    def where(self) -> Touch:
        """Places of the contacts. Only for sweeps of pairs, not of all with all."""
        if self._pairs is None:
            raise ValueError("a sweep of all with all has no places: sweep the pairs that matter")
        a, b = self._pairs
        return Touch(*_carom.sweep_details(*a._arrays(), *b._arrays()))


@dataclass(frozen=True)
class Touch:
    """Where pairs touch at the first contact: one row each, NaN where they do not."""

    center_a: Floats  #: of the first ball
    center_b: Floats  #: of the second ball
    normal: Floats  #: unit, from a to b
    point: Floats  #: of contact


def _paired(a: Balls, b: Balls) -> tuple[Balls, Balls]:
    if a.dimension != b.dimension:
        raise ValueError(f"a has {a.dimension} dimensions, and b has {b.dimension}")
    if len(a) == len(b):
        return a, b
    if len(a) == 1:
        return a._take(np.zeros(len(b), dtype=np.intp)), b
    if len(b) == 1:
        return a, b._take(np.zeros(len(a), dtype=np.intp))
    raise ValueError(f"a has {len(a)} balls, and b has {len(b)}: they must be equal, or one of them 1")


def sweep(a: Balls, b: Balls) -> Sweep:
    """When each ball of a touches the ball of b at the same place. One ball is swept against all.

    Decided exactly: no contact is missed, and none is invented.

    >>> import carom
    >>> a = carom.Balls([0, 0], 0.5, [4, 0])
    >>> b = carom.Balls([[2, 0], [2, 0.99999999999999], [2, 1.00000000000001]], 0.5)
    >>> found = carom.sweep(a, b)
    >>> found.touching.tolist(), float(found.first[0])
    ([True, True, False], 0.25)
    >>> found.where().normal[0].tolist()
    [1.0, 0.0]
    """
    a, b = _paired(a, b)
    return Sweep(*_carom.sweep_arrays(*a._arrays(), *b._arrays(), False), _pairs=(a, b))


def sweep_all(a: Balls, b: Balls) -> Sweep:
    """When each ball of a touches each of b: arrays of shape ``(len(a), len(b))``.

    >>> import carom
    >>> balls = carom.Balls([[0, 0], [3, 0], [0, 9]], 0.5, [[4, 0], [0, 0], [0, 0]])
    >>> carom.sweep_all(balls, balls).touching.astype(int).tolist()
    [[1, 1, 0], [1, 1, 0], [0, 0, 1]]
    """
    if a.dimension != b.dimension:
        raise ValueError(f"a has {a.dimension} dimensions, and b has {b.dimension}")
    state, first, last, contacts = _carom.sweep_arrays(*a._arrays(), *b._arrays(), True)
    shape = (len(a), len(b))
    return Sweep(state.reshape(shape), first.reshape(shape), last.reshape(shape), contacts)


def gap(a: Balls, b: Balls) -> Floats:
    """The distances of their surfaces at the start, negative where they overlap.

    >>> import carom
    >>> carom.gap(carom.Balls([0, 0, 0], 1), carom.Balls([3, 4, 0], 1.5)).tolist()
    [2.5]
    """
    a, b = _paired(a, b)
    return _carom.gaps(*a._arrays(), *b._arrays())[0]


def closest_approach(a: Balls, b: Balls) -> tuple[Floats, Floats]:
    """When they are nearest in the frame, and the distance of their surfaces then.

    >>> import carom
    >>> when, least = carom.closest_approach(carom.Balls([0, 0], 1, [4, 0]), carom.Balls([2, 3], 1))
    >>> when.tolist(), least.tolist()
    ([0.5], [1.0])
    """
    a, b = _paired(a, b)
    _, least, when = _carom.gaps(*a._arrays(), *b._arrays())
    return when, least


def bounce(
    center_a: ArrayLike,
    velocity_a: ArrayLike,
    center_b: ArrayLike,
    velocity_b: ArrayLike,
    *,
    mass_a: ArrayLike = 1.0,
    mass_b: ArrayLike = 1.0,
    restitution: ArrayLike = 1.0,
) -> tuple[Floats, Floats]:
    """The velocities after impacts of touching balls, one row each. An infinite mass is immovable.

    >>> import carom
    >>> a, b = carom.bounce([0, 0], [2, 1], [1, 0], [0, 0], restitution=1)
    >>> a.tolist(), b.tolist()
    ([[0.0, 1.0]], [[2.0, 0.0]])
    """
    centers = vectors("center_a", center_a)
    shape = centers.shape
    rows = [centers]
    for name, value in (("velocity_a", velocity_a), ("center_b", center_b), ("velocity_b", velocity_b)):
        rows.append(like(name, value, shape))
    inverse = []
    for name, mass in (("mass_a", mass_a), ("mass_b", mass_b)):
        array = floats(name, mass)
        if not (array >= 1e-300).all():
            raise ValueError(f"{name}: masses must be above 0")
        inverse.append(like(name, 1 / array, shape[:1]))
    e = like("restitution", restitution, shape[:1])
    if ((e < 0) | (e > 1)).any():
        raise ValueError("restitution: it must be in [0, 1]")
    return _carom.bounces(rows[0], rows[1], inverse[0], rows[2], rows[3], inverse[1], e)
