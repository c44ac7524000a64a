"""Promise: carom.study gives the bits of each simulation alone, wherever it runs, and keeps what is done."""

import csv
import os
import signal
import socket
import subprocess
import sys
import time

import numpy as np
import pytest

import carom
from carom._locks import locked

SCENE = """dimension = 3
[world]
lower = [0, 0, 0]
upper = [8, 8, 8]
boundary = "periodic"
[[generate]]
kind = "random_gas"
packing = 0.1
radius = 0.5
mass = 1
temperature = 1
seed = 1
"""
VALUES = {"generate.packing": [0.1, 0.2, 0.3]}


@pytest.fixture
def scene(tmp_path):
    path = tmp_path / "gas.toml"
    path.write_text(SCENE)
    return path


def same(a, b):
    return list(a.members) == list(b.members) and all(
        np.array_equal(a.members[name], b.members[name], equal_nan=a.members[name].dtype.kind == "f")
        for name in a.members)


def test_columns_and_means(scene):
    found = carom.study(scene, VALUES, seeds=range(1, 5), until=5, jobs=1)
    assert len(found) == 12
    assert found.members["generate.packing"].tolist() == [0.1] * 4 + [0.2] * 4 + [0.3] * 4
    assert found.members["seed"].tolist() == [1, 2, 3, 4] * 3
    z = found.means("pressure.z_virial")
    one = found.members["pressure.z_virial"][:4]
    assert z["mean"][0] == pytest.approx(one.mean(), rel=1e-14)
    assert z["error"][0] == pytest.approx(one.std(ddof=1) / 2, rel=1e-12)
    assert z["seeds"].tolist() == [4, 4, 4]
    assert same(found, carom.study(scene, VALUES, seeds=range(1, 5), until=5, jobs=3))
    with pytest.raises(KeyError, match="was not measured"):
        found.means("nothing")


def test_the_command_makes_the_same_folder(scene, tmp_path, command):
    carom.study(scene, VALUES, seeds=[1, 2], until=5, after=1, out=tmp_path / "python")
    words = ["--set", "generate.packing=0.1:0.3:0.1", "--seeds", "1:2", "--until", "5", "--after", "1"]
    subprocess.run([command, "study", scene, *words, "-o", tmp_path / "command", "-q"], check=True)
    for name in ("members.csv", "means.csv", "study.json", "study.html", "curves.svg"):
        assert (tmp_path / "python" / name).read_bytes() == (tmp_path / "command" / name).read_bytes()


def test_goes_on_where_it_was(scene, tmp_path):
    folder = tmp_path / "s"
    carom.study(scene, {"generate.packing": [0.1]}, seeds=[1, 2], until=5, out=folder)
    kept = {file.name: file.stat().st_mtime_ns for file in (folder / "members").iterdir()}
    assert len(kept) == 2
    carom.study(scene, VALUES, seeds=[1, 2], until=5, out=folder)
    after = {file.name: file.stat().st_mtime_ns for file in (folder / "members").iterdir()}
    assert len(after) == 6 and all(after[name] == kept[name] for name in kept)
    with pytest.raises(carom.FileError, match="until is 5.0, not 6.0"):
        carom.study(scene, VALUES, seeds=[1, 2], until=6, out=folder)


def test_makes_what_is_damaged_again(scene, tmp_path):
    found = carom.study(scene, VALUES, seeds=[1], until=5, out=tmp_path)
    file = next((tmp_path / "members").iterdir())
    text = file.read_text()
    file.write_text(text.replace('"simulated_time":5', '"simulated_time":6'))
    with pytest.warns(UserWarning, match=f"{file.name}: the file is damaged"):
        assert same(found, carom.study(scene, VALUES, seeds=[1], until=5, out=tmp_path))
    assert file.read_text() == text


def test_control_c_ends_it(scene, tmp_path):
    program = f"import carom; carom.study({str(scene)!r}, {{'generate.packing': [0.3, 0.31, 0.32]}}, until=1e7)"
    process = subprocess.Popen([sys.executable, "-c", "print(1, flush=True); " + program], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    process.stdout.readline()
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=120)  # else it would go on for days
    assert b"KeyboardInterrupt" in errors


