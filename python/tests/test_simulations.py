"""Promise: simulations from Python are those of the command, to the last bit; they can be copied and pickled."""

import copy
import gc
import pickle
import subprocess
import sys

import numpy as np
import pytest

import carom

from conftest import GAS, SCENE


def test_a_recording_has_the_bytes_of_the_command(tmp_path, command):
    (tmp_path / "s.toml").write_text(SCENE)
    subprocess.run([command, "run", "s.toml", "-o", "out", "--quiet"], cwd=tmp_path, check=True)
    simulation = carom.Simulation(carom.Scene.read(tmp_path / "s.toml"))
    with simulation.record(tmp_path / "p.carom"):
        simulation.advance(until=6)
    ours, theirs = carom.read(tmp_path / "p.carom"), carom.read(tmp_path / "out")
    assert (tmp_path / "p.carom").read_bytes() == (tmp_path / "out" / "trajectory.carom").read_bytes()
    assert ours.end == theirs.end == 6
    times = np.linspace(6, 0, 13)
    positions, velocities = ours.states(times)
    assert positions.shape == (13, 20, 2)
    assert (positions[0] == simulation.positions()).all()
    assert (velocities[0] == simulation.velocities()).all()
    assert (ours.states(0.5)[0][0] == ours.states([2.0, 0.5])[0][1]).all()


def test_events_and_blocks_are_the_same(gas):
    first, second = carom.Simulation(gas), carom.Simulation(gas)
    one_by_one = list(first.events(until=3))
    blocks = np.concatenate(list(second.event_blocks(until=3, size=100)))
    assert len(one_by_one) == len(blocks) > 100
    assert [event.time for event in one_by_one] == blocks["time"].tolist()
    assert [event.velocity for event in one_by_one] == blocks["velocity"].tolist()
    assert all(event.kind == carom.EventKind.BALL_BALL for event in one_by_one)
    assert first.stop_reason is carom.StopReason.TIME_REACHED
    assert first.now == 3 and first.counts["ball_ball"] == len(blocks)
    assert first.kinetic_energy == pytest.approx(150, rel=1e-12)
    assert np.abs(first.momentum).max() < 1e-12


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))])
def test_copies_and_pickles_go_on_with_the_same_bits(gas, again):
    simulation = carom.Simulation(gas)
    simulation.advance(events=1000)
    other = again(simulation)
    assert other.now == simulation.now
    ahead = simulation.advance(until=simulation.now + 5)
    assert other.advance(until=other.now + 5) == ahead
    assert (other.positions() == simulation.positions()).all()


def test_what_was_saved_goes_on_with_the_scene_that_it_is_of(gas):
    simulation = carom.Simulation(gas)
    simulation.advance(events=1000)
    saved = simulation.save()
    other = carom.Simulation.resume(gas, saved)
    ahead = simulation.advance(until=simulation.now + 5)
    assert other.advance(until=other.now + 5) == ahead
    assert (other.positions() == simulation.positions()).all()
    with pytest.raises(carom.FileError, match="saved: the checkpoint is damaged"):
        carom.Simulation.resume(gas, saved[:-1])
    with pytest.raises(ValueError, match="the scene has another dimension"):
        carom.Simulation.resume(carom.Scene.parse(SCENE), saved)
    other_gas = {**GAS, "generate": [{**GAS["generate"][0], "seed": 4}]}
    with pytest.raises(carom.SceneError):
        carom.Simulation.resume(carom.Scene(**other_gas), saved)
    with pytest.raises(TypeError, match="saved: bytes are needed, not str"):
        carom.Simulation.resume(gas, "saved")
    with pytest.raises(TypeError, match="scene: a carom.Scene is needed"):
        carom.Simulation.resume("gas", saved)


def test_a_pickle_goes_on_in_another_process(gas, tmp_path):
    simulation = carom.Simulation(gas)
    simulation.advance(events=500)
    (tmp_path / "s.pickle").write_bytes(pickle.dumps(simulation))
    code = "import pickle; s = pickle.load(open('s.pickle', 'rb')); s.advance(until=9); print(repr(s.positions()[3, 1]))"
    found = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True, capture_output=True, text=True)
    simulation.advance(until=9)
    assert float(found.stdout) == simulation.positions()[3, 1]


