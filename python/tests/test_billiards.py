"""Promise: shots from Python are those of the library, alone and in batches, and bad ones are named."""

import copy
import pickle

import numpy as np
import pytest

import carom


def test_a_batch_has_the_bits_of_single_shots(table):
    directions = np.linspace(60, 75, 200)
    outcomes = table.shots(2.0, directions, up=0.2, threads=3)
    assert len(outcomes) == 200
    for k in range(0, 200, 7):
        shot = table.shot(2.0, directions[k], up=0.2)
        facts = shot.facts
        assert outcomes.duration[k] == shot.duration
        assert outcomes.first_hit[k] == (-1 if facts["first_hit"] is None else facts["first_hit"])
        fallen = dict(facts["pocketed"])
        for ball in (0, 1):
            assert outcomes.pocket[k, ball] == fallen.get(ball, -1)
            if ball not in fallen:
                assert outcomes.x[k, ball] == shot.end["position"][ball, 0]
    assert (outcomes.pocket[:, 1] >= 0).any()
    assert (table.shots(2.0, directions, up=0.2, threads=1).x == outcomes.x).all()


def test_states_lead_from_the_start_to_the_end(table):
    shot = table.shot(3.0, 67.0, left=0.3)
    states = shot.states([shot.duration, 0.0, 0.5])
    assert states.shape == (3, 2)
    assert (states["position"][1] == shot.start["position"]).all()
    assert np.abs(states["position"][0] - shot.end["position"]).max() < 1e-12
    assert (shot.end["phase"] == carom.Phase.RESTING).sum() + len(shot.facts["pocketed"]) == 2
    events = shot.events
    assert events["kind"][0] == carom.ShotEventKind.STRIKE
    assert (np.diff(events["time"]) >= 0).all()


def test_the_next_shot_starts_where_the_last_ended(table):
    first = table.shot(1.0, 10.0)
    second = table.shot(1.0, 200.0, start=first.end)
    assert (second.start == first.end).all()
    start = table.start
    start["position"][1] = [0.5, 0.5, 0.028575]
    moved = table.shots([1.0], [0.0], start=start)
    assert moved.x[0, 1] != table.shots([1.0], [0.0]).x[0, 1]


def test_bad_shots_are_named(table):
    with pytest.raises(carom.SceneError, match="speed"):
        table.shot(-1.0, 0.0)
    with pytest.raises(carom.SceneError, match="there is no ball 7"):
        table.shot(1.0, 0.0, cue_ball=7)
    with pytest.raises(carom.SceneError, match="shot 1"):
        table.shots([1.0, np.nan], 0.0)
    with pytest.raises(TypeError, match="speed: numbers are needed"):
        table.shots("fast", 0.0)
    with pytest.raises(ValueError):
        table.shots([1.0, 2.0], [1.0, 2.0, 3.0])
    with pytest.raises(ValueError, match="one row of shots"):
        table.shots([[1.0, 2.0]], 0.0)
    for wrong in (2**32, [2**32 + 1], -1):
        with pytest.raises(ValueError, match="cue_ball"):
            table.shots(1.0, 0.0, cue_ball=wrong)
    masked = np.ma.array(table.start)
    masked["position"][1, 0] = np.ma.masked
    with pytest.raises(ValueError, match="start: there are masked entries"):
        table.shot(1.0, 0.0, start=masked)
    with pytest.raises(ValueError, match="cue_ball: there are masked entries"):
        table.shots(1.0, 0.0, cue_ball=np.ma.array([0, 1], mask=[False, True]))
    start = table.start
    start["velocity"][1] = [1, 0, 0]
    with pytest.raises(carom.SceneError, match="rests, and has a velocity or a spin"):
        table.shot(1.0, 0.0, start=start)
    start = table.start
    start["position"][1] = start["position"][0]
    with pytest.raises(carom.SceneError, match="overlap"):
        table.shot(1.0, 0.0, start=start)
    with pytest.raises(ValueError, match="a row for each of the 2 balls"):
        table.shot(1.0, 0.0, start=start[:1])
    with pytest.raises(carom.SceneError, match="<table>:"):
        carom.Table(table=dict(kind="no such table"))


