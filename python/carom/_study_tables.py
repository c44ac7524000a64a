"""The tables of a study, and what others take: data frames, HDF5, xarray."""

from __future__ import annotations

import csv
import os
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carom._errors import FileError


class StudyTables:
    """A column for each number, a row for each simulation; means over seeds."""

    parameters: list[str]  #: the keys that were set
    members: dict[str, NDArray[Any]]  #: columns by name, with ``NAME.error``

    @property
    def quantities(self) -> list[str]:
        """The names of what was measured."""
        raise NotImplementedError

    def means(self, quantity: str) -> dict[str, NDArray[Any]]:
        """A row for each combination of values: the parameters, ``mean``, ``error`` (standard) and ``seeds``."""
        raise NotImplementedError

    def __len__(self) -> int:
        return len(self.members["events"])

    def to_pandas(self) -> Any:
        """The members as a data frame. Needs pandas."""
        return import_module("pandas").DataFrame(self.members)

    def to_xarray(self) -> Any:
        """The members as a dataset over ``member``, with the parameters and the seed as coordinates. Needs xarray."""
        places = [*self.parameters, *(["seed"] if "seed" in self.members else [])]
        columns = {name: ("member", column) for name, column in self.members.items()}
        return import_module("xarray").Dataset(
            {name: column for name, column in columns.items() if name not in places},
            coords={name: columns[name] for name in places},
        )

    def to_hdf5(self, path: str | os.PathLike[str]) -> None:
        """Writes the members as a table ``members``, and the means as tables ``means/QUANTITY``. Needs h5py."""
        h5py = import_module("h5py")
        partial = f"{os.fspath(path)}.partial"
        with h5py.File(partial, "w") as file:
            file["members"] = _rows_of(self.members)
            for quantity in self.quantities:
                file[f"means/{quantity}"] = _rows_of(self.means(quantity))
        os.replace(partial, path)


class _Folder(StudyTables):
    """What ``members.csv`` and ``means.csv`` say."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        members, means = _csv(os.path.join(folder, "members.csv")), _csv(os.path.join(folder, "means.csv"))
        if "events" not in members or "quantity" not in means:
            raise FileError([f"{folder}: its tables are not those of simulations"])
        self.parameters = list(means)[: list(means).index("quantity")]
        self.members = {name: _column(name, texts) for name, texts in members.items()}
        self._means = means

    @property
    def quantities(self) -> list[str]:
        return list(dict.fromkeys(self._means["quantity"]))

    def means(self, quantity: str) -> dict[str, NDArray[Any]]:
        rows = [k for k, name in enumerate(self._means["quantity"]) if name == quantity]
        if not rows:
            raise KeyError(f"{quantity!r} was not measured; there are {', '.join(self.quantities)}")
        return {name: _column(name, [texts[k] for k in rows]) for name, texts in self._means.items() if name != "quantity"}

    def __repr__(self) -> str:
        return f"<tables of {len(self)} simulations in {self.folder}>"


def read_study(folder: str | os.PathLike[str]) -> StudyTables:
    """The tables of a folder that ``carom study`` or :func:`carom.study` has written.

    They have what those of a ``Study`` have, to the last bit: ``members``, ``means``, ``to_pandas``, ``to_xarray`` and
    ``to_hdf5``.

    >>> import carom, tempfile
    >>> gas = dict(dimension=3, world=dict(lower=[0, 0, 0], upper=[6, 6, 6], boundary="periodic"),
    ...            generate=[dict(kind="random_gas", packing=0.1, radius=0.5, mass=1, temperature=1, seed=1)])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = carom.study(gas, {"generate.packing": [0.1, 0.2]}, seeds=[1, 2], until=2, out=folder)
    ...     read = carom.read_study(folder)
    >>> bool((read.members["pressure.z_virial"] == made.members["pressure.z_virial"]).all())
    True
    """
    return _Folder(os.fspath(folder))


def _csv(path: str) -> dict[str, list[str]]:
    """Columns of texts by name."""
    try:
        with open(path, encoding="utf-8", newline="") as file:
            head, *rows = csv.reader(file, strict=True)
    except (OSError, UnicodeDecodeError, ValueError, csv.Error) as error:
        raise FileError([f"{path}: {error}"]) from None
    for number, row in enumerate(rows, 2):
        if len(row) != len(head):
            raise FileError([f"{path}: row {number} has {len(row)} columns, not {len(head)}"])
    return {name: [row[k] for row in rows] for k, name in enumerate(head)}


def _column(name: str, texts: list[str]) -> NDArray[Any]:
    if name in ("seed", "events", "seeds"):
        return np.array([int(text) for text in texts], dtype=np.int64 if name == "seeds" else np.uint64)
    return np.array(texts, dtype=str) if name == "ended" else numbers_or_texts([text or "nan" for text in texts])


def _rows_of(columns: Mapping[str, NDArray[Any]]) -> NDArray[Any]:
    """Rows with names; texts as bytes, which HDF5 knows."""
    plain = {name: np.char.encode(column, "utf-8") if column.dtype.kind == "U" else column
             for name, column in columns.items()}
    table = np.empty(len(next(iter(plain.values()))), dtype=[(name, column.dtype) for name, column in plain.items()])
    for name, column in plain.items():
        table[name] = column
    return table


def numbers_or_texts(values: list[str]) -> NDArray[Any]:
    """Numbers where all are; otherwise texts."""
    try:
        return np.array([float(value) for value in values])
    except ValueError:
        return np.array([value.strip('"') for value in values])
