"""One carom at a time writes into a folder: the lock that the command takes, too."""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from carom._errors import FileError

#: Folders that this process holds: the system lets it have a lock again.
_held: set[str] = set()
_guard = Lock()


@contextmanager
def locked(folder: str) -> Iterator[None]:
    """Holds a folder, which is made where it does not exist. Raises ``FileError`` while another carom holds it."""
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise FileError([f"{folder}: cannot create: {error.strerror}"]) from None
    name = os.path.realpath(folder)
    with _guard:
        if name in _held:
            raise _in_use(folder)
        _held.add(name)
    try:
        descriptor = _take(folder)
        try:
            yield
        finally:
            os.unlink(_file_in(folder))
            os.close(descriptor)
    finally:
        _held.discard(name)


def _file_in(folder: str) -> str:
    return os.path.join(folder, "carom.lock")


def _in_use(folder: str) -> FileError:
    return FileError([f"{folder}: in use by another carom"])


def _take(folder: str) -> int:
    """The open file that holds the lock. Where the file system knows no locks, nothing is held."""
    path = _file_in(folder)
    while True:
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o666)
        except OSError as error:
            raise FileError([f"{path}: cannot create: {error.strerror}"]) from None
        try:
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in (errno.EACCES, errno.EAGAIN):
                os.close(descriptor)
                raise _in_use(folder) from None
        # Another process may have removed the file, and perhaps made a new one, before the lock was ours.
        try:
            if os.path.samestat(os.fstat(descriptor), os.lstat(path)):
                return descriptor
        except FileNotFoundError:
            pass
        os.close(descriptor)