def test_views_of_a_scene_outlive_it_and_cannot_be_written_to():
    scene = carom.Scene.parse(SCENE)
    views = dict(radius=scene.radius, mass=scene.mass, position=scene.position, velocity=scene.velocity)
    simulation = carom.Simulation(scene)
    assert (views["position"] == simulation.positions()).all() and views["position"].shape == (20, 2)
    assert (views["velocity"] == simulation.velocities()).all()
    for name, view in views.items():
        assert np.shares_memory(view, getattr(scene, name)) and not view.flags.owndata
        with pytest.raises(ValueError, match="read-only"):
            view[0] = 2
    kept = {name: view.copy() for name, view in views.items()}
    del scene, simulation
    gc.collect()
    others = [carom.Scene.parse(SCENE, seed=k) for k in range(20)]  # they would take the memory
    assert others and all((views[name] == kept[name]).all() for name in views)


def test_blocks_keep_their_events(gas):
    simulation = carom.Simulation(gas)
    blocks = [next(simulation.event_blocks(size=500)) for _ in range(20)]
    assert all(not block.flags.owndata and block.flags.writeable for block in blocks)
    again, kept = next(carom.Simulation(gas).event_blocks(until=simulation.now, size=10**6)), np.concatenate(blocks)
    assert len(again) == len(kept) == 10_000
    assert all((again[name] == kept[name]).all() for name in kept.dtype.names)


def test_states_for_xarray(gas, tmp_path):
    xarray = pytest.importorskip("xarray")
    simulation = carom.Simulation(gas)
    with simulation.record(tmp_path / "r.carom"):
        simulation.advance(until=5)
    run = carom.read(tmp_path / "r.carom")
    data = run.to_xarray([4, 1, 2.5])
    assert isinstance(data, xarray.Dataset) and data.sizes == {"time": 3, "ball": 100, "axis": 3}
    positions, velocities = run.states([1.0])
    assert (data.position.sel(time=1).values == positions[0]).all()
    assert (data.velocity.sel(time=1, axis="y").values == velocities[0, :, 1]).all()
    assert run.to_xarray(2).sizes["time"] == 1