def test_names_of_any_characters():
    names = ["\N{BILLIARDS}", "a\"b\\c\x7f\n", "\u00fc"]
    balls = [dict(name=name, position=[0.3, 0.3 + 0.3 * k]) for k, name in enumerate(names)]
    assert carom.Table(table=dict(kind="carom"), balls=balls).names == names


def test_scenes_bring_their_shots():
    table = carom.Table.parse(
        '[table]\nkind = "carom"\n[[balls]]\nname = "cue"\nposition = [0.4, 0.6]\n'
        "[[shots]]\nspeed = 2\ndirection = 60\nup = 0.1\n"
    )
    assert table.planned == [carom.Strike(speed=2.0, direction=60.0, up=0.1)]
    assert len(table) == 1 and table.names == ["cue"]


def test_each_shot_of_a_batch_may_have_a_start_of_its_own(table):
    first = table.shots([1.0, 3.0, 6.0, 2.0], [10.0, 67.51, 80.0, 250.0])
    ends = first.end
    assert ends.shape == (4, 2)
    for k, (speed, direction) in enumerate(zip([1.0, 3.0, 6.0, 2.0], [10.0, 67.51, 80.0, 250.0])):
        assert (ends[k] == table.shot(speed, direction).end).all()
    playable = ends[ends["phase"][:, 0] == carom.Phase.RESTING]
    second = table.shots(2.0, 100.0 + 10 * np.arange(len(playable)), start=playable)
    for k in range(len(playable)):
        alone = table.shot(2.0, 100.0 + 10 * k, start=playable[k])
        assert (second.end[k] == alone.end).all()
    again = table.shots(2.0, 100.0, start=playable)
    assert len(again) == len(playable)
    with pytest.raises(ValueError, match="do not go together"):
        table.shots([1.0, 2.0], 0.0, start=np.concatenate([playable] * 3)[:3])
    for wrong in ("x", [None], np.zeros(2)):
        with pytest.raises(TypeError, match="like Table.start"):
            table.shots(1.0, 0.0, start=wrong)
    overlapping = np.tile(table.start, (2, 1))
    overlapping["position"][1, 1] = overlapping["position"][1, 0]
    with pytest.raises(carom.SceneError, match="shot 1: "):
        table.shots([1.0, 2.0], 0.0, start=overlapping)


def test_a_shot_shows_itself_in_a_notebook(table):
    shot = table.shot(1.5, 67.51)
    page = shot.page()
    assert page.startswith("<!doctype html>") or page.startswith("<!DOCTYPE html>")
    frame = shot._repr_html_()
    assert frame.startswith("<iframe") and 'sandbox="allow-scripts' in frame
    assert "<script" not in frame


def test_an_environment_plays_the_shots_of_the_table(table):
    environment = carom.ShotEnvironment(table, 5, most_shots=3)
    with pytest.raises(RuntimeError, match="reset"):
        environment.step(environment.action_space.sample())
    environment.action_space.seed(4)
    observations, _ = environment.reset(seed=1)
    assert environment.observation_space.contains(observations)
    states = [table.start] * 5
    over, shots = np.zeros(5, dtype=bool), np.zeros(5, dtype=int)
    for _ in range(12):
        actions = environment.action_space.sample()
        observations, rewards, terminated, truncated, infos = environment.step(actions)
        assert environment.observation_space.contains(observations)
        assert infos["played"].tolist() == np.flatnonzero(~over).tolist()
        for k in range(5):
            if over[k]:
                states[k], shots[k] = table.start, 0
                assert rewards[k] == 0 and not terminated[k] and not truncated[k]
                continue
            speed, direction, left, up = actions[k]
            shot = table.shot(speed, direction, left=left, up=up, start=states[k])
            states[k], shots[k] = shot.end, shots[k] + 1
            fallen = dict(shot.facts["pocketed"])
            assert rewards[k] == (1 in fallen) - (0 in fallen)
            assert terminated[k] == (len(fallen) > 0)
            assert truncated[k] == (not fallen and shots[k] == 3)
        assert (observations[:, :, 0] == [state["position"][:, 0] for state in states]).all()
        over = terminated | truncated
    assert truncated.dtype == bool