def test_tables_for_others(scene, tmp_path):
    pandas = pytest.importorskip("pandas")
    h5py = pytest.importorskip("h5py")
    found = carom.study(scene, VALUES, seeds=[1, 2], until=3, out=tmp_path / "s")
    assert isinstance(found.to_pandas(), pandas.DataFrame)
    found.to_hdf5(tmp_path / "s.h5")
    with h5py.File(tmp_path / "s.h5") as file:
        assert file["members"]["pressure.z_virial"].tolist() == found.members["pressure.z_virial"].tolist()
        assert file["means/pressure.z_virial"]["mean"].tolist() == found.means("pressure.z_virial")["mean"].tolist()
        assert file["members"]["ended"][0] == b"time"
    with open(tmp_path / "s/members.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [float(row["pressure.z_virial"]) for row in rows] == found.members["pressure.z_virial"].tolist()


def test_the_tables_of_a_folder_are_those_of_the_study(scene, tmp_path, command):
    found = carom.study(scene, {**VALUES, "generate.name": ["a", 'b "c"']}, seeds=[1, 2], until=3, out=tmp_path / "s")
    read = carom.read_study(tmp_path / "s")
    assert same(found, read) and len(read) == len(found) == 12 and read.parameters == found.parameters
    assert sorted(read.quantities) == sorted(found.quantities)
    for quantity in found.quantities:
        ours, theirs = read.means(quantity), found.means(quantity)
        assert list(ours) == list(theirs)
        assert all(ours[name].tolist() == theirs[name].tolist() for name in ours if name != "error")
        assert np.array_equal(ours["error"], theirs["error"], equal_nan=True)
    with pytest.raises(KeyError, match="was not measured"):
        read.means("nothing")
    words = ["--set", "generate.packing=0.1:0.3:0.1", "--seeds", "1:2", "--until", "3"]
    subprocess.run([command, "study", scene, *words, "-o", tmp_path / "command", "-q"], check=True)
    assert same(carom.read_study(tmp_path / "command"), carom.study(scene, VALUES, seeds=[1, 2], until=3))


def test_folders_without_the_tables_of_a_study_are_refused(tmp_path):
    with pytest.raises(carom.FileError, match="members.csv"):
        carom.read_study(tmp_path)
    (tmp_path / "members.csv").write_text("a,b\r\n1,2\r\n")
    (tmp_path / "means.csv").write_text("a,b\r\n1,2,3\r\n")
    with pytest.raises(carom.FileError, match="means.csv: row 2 has 3 columns, not 2"):
        carom.read_study(tmp_path)
    (tmp_path / "means.csv").write_text("a,b\r\n")
    with pytest.raises(carom.FileError, match="are not those of simulations"):
        carom.read_study(tmp_path)


def test_members_for_xarray(scene):
    xarray = pytest.importorskip("xarray")
    found = carom.study(scene, VALUES, seeds=[1, 2], until=3)
    data = found.to_xarray()
    assert isinstance(data, xarray.Dataset) and data.sizes == {"member": 6}
    assert set(data.coords) == {"generate.packing", "seed"}
    chosen = data.isel(member=(data["generate.packing"] == 0.2).values)
    assert chosen["pressure.z_virial"].values.tolist() == found.members["pressure.z_virial"][2:4].tolist()


@pytest.mark.parametrize("call, error, words", [
    (lambda s: carom.study(s, {"generate.packing": []}), carom.SceneError, "there is no value"),
    (lambda s: carom.study(s, {"generate[7].packing": [1]}), carom.SceneError, r"no generate\[7\]"),
    (lambda s: carom.study(s, {"a b": [1]}), carom.SceneError, "is no key"),
    (lambda s: carom.study(s, {"generate.packing": [object()]}), TypeError, "generate.packing"),
    (lambda s: carom.study(s, {"generate.packing": [0.9]}, until=1), carom.SceneError, "gas.toml:8"),
    (lambda s: carom.study(s, seeds=[1, 1]), ValueError, "twice"),
    (lambda s: carom.study(s, seeds=[-1]), ValueError, "seeds"),
    (lambda s: carom.study(s, until=-1.0), ValueError, "until"),
    (lambda s: carom.study(s, until=float("nan")), ValueError, "until"),
    (lambda s: carom.study(s, events=0), ValueError, "events"),
    (lambda s: carom.study(s, jobs=-1), ValueError, "jobs"),
    (lambda s: carom.study("not there.toml"), carom.FileError, "not there.toml"),
])
def test_refuses(scene, call, error, words):
    with pytest.raises(error, match=words):
        call(scene)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def start(module, *words):
    return subprocess.Popen([sys.executable, "-m", module, *words], stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL, start_new_session=True)


def end(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def test_dask_has_the_same_bits_even_when_a_worker_is_killed(scene, tmp_path):
    pytest.importorskip("distributed")
    values, seeds = {"generate.packing": [0.3, 0.35]}, range(1, 13)
    address = f"tcp://127.0.0.1:{free_port()}"
    where = ("--host", "127.0.0.1")
    scheduler = start("distributed.cli.dask_scheduler", *where, "--port", address.rsplit(":", 1)[1], "--no-dashboard")
    workers = [start("distributed.cli.dask_worker", address, *where, "--nthreads", "1", "--no-dashboard",
                     "--local-directory", str(tmp_path)) for _ in range(2)]
    try:
        program = (f"import carom; carom.study({str(scene)!r}, {values!r}, seeds=range(1, 13), until=60, "
                   f"out={str(tmp_path / 'dask')!r}, scheduler={address!r})")
        client = subprocess.Popen([sys.executable, "-c", program])
        members = tmp_path / "dask/members"
        deadline = time.monotonic() + 120
        while (not members.exists() or len(list(members.iterdir())) < 4) and time.monotonic() < deadline:
            time.sleep(0.01)
        end(workers[0])
        assert client.wait(timeout=120) == 0
    finally:
        for process in (*workers, scheduler):
            end(process)
    alone = carom.study(scene, values, seeds=seeds, until=60, out=tmp_path / "alone", jobs=1)
    assert len(alone) == 24
    assert (tmp_path / "dask/members.csv").read_bytes() == (tmp_path / "alone/members.csv").read_bytes()


def test_what_cannot_be_studied_is_named(scene, tmp_path):
    with pytest.raises(TypeError, match="a list of values"):
        carom.study(scene, {"generate.packing": 0.1}, until=1)
    with pytest.raises(TypeError, match="seeds"):
        carom.study(scene, seeds=4, until=1)
    with pytest.raises(ValueError, match="generate.packing: 0.1 is there twice"):
        carom.study(scene, {"generate.packing": [0.1, 0.1]}, until=1)
    with pytest.raises(ValueError, match="generate.mass: 1 and 1.0 are the same value"):
        carom.study(scene, {"generate.mass": [1, 1.0]}, until=1)
    with pytest.raises(ValueError, match="not before until"):
        carom.study(scene, until=1, after=2)
    table = tmp_path / "pot.toml"
    table.write_text('[table]\nkind = "pool_9_foot"\n')
    with pytest.raises(ValueError, match="Table.shots"):
        carom.study(table, until=1)


def test_two_studies_in_one_folder_are_kept_apart(scene, tmp_path, command):
    folder = tmp_path / "out"
    holder = (
        "import carom, sys, time\nfrom carom._locks import locked\n"
        "with locked(sys.argv[1]):\n    print('held', flush=True)\n    time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", holder, str(folder)], stdout=subprocess.PIPE) as other:
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(carom.FileError, match="out: in use by another carom"):
            carom.study(scene, VALUES, until=1, out=folder)
        said = subprocess.run([command, "study", scene, "--set", "generate.packing=0.1", "-o", folder],
                              capture_output=True, text=True, check=False)
        assert said.returncode == 3 and f"in use by another carom, process {other.pid}" in said.stderr
        other.kill()
    with locked(str(folder)), pytest.raises(carom.FileError, match="in use"):
        carom.study(scene, VALUES, until=1, out=folder)
    assert len(carom.study(scene, VALUES, until=1, out=folder)) == 3
    assert not (folder / "carom.lock").exists()
    (tmp_path / "file").write_text("")
    with pytest.raises(carom.FileError, match="cannot create"):
        carom.study(scene, VALUES, until=1, out=tmp_path / "file" / "out")