def test_the_proof_and_the_measurements_of_a_recording(gas, tmp_path):
    simulation = carom.Simulation(gas)
    with simulation.record(tmp_path / "r.carom"):
        simulation.advance(until=30)
    report = carom.check(tmp_path / "r.carom")
    assert report and report.fault_count == 0 and report.closed
    numbers = carom.measure(tmp_path / "r.carom", after=2)
    assert numbers["temperature.kt"].value == pytest.approx(100 / 99, rel=1e-9)
    z = numbers["pressure.z_virial"]
    density = 100 * np.pi / 6 / 512
    theory = (1 + density + density**2 - density**3) / (1 - density) ** 3  # Carnahan and Starling
    assert abs(z.value - theory) < 5 * z.error + 0.02
    damaged = bytearray((tmp_path / "r.carom").read_bytes())
    damaged[len(damaged) // 2] ^= 1
    (tmp_path / "d.carom").write_bytes(damaged)
    with pytest.raises(carom.FileError, match="d.carom"):
        carom.read(tmp_path / "d.carom")


def test_the_curves_of_a_recording(gas, tmp_path):
    simulation = carom.Simulation(gas)
    with simulation.record(tmp_path / "r.carom"):
        simulation.advance(until=30)
    curves = carom.measure_curves(tmp_path / "r.carom", after=2)
    numbers = carom.measure(tmp_path / "r.carom", after=2)
    g = curves["radial_distribution.A-A.g"]
    assert g.start[0] == 1 and g.value[0] > 1.2 and g.error[0] < 0.1  # of a fluid, at contact
    assert np.allclose(g.start[1:], g.end[:-1], rtol=1e-14)
    lags = curves["diffusion.A.displacement"]
    assert (lags.start == lags.end).all() and (np.diff(lags.value[:5]) > 0).all()
    heat = curves["series.temperature"]
    assert heat.start[0] >= 2 and heat.end[-1] <= 30
    assert np.nanmax(np.abs(heat.value - numbers["temperature.kt"].value)) < 1e-9  # energy is kept
    assert all(len({len(column) for column in curve}) == 1 for curve in curves.values())
    with pytest.raises(ValueError, match="ends at 30"):
        carom.measure_curves(tmp_path / "r.carom", after=30)
    with pytest.raises(carom.FileError):
        carom.measure_curves(tmp_path / "nothing.carom")


def test_a_recording_shows_itself_in_a_notebook(tmp_path, command):
    (tmp_path / "s.toml").write_text(SCENE)
    subprocess.run([command, "run", "s.toml", "-o", "out", "--quiet"], cwd=tmp_path, check=True)
    # With the scene the command would write a page that can run it again.
    (tmp_path / "s.toml").unlink()
    subprocess.run([command, "view", "out"], cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)
    run = carom.read(tmp_path / "out")
    assert run.page() == (tmp_path / "out" / "view.html").read_text(encoding="utf-8")
    assert len(run.page(start=2, end=3)) < len(run.page())
    assert run._repr_html_().startswith("<iframe")
    with pytest.raises(ValueError, match="start: a finite time"):
        run.page(start=-1)
    with pytest.raises(ValueError):
        run.page(start=100)


def test_a_file_that_was_replaced_is_not_mixed_up(gas, tmp_path):
    def record(end):
        simulation = carom.Simulation(gas)
        with simulation.record(tmp_path / "r.carom"):
            simulation.advance(until=end)

    record(5)
    run = carom.read(tmp_path / "r.carom")
    record(0.5)
    with pytest.raises(carom.FileError, match="has changed"):
        run.states([2])
    with pytest.raises(ValueError, match="ends at 0.5"):
        carom.measure(tmp_path / "r.carom", after=0.5)


def test_files_that_are_none(tmp_path):
    for read in (carom.Scene.read, carom.Table.read):
        with pytest.raises(carom.FileError):
            read(tmp_path / "nothing.toml")
        with pytest.raises(carom.FileError, match="not a regular file"):
            read("/dev/zero")
        with pytest.raises(OSError):
            read(tmp_path)
    simulation = carom.Simulation(carom.Scene(**GAS))
    with pytest.raises(carom.FileError, match="needs a name"):
        with simulation.record(""):
            pass


def test_a_scene_with_imports_is_not_pickled(tmp_path):
    (tmp_path / "b.csv").write_text("x,y,radius,mass\n1,1,0.5,1\n")
    (tmp_path / "s.toml").write_text('dimension = 2\n[world]\nboundary = "open"\n[[import]]\nfile = "b.csv"\n')
    scene = carom.Scene.read(tmp_path / "s.toml")
    with pytest.raises(TypeError, match="imports"):
        pickle.dumps(scene)


def test_faults_have_their_places(tmp_path):
    with pytest.raises(carom.SceneError) as caught:
        carom.Scene.parse("dimension = 2\n[world]\nlower = [0, 0]\nupper = [1]\n", name="s.toml")
    assert caught.value.faults[0].startswith("s.toml:")
    assert isinstance(caught.value, ValueError) and isinstance(caught.value, carom.Error)
    assert pickle.loads(pickle.dumps(caught.value)).faults == caught.value.faults
    with pytest.raises(carom.SceneError, match="overlap"):
        carom.Simulation(
            carom.Scene(
                dimension=2,
                world=dict(boundary="open"),
                balls=[dict(position=[0, 0], radius=1, mass=1), dict(position=[1, 0], radius=1, mass=1)],
            )
        )
    with pytest.raises(OSError):
        carom.read(tmp_path / "nothing.carom")
    with pytest.raises(TypeError, match="world.lower: a scene has no values of type object"):
        carom.Scene(dimension=2, world=dict(lower=object()))


def test_bad_arguments_are_named(gas, tmp_path):
    simulation = carom.Simulation(gas)
    with pytest.raises(ValueError, match="until"):
        simulation.advance(until=-1)
    with pytest.raises(ValueError, match="until"):
        simulation.advance(until=float("nan"))
    with pytest.raises(TypeError, match="until when, or how many"):
        simulation.advance()
    with pytest.raises(ValueError, match="size"):
        next(simulation.event_blocks(size=0))
    with pytest.raises(ValueError, match="seed"):
        carom.Scene.parse(SCENE, seed=-1)
    with pytest.raises(RuntimeError, match="begins at time 0"):
        simulation.advance(events=1)
        with simulation.record(tmp_path / "never.carom"):
            pass
    with pytest.raises(ValueError):
        gas.radius[0] = 2


def test_a_seed_makes_another_gas():
    first, second = (carom.Scene.parse(SCENE, seed=seed) for seed in (1, 2))
    assert not (carom.Simulation(first).positions() == carom.Simulation(second).positions()).all()
    again = pickle.loads(pickle.dumps(second))
    assert (carom.Simulation(again).positions() == carom.Simulation(second).positions()).all()
