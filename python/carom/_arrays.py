"""Arrays of the shapes that the compiled part expects."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


def unmasked(name: str, value: Any) -> NDArray[Any]:
    """The value as an array. Masked entries are refused: NumPy would hand over what is below the mask."""
    if _is_masked(value):
        raise ValueError(f"{name}: there are masked entries, and no value is known for them")
    return np.asarray(value)


def _is_masked(value: Any) -> bool:
    if isinstance(value, np.ma.MaskedArray):
        # States have a mask for each field.
        return bool(np.ascontiguousarray(value.mask).view(np.bool_).any())
    return isinstance(value, (list, tuple)) and any(_is_masked(each) for each in value)


def floats(name: str, value: ArrayLike) -> Floats:
    """The value as an array of floats; complex numbers, texts and objects are refused."""
    array = unmasked(name, value)
    if array.dtype.kind not in "fiub":
        raise TypeError(f"{name}: numbers are needed, not {array.dtype}")
    return array.astype(np.float64, copy=False)


def vectors(name: str, value: ArrayLike) -> Floats:
    """Rows of two or three numbers each; one row may be given alone."""
    array = floats(name, value)
    if array.ndim == 1 and array.shape[0] in (2, 3):
        array = array[np.newaxis, :]
    if array.ndim != 2 or array.shape[1] not in (2, 3):
        raise ValueError(f"{name}: the shape must be (n, 2) or (n, 3), not {np.shape(value)}")
    if not np.isfinite(array).all():
        raise ValueError(f"{name}: row {int(np.argwhere(~np.isfinite(array))[0][0])} is not finite")
    return array


def like(name: str, value: ArrayLike, shape: tuple[int, ...]) -> Floats:
    """The value with this shape; a single number stands for all."""
    array = floats(name, value)
    try:
        array = np.broadcast_to(array, shape)
    except ValueError:
        raise ValueError(f"{name}: the shape must be {shape}, not {array.shape}") from None
    if not np.isfinite(array).all():
        where = tuple(int(k) for k in np.argwhere(~np.isfinite(array))[0])
        raise ValueError(f"{name}: entry {where} is not finite")
    return array


def at_least_zero(name: str, array: Floats) -> Floats:
    """The array, whose numbers must not be negative."""
    if (array < 0).any():
        raise ValueError(f"{name}: entry {int(np.argwhere(array < 0)[0][0])} is negative")
    return array


def wholes(name: str, value: ArrayLike, least: int, most: int) -> NDArray[np.int64]:
    """The value as an array of whole numbers in [least, most]; an empty one may be of floats, as NumPy makes it."""
    array = unmasked(name, value)
    if array.size == 0 and array.dtype.kind == "f":
        array = array.astype(np.int64)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name}: whole numbers are needed, not {array.dtype}")
    outside = (array < least) | (array > most)
    if outside.any():
        where = tuple(int(k) for k in np.argwhere(outside)[0])
        raise ValueError(f"{name}: entry {where} must be from {least} to {most}, not {array[where]}")
    return array.astype(np.int64)


def whole(name: str, value: Any, least: int, most: int) -> int:
    """The value as an int in [least, most]. Neither True nor 1.0 is one."""
    try:
        if isinstance(value, (bool, np.bool_)):
            raise TypeError
        number = index(value)
    except TypeError:
        raise TypeError(f"{name}: a whole number is needed, not {value!r}") from None
    if not least <= number <= most:
        raise ValueError(f"{name}: it must be from {least} to {most}, not {number}")
    return number
