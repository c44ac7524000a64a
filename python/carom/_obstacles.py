"""What rests in frames: balls, half-spaces, planes and boxes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from carom import _carom
from carom._arrays import Floats, at_least_zero, like, vectors

Pair = tuple[ArrayLike, ArrayLike]


class Obstacles:
    """What rests in a frame. All vectors have two numbers, or all have three; one may be given as a single row.

    Parameters
    ----------
    balls : (center, radius), optional
    half_spaces : (normal, offset), optional
        Solid where normal . x <= offset. The normal has any length but 0, and points to where the balls are.
    planes : (normal, offset), optional
        Where normal . x = offset. Both sides stop balls.
    boxes : (lower, upper), optional
        Solid between these corners.

    >>> import carom
    >>> carom.Obstacles(half_spaces=([[0, 0, 1], [0, 1, 0]], [0, -1]), balls=([2, 3, 1], 0.5))
    <3 obstacles in 3 dimensions>

    They can be copied and pickled, so other processes can have them:

    >>> import pickle
    >>> pickle.loads(pickle.dumps(carom.Obstacles(boxes=([0, 0], [2, 1]))))
    <1 obstacles in 2 dimensions>
    """

    def __init__(
        self,
        *,
        balls: Pair | None = None,
        half_spaces: Pair | None = None,
        planes: Pair | None = None,
        boxes: Pair | None = None,
    ) -> None:
        self._dimension = 0
        of_balls = self._with_numbers("balls", "center", "radius", balls)
        at_least_zero("balls: radius", of_balls[1])
        of_half_spaces = self._planes("half_spaces", half_spaces)
        of_planes = self._planes("planes", planes)
        of_boxes = self._boxes(boxes)
        if self._dimension == 0:
            raise ValueError("obstacles: none are given")
        all_of_them = of_balls, of_half_spaces, of_planes, of_boxes
        self._count = sum(len(vectors_of) for vectors_of, _ in all_of_them)
        self._set = _carom.Obstacles(self._dimension, *(array for each in all_of_them for array in each))

    @property
    def dimension(self) -> int:
        """2 or 3."""
        return self._dimension

    def __len__(self) -> int:
        return self._count

    def __reduce__(self) -> Any:
        return _obstacles_again, self._set.rows()

    def __repr__(self) -> str:
        return f"<{len(self)} obstacles in {self.dimension} dimensions>"

    def _vectors(self, name: str, value: ArrayLike) -> Floats:
        rows = vectors(name, value)
        if self._dimension not in (0, rows.shape[1]):
            raise ValueError(f"{name}: it has {rows.shape[1]} dimensions, and others have {self._dimension}")
        self._dimension = rows.shape[1]
        return rows

    def _with_numbers(self, name: str, of_vectors: str, of_numbers: str, given: Pair | None) -> tuple[Floats, Floats]:
        if given is None:
            return np.empty((0, 2)), np.empty(0)
        first, second = given
        rows = self._vectors(f"{name}: {of_vectors}", first)
        return rows, like(f"{name}: {of_numbers}", second, (len(rows),))

    def _planes(self, name: str, given: Pair | None) -> tuple[Floats, Floats]:
        normals, offsets = self._with_numbers(name, "normal", "offset", given)
        zero = (normals == 0).all(axis=1)
        if zero.any():
            raise ValueError(f"{name}: normal {int(np.argmax(zero))} is zero")
        return normals, offsets

    def _boxes(self, given: Pair | None) -> tuple[Floats, Floats]:
        if given is None:
            return np.empty((0, 2)), np.empty((0, 2))
        lower = self._vectors("boxes: lower", given[0])
        upper = like("boxes: upper", given[1], lower.shape)
        below = (upper < lower).any(axis=1)
        if below.any():
            raise ValueError(f"boxes: upper {int(np.argmax(below))} is below lower")
        return lower, upper


def _obstacles_again(balls: Pair, half_spaces: Pair, planes: Pair, boxes: Pair) -> Obstacles:
    return Obstacles(balls=balls, half_spaces=half_spaces, planes=planes, boxes=boxes)
