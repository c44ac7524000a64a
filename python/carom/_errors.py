"""What can go wrong."""

from __future__ import annotations

from collections.abc import Sequence


class Error(Exception):
    """Anything that Carom refuses. ``faults`` has all of them, each with its place where it has one."""

    faults: tuple[str, ...]

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = tuple(faults)

    def __reduce__(self) -> tuple[type[Error], tuple[tuple[str, ...]]]:
        return type(self), (self.faults,)


class SceneError(Error, ValueError):
    """A scene, a table or a shot is at fault."""


class FileError(Error, OSError):
    """A file cannot be read or written, or is not what it should be."""

    def __init__(self, faults: Sequence[str]) -> None:
        Error.__init__(self, faults)

    def __str__(self) -> str:
        return "\n".join(self.faults)


for _each in (Error, SceneError, FileError):
    _each.__module__ = "carom"
