"""All contacts of many balls in a frame, and the step of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from carom import _carom
from carom._arrays import Floats, at_least_zero, like, whole
from carom._filters import PairFilter
from carom._obstacles import Obstacles
from carom._pairs import Balls


def frame_contacts(balls: Balls, *, filter: PairFilter | None = None, threads: int = 1) -> NDArray[Any]:
    """Every pair of balls that touches in the frame, once, sorted by time. Contacts with what rests beside the balls
    are those of :func:`obstacle_contacts`.

    Returns an array with the fields ``a``, ``b`` (indices, a < b), ``first``, ``last`` (fractions of the frame) and
    ``state``. A ``filter`` says which pairs may touch. ``threads=0`` takes all cores.

    >>> import carom
    >>> balls = carom.Balls([[0, 0], [3, 0], [6, 0]], 0.5, [[8, 0], [0, 0], [0, 0]])
    >>> contacts = carom.frame_contacts(balls)
    >>> [(int(c["a"]), int(c["b"]), float(c["first"])) for c in contacts]
    [(0, 1, 0.25), (0, 2, 0.625)]
    """
    return _carom.frame_contacts(*balls._arrays(), _compiled(filter), whole("threads", threads, 0, 1024))


def obstacle_contacts(balls: Balls, obstacles: Obstacles, *, threads: int = 1) -> NDArray[Any]:
    """Every ball and obstacle that touch in the frame, once, sorted by time.

    Returns an array with the fields ``ball``, ``kind`` (of :class:`ObstacleKind`), ``index`` (which obstacle, among
    those of its kind), ``first``, ``last`` (fractions of the frame) and ``state``. ``threads=0`` takes all cores.

    >>> import carom
    >>> balls = carom.Balls([[0, 3], [4, 1]], 0.5, [[0, -5], [0, 0]])
    >>> obstacles = carom.Obstacles(half_spaces=([0, 1], 0), boxes=([4, 1.25], [5, 2]))
    >>> for each in carom.obstacle_contacts(balls, obstacles):
    ...     print(each["ball"], carom.ObstacleKind(each["kind"]).name, each["index"], each["first"])
    1 BOX 0 0.0
    0 HALF_SPACE 0 0.5
    """
    return _carom.obstacle_contacts(*balls._arrays(), obstacles._set, whole("threads", threads, 0, 1024))


def frame_svg(balls: Balls, *, filter: PairFilter | None = None) -> str:
    """A picture of a small frame in two dimensions, as the text of an SVG file: balls, moves, contacts in red, and how
    the search cuts space in blue.

    >>> import carom
    >>> picture = carom.frame_svg(carom.Balls([[0, 0], [3, 0]], 0.5, [[4, 0], [0, 0]]))
    >>> picture.startswith("<svg "), picture.count("<circle") >= 2
    (True, True)
    """
    return _carom.frame_svg(*balls._arrays(), _compiled(filter))


def _compiled(filter: PairFilter | None) -> _carom.PairFilter | None:
    return None if filter is None else filter._filter


@dataclass(frozen=True)
class FrameStep:
    """Where balls are after a frame."""

    center: Floats
    displacement: Floats  #: for the next frame
    bounces: NDArray[Any]
    """In the order of time, with the fields ``fraction`` of the frame, ``a`` and ``b`` (a < b), ``kind`` and ``index``.
    Where an obstacle was met, ``kind`` is an :class:`ObstacleKind`, ``index`` is its number among those, and ``b`` is
    2**32 - 1; else ``kind`` is ``ObstacleKind.NONE``."""
    lost: NDArray[Any]
    """Moves that were not finished, with the fields ``ball`` and ``displacement``: what it did not move. None unless a
    ball had ``most_bounces`` impacts, immovable balls squeezed one, or no rounded place near its end was free."""


class FrameStepper:
    """Moves balls through frames with all their impacts in the order of time.

    >>> import carom
    >>> stepper = carom.FrameStepper()
    >>> step = stepper.advance(carom.Balls([[0, 0], [3, 0]], 0.5, [[4, 0], [0, 0]]))
    >>> step.center.tolist(), step.displacement.tolist()
    ([[2.0, 0.0], [5.0, 0.0]], [[0.0, 0.0], [4.0, 0.0]])

    A ball falls on a floor and comes to rest. A frame takes 1/60 s:

    >>> floor = carom.Obstacles(half_spaces=([0, 1], 0))
    >>> ball = carom.Balls([0, 0.3], radius=0.005)
    >>> for _ in range(300):
    ...     step = stepper.advance(ball, obstacles=floor, obstacle_restitution=0.6, acceleration=[0, -9.81 / 60**2])
    ...     ball = carom.Balls(step.center, 0.005, step.displacement)
    >>> step.center.round(4).tolist(), step.displacement.tolist()
    ([[0.0, 0.005]], [[0.0, 0.0]])
    """

    def __init__(self) -> None:
        self._stepper = _carom.Stepper()

    def advance(
        self,
        balls: Balls,
        *,
        inverse_mass: ArrayLike = 1.0,
        restitution: float = 1.0,
        threshold: float = 0.0,
        acceleration: ArrayLike | None = None,
        obstacles: Obstacles | None = None,
        obstacle_restitution: float = 1.0,
        most_bounces: int = 64,
        filter: PairFilter | None = None,
    ) -> FrameStep:
        """One frame.

        Parameters
        ----------
        inverse_mass : number or (n,) array
            0 makes a ball immovable; it keeps its displacement.
        restitution, obstacle_restitution : float
            Of balls with balls and with obstacles, in [0, 1].
        threshold : float
            Contacts that close by less in a frame do not rebound.
        acceleration : vector or array like ``center``, optional
            What gravity or another force adds to the displacement as the frame begins: g times the square of its
            duration. Contacts that close by no more than twice this do not rebound. Immovable balls ignore it.
        most_bounces : int
            A movable ball that has had so many impacts in a frame stops until the next one.
        filter : PairFilter, optional
            Which pairs of balls may touch; others pass through each other.
        """
        for name, number in (("restitution", restitution), ("obstacle_restitution", obstacle_restitution)):
            if not 0 <= number <= 1:
                raise ValueError(f"{name}: it must be in [0, 1]")
        if not 0 <= threshold < np.inf:
            raise ValueError("threshold: it must be finite and not negative")
        inverse = at_least_zero("inverse_mass", like("inverse_mass", inverse_mass, (len(balls),)))
        added = like("acceleration", 0.0 if acceleration is None else acceleration, balls.center.shape)
        moves = np.zeros_like(balls.center) if balls.displacement is None else balls.displacement
        return FrameStep(
            *self._stepper.advance(
                balls.center,
                balls.radius,
                moves,
                inverse,
                added,
                None if obstacles is None else obstacles._set,
                _compiled(filter),
                restitution,
                obstacle_restitution,
                threshold,
                whole("most_bounces", most_bounces, 1, 2**32 - 1),
            )
        )