def test_an_environment_takes_starts_and_rewards(table):
    def draw(random, count):
        starts = np.tile(table.start, (count, 1))
        starts["position"][:, 0, :2] += random.uniform(-0.1, 0.1, (count, 2))
        return starts

    make = lambda: carom.ShotEnvironment(table, 4, start=draw, reward=lambda before, outcomes: -outcomes.duration)
    first, second = make(), make()
    assert (first.reset(seed=7)[0] == second.reset(seed=7)[0]).all()
    assert len(set(first.reset(seed=7)[0][:, 0, 0])) == 4
    _, rewards, _, _, infos = first.step([[2, 10, 0, 0]] * 4)
    assert (rewards == -infos["outcomes"].duration).all()
    with pytest.raises(ValueError, match="within action_space"):
        first.step([[2, 400, 0, 0]] * 4)
    with pytest.raises(ValueError, match="the shape must be"):
        first.step([2, 40, 0, 0])
    with pytest.raises(TypeError, match="a carom.Table is needed"):
        carom.ShotEnvironment(None, 1)
    with pytest.raises(ValueError, match="speed"):
        carom.ShotEnvironment(table, 1, speed=(1, np.inf))
    with pytest.raises(ValueError, match="cue ball and an object ball"):
        carom.ShotEnvironment(carom.Table(table=dict(kind="pool_9_foot"), balls=[dict(position=[0.4, 0.6])]), 1)
    wrong = carom.ShotEnvironment(table, 2, reward=lambda before, outcomes: 1.0)
    wrong.reset()
    with pytest.raises(ValueError, match="reward: 2 numbers"):
        wrong.step([[2, 10, 0, 0]] * 2)
    none = carom.ShotEnvironment(table, 2, reward=lambda before, outcomes: np.array([1.0, np.nan]))
    observations, _ = none.reset()
    with pytest.raises(ValueError, match="reward: entry 1 is no number"):
        none.step([[2, 10, 0, 0]] * 2)
    assert (none._observations() == observations).all()  # no shot counts


def bits(rows):
    """Of all fields; between them there are bytes that mean nothing."""
    if rows.dtype.names is None:
        return [rows.tobytes()]
    return [part for name in rows.dtype.names for part in bits(rows[name])]


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))])
def test_shots_and_tables_can_be_pickled(table, again):
    shot = table.shot(speed=2.5, direction=67.51, left=0.3, up=-0.2)
    same = again(shot)
    assert same.duration == shot.duration and same.facts == shot.facts and same.page() == shot.page()
    for name in ("start", "events", "end"):
        assert bits(getattr(same, name)) == bits(getattr(shot, name))
    times = np.linspace(0, shot.duration, 50)
    assert bits(same.states(times)) == bits(shot.states(times))
    game = carom.NineBall()
    assert game.rule(same) == game.rule(shot)
    other = again(table)
    assert other.names == table.names and bits(other.start) == bits(table.start)
    assert bits(other.shot(speed=2.5, direction=67.51, left=0.3, up=-0.2).end) == bits(shot.end)


def test_a_pickle_of_something_else_is_refused(table):
    kept = list(table.shot(speed=1.5, direction=67.51)._shot.kept())
    with pytest.raises(ValueError, match="no pickle of a shot"):
        carom._carom.shot_again(*kept[:2], kept[2][:1], *kept[3:])
    kept[4]["event"]["ball"][0] = 17
    with pytest.raises(ValueError, match="no pickle of a shot"):
        carom._carom.shot_again(*kept)
