"""All contacts of many balls in a frame, and the step of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from carom import _carom
from carom._arrays import Floats, at_least_zero, like, whole
from carom._pairs import Balls


def frame_contacts(balls: Balls, *, threads: int = 1) -> NDArray[Any]:
    """Every pair of balls that touches in the frame, once, sorted by time.

    Returns an array with the fields ``a``, ``b`` (indices, a < b), ``first``, ``last`` (fractions of the frame) and
    ``state``. ``threads=0`` takes all cores.

    >>> import carom
    >>> balls = carom.Balls([[0, 0], [3, 0], [6, 0]], 0.5, [[8, 0], [0, 0], [0, 0]])
    >>> contacts = carom.frame_contacts(balls)
    >>> [(int(c["a"]), int(c["b"]), float(c["first"])) for c in contacts]
    [(0, 1, 0.25), (0, 2, 0.625)]
    """
    return _carom.frame_contacts(*balls._arrays(), whole("threads", threads, 0, 1024))


@dataclass(frozen=True)
class FrameStep:
    """Where balls are after a frame."""

    center: Floats
    displacement: Floats  #: for the next frame
    bounces: NDArray[Any]  #: with the fields ``fraction``, ``a`` and ``b``


class FrameStepper:
    """Moves balls through frames with all their impacts in the order of time.

    >>> import carom
    >>> stepper = carom.FrameStepper()
    >>> step = stepper.advance(carom.Balls([[0, 0], [3, 0]], 0.5, [[4, 0], [0, 0]]))
    >>> step.center.tolist(), step.displacement.tolist()
    ([[2.0, 0.0], [5.0, 0.0]], [[0.0, 0.0], [4.0, 0.0]])
    """

    def __init__(self) -> None:
        self._stepper = _carom.Stepper()

    def advance(
        self, balls: Balls, *, inverse_mass: ArrayLike = 1.0, restitution: float = 1.0, threshold: float = 0.0
    ) -> FrameStep:
        """One frame. Balls with an inverse mass of 0 are immovable and keep their displacement. Contacts that close
        by less than ``threshold`` in a frame do not rebound."""
        if not 0 <= restitution <= 1:
            raise ValueError("restitution: it must be in [0, 1]")
        if not 0 <= threshold < np.inf:
            raise ValueError("threshold: it must be finite and not negative")
        inverse = at_least_zero("inverse_mass", like("inverse_mass", inverse_mass, (len(balls),)))
        moves = balls.displacement
        if moves is None:
            moves = np.zeros_like(balls.center)
        return FrameStep(
            *self._stepper.advance(balls.center, balls.radius, moves, inverse, restitution, threshold)
        )
