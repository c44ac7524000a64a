"""Parameter studies: many values, many seeds, on all cores or on a cluster."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import nullcontext, suppress
from importlib import import_module
from typing import Any, Optional

import numpy as np
from numpy.typing import NDArray

from carom import _carom
from carom._arrays import whole
from carom._errors import FileError
from carom._locks import locked
from carom._pages import in_frame
from carom._study_tables import StudyTables, numbers_or_texts
from carom._toml import _value, toml

_Result = tuple[int, float, str, list[tuple[str, float, Optional[float]]]]
_Plan = tuple[str, str, list[tuple[str, list[str]]], list[int], Optional[float], Optional[int], float]


class Study(StudyTables):
    """What a study gave: a column for each number, a row for each simulation. Made by ``carom.study``."""

    def __init__(self, plan: _Plan, results: list[_Result], title: str) -> None:
        self._study = _carom.Study(*plan)
        self._results = results
        self.title = title  #: the name of the scene
        self.parameters: list[str] = [key for key, _ in plan[2]]  #: the keys that were set
        self.members: dict[str, NDArray[Any]] = self._columns()  #: columns by name, with ``NAME.error``

    def __len__(self) -> int:
        return len(self._results)

    def _columns(self) -> dict[str, NDArray[Any]]:
        rows = [self._study.member(k) for k in range(len(self))]
        columns: dict[str, NDArray[Any]] = {}
        for p, key in enumerate(self.parameters):
            columns[key] = numbers_or_texts([values[p] for values, _ in rows])
        if rows and rows[0][1] is not None:
            columns["seed"] = np.array([seed for _, seed in rows], dtype=np.uint64)
        columns["events"] = np.array([events for events, *_ in self._results], dtype=np.uint64)
        columns["simulated_time"] = np.array([time for _, time, *_ in self._results])
        columns["ended"] = np.array([ended for _, _, ended, _ in self._results], dtype=str)
        each = [{name: (value, error) for name, value, error in numbers} for *_, numbers in self._results]
        for name in dict.fromkeys(name for numbers in each for name in numbers):
            found = [numbers.get(name, (np.nan, None)) for numbers in each]
            columns[name] = np.array([value for value, _ in found])
            columns[f"{name}.error"] = np.array([np.nan if error is None else error for _, error in found])
        return columns

    @property
    def quantities(self) -> list[str]:
        """The names of what was measured."""
        return list(dict.fromkeys(name for *_, numbers in self._results for name, _, _ in numbers))

    def means(self, quantity: str) -> dict[str, NDArray[Any]]:
        """A row for each combination of values: the parameters, ``mean``, ``error`` (standard) and ``seeds``."""
        found = [row for row in self._study.means(self._results) if row[1] == quantity]
        if not found:
            raise KeyError(f"{quantity!r} was not measured; there are {', '.join(self.quantities)}")
        columns = {key: numbers_or_texts([row[0][p] for row in found]) for p, key in enumerate(self.parameters)}
        columns["mean"] = np.array([row[2] for row in found])
        columns["error"] = np.array([np.nan if row[3] is None else row[3] for row in found])
        columns["seeds"] = np.array([row[4] for row in found])
        return columns

    def page(self) -> str:
        """A page for browsers with the curves: one HTML file, to be written with the encoding UTF-8."""
        count = f"{len(self)} simulation{'' if len(self) == 1 else 's'}"
        return self._study.page(self._results, self.title, f"{count} of {self.title}")

    def picture(self) -> str:
        """The curves with bars of one standard error, a panel for each quantity: the text of an SVG file."""
        return self._study.picture(self._results, self.title)

    def _repr_html_(self) -> str:
        return in_frame(self.page(), self.title)

    def __repr__(self) -> str:
        return f"<study of {len(self)} simulations over {', '.join(self.parameters) or 'seeds'}>"


def study(
    scene: str | os.PathLike[str] | Mapping[str, Any],
    values: Mapping[str, Iterable[Any]] | None = None,
    *,
    seeds: Iterable[int] = (),
    out: str | os.PathLike[str] | None = None,
    until: float | None = None,
    events: int | None = None,
    after: float = 0.0,
    jobs: int = 0,
    scheduler: str | None = None,
) -> Study:
    """Simulates and measures all combinations of values and seeds.

    ``scene`` is the path of a scene file, or its tables. ``values`` maps keys, as ``carom study --set`` has them, to
    what they are to be. ``until``, ``events`` and ``after`` are times and a number of impacts. A folder ``out`` keeps
    each simulation that is done, so that the same call goes on where it was; it has the files of the command too: the
    tables, the page and the picture of the curves. One study at a time writes into a folder: another one raises
    ``FileError``.
    ``jobs=0`` takes all cores. ``scheduler`` is the address of a Dask scheduler, whose workers have carom: they do the
    work, with the same bits.

    >>> import carom
    >>> gas = dict(dimension=3, world=dict(lower=[0, 0, 0], upper=[6, 6, 6], boundary="periodic"),
    ...            generate=[dict(kind="random_gas", packing=0.1, radius=0.5, mass=1, temperature=1, seed=1)])
    >>> found = carom.study(gas, {"generate.packing": [0.1, 0.2]}, seeds=range(1, 4), until=5)
    >>> z = found.means("pressure.z_virial")
    >>> z["generate.packing"].tolist(), z["seeds"].tolist(), (abs(z["mean"] - [1.5, 2.4]) < 0.3).tolist()
    ([0.1, 0.2], [3, 3], [True, True])
    """
    plan = _plan(scene, values or {}, seeds, until, events, after)
    threads = whole("jobs", jobs, 0, 1024) or os.cpu_count() or 1
    title = str(scene.get("name", "A study")) if isinstance(scene, Mapping) else os.fspath(scene)
    with locked(os.fspath(out)) if out is not None else nullcontext():
        found = Study(plan, _results(plan, out, threads, scheduler), title)
        if out is not None:
            _write_files(os.fspath(out), found)
    return found


def _results(plan: _Plan, out: str | os.PathLike[str] | None, threads: int, scheduler: str | None) -> list[_Result]:
    """Of all simulations, those that are kept already among them."""
    work = _carom.Study(*plan)
    results: dict[int, _Result] = {}
    if out is not None:
        work.open(os.fspath(out))
        for k in range(work.count()):
            kept = work.kept(k)
            if kept is not None:
                results[k] = kept
            elif (damaged := work.damaged(k)) is not None:
                warnings.warn(f"{damaged}: the file is damaged; its simulation is made again", stacklevel=3)
    missing = [k for k in range(work.count()) if k not in results]

    def done(k: int, result: _Result) -> None:
        results[k] = result
        if out is not None:
            work.keep(k, result)

    if scheduler is not None:
        _on_cluster(plan, missing, scheduler, done)
    else:
        _on_threads(work, missing, threads, done)
    return [results[k] for k in range(work.count())]


def _plan(
    scene: str | os.PathLike[str] | Mapping[str, Any],
    values: Mapping[str, Iterable[Any]],
    seeds: Iterable[int],
    until: float | None,
    events: int | None,
    after: float,
) -> _Plan:
    if isinstance(scene, Mapping):
        text, name = toml(scene), "<scene>"
    else:
        name = os.fspath(scene)
        try:
            with open(name, encoding="utf-8", newline="") as file:
                text = file.read()
        except (OSError, UnicodeDecodeError) as error:
            raise FileError([f"{name}: {error}"]) from None
    if re.search(r"(?m)^\s*\[table\]", text):
        raise ValueError(f"{name}: a scene with a table: Table.shots plays many shots, and so does the command carom study")
    for key, list_ in values.items():
        if isinstance(list_, str) or not isinstance(list_, Iterable):
            raise TypeError(f"values: {key}: a list of values is needed, not {list_!r}")
    if isinstance(seeds, str) or not isinstance(seeds, Iterable):
        raise TypeError(f"seeds: a list of whole numbers is needed, not {seeds!r}")
    parameters = [(key, [_value(key, value) for value in list_]) for key, list_ in values.items()]
    numbers = [whole("seeds", seed, 0, 2**64 - 1) for seed in seeds]
    if len(set(numbers)) < len(numbers):
        raise ValueError("seeds: one is there twice")
    for given, what in ((until, "until"), (after, "after")):
        if given is not None and not 0 <= given < float("inf"):
            raise ValueError(f"{what}: a finite number >= 0 is needed, not {given!r}")
    if until is not None and after >= until:
        raise ValueError(f"after: {after} is not before until, {until}")
    most = None if events is None else whole("events", events, 1, 2**64 - 1)
    return text, name, parameters, numbers, None if until is None else float(until), most, float(after)


def _on_threads(work: _carom.Study, missing: Sequence[int], jobs: int, done: Callable[[int, _Result], None]) -> None:
    """The members work without the interpreter's lock."""
    with ThreadPoolExecutor(min(jobs, max(len(missing), 1))) as pool:
        futures: dict[Future[_Result | None], int] = {pool.submit(work.run, k): k for k in missing}
        try:
            waiting = set(futures)
            while waiting:
                # Ctrl-C comes between two waits.
                finished, waiting = wait(waiting, timeout=0.1, return_when=FIRST_COMPLETED)
                for future in finished:
                    result = future.result()
                    if result is not None:
                        done(futures[future], result)
        except BaseException:
            work.stop()
            pool.shutdown(cancel_futures=True)
            raise


def _run_alone(plan: _Plan, k: int) -> _Result | None:
    """On a worker of a cluster."""
    return _carom.Study(*plan).run(k)


def _on_cluster(plan: _Plan, missing: Sequence[int], scheduler: str, done: Callable[[int, _Result], None]) -> None:
    distributed = import_module("distributed")
    with distributed.Client(scheduler) as client:
        futures = {client.submit(_run_alone, plan, k, pure=False): k for k in missing}
        try:
            for future in distributed.as_completed(list(futures)):
                done(futures[future], future.result())
        finally:
            client.cancel(list(futures))


def _write_files(folder: str, found: Study) -> None:
    members, means = found._study.tables(found._results)
    files = {"members.csv": members, "means.csv": means, "curves.svg": found.picture()}
    with suppress(NotImplementedError):  # of a module that was built without pages
        files["study.html"] = found.page()
    for name, text in files.items():
        path = os.path.join(folder, name)
        with open(f"{path}.partial", "w", encoding="utf-8", newline="") as file:
            file.write(text)
        os.replace(f"{path}.partial", path)
