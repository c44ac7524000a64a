"""Which pairs of balls may touch in frames."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from carom import _carom
from carom._arrays import wholes

Bits = NDArray[np.uint32]


class PairFilter:
    """Which pairs of balls may touch. Neither it nor its arrays change.

    Parameters
    ----------
    group, mask : whole number or (n,) array, optional
        Balls a and b may touch where ``group[a] & mask[b]`` and ``group[b] & mask[a]`` are both not 0. Whole numbers
        of 32 bits; negative ones are as in ``~4``, all bits but one. What is left out has all bits.
    ignored : (m, 2) array, optional
        Pairs of balls that may not touch, in any order. They may be given more than once.

    Two ghosts pass through each other, and a ball passes through the one that it hangs on:

    >>> import carom
    >>> balls = carom.Balls([[0, 0], [1, 0], [2, 0], [3, 0]], 0.6)
    >>> [(int(c["a"]), int(c["b"])) for c in carom.frame_contacts(balls)]
    [(0, 1), (1, 2), (2, 3)]
    >>> GHOST, SOLID = 1, 2
    >>> filter = carom.PairFilter(group=[GHOST, GHOST, SOLID, SOLID], mask=[~GHOST, ~GHOST, ~0, ~0], ignored=[(3, 2)])
    >>> [(int(c["a"]), int(c["b"])) for c in carom.frame_contacts(balls, filter=filter)]
    [(1, 2)]
    """

    def __init__(
        self,
        *,
        group: ArrayLike | None = None,
        mask: ArrayLike | None = None,
        ignored: ArrayLike | None = None,
    ) -> None:
        self._group = _bits("group", group)
        self._mask = _bits("mask", mask)
        self._ignored = _pairs("ignored", ignored)
        self._filter = _carom.PairFilter(self._group, self._mask, self._ignored)

    @property
    def group(self) -> Bits | None:
        """As 32 bits without a sign."""
        return self._group

    @property
    def mask(self) -> Bits | None:
        """As 32 bits without a sign."""
        return self._mask

    @property
    def ignored(self) -> Bits:
        """Each pair once, the lower ball first, in ascending order."""
        return self._ignored

    def __reduce__(self) -> Any:
        return _filter_again, (self._group, self._mask, self._ignored)

    def __repr__(self) -> str:
        names = [name for name in ("group", "mask") if getattr(self, name) is not None]
        return f"<filter: {' and '.join([*names, f'{len(self._ignored)} ignored pairs'])}>"


def _filter_again(group: Bits | None, mask: Bits | None, ignored: Bits) -> PairFilter:
    return PairFilter(group=group, mask=mask, ignored=ignored)


def _bits(name: str, value: ArrayLike | None) -> Bits | None:
    if value is None:
        return None
    array = wholes(name, value, -(2**31), 2**32 - 1)
    if array.ndim > 1:
        raise ValueError(f"{name}: the shape must be (n,), not {array.shape}")
    return _kept(array)


def _pairs(name: str, value: ArrayLike | None) -> Bits:
    pairs = wholes(name, [] if value is None else value, 0, 2**32 - 2)
    if pairs.shape == (0,):
        pairs = pairs.reshape(0, 2)
    if pairs.ndim != 2 or pairs.shape[1] != 2:
        raise ValueError(f"{name}: the shape must be (m, 2), not {pairs.shape}")
    alike = pairs[:, 0] == pairs[:, 1]
    if alike.any():
        at = int(np.argmax(alike))
        raise ValueError(f"{name}: pair {at} is ball {pairs[at, 0]} with itself")
    return _kept(np.unique(np.sort(pairs, axis=1), axis=0))


def _kept(array: NDArray[np.int64]) -> Bits:
    kept: Bits = np.array(array & 0xFFFFFFFF, dtype=np.uint32)
    kept.setflags(write=False)
    return kept
