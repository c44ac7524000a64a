"""Promise: steps of frames keep the laws, know gravity, obstacles and a bound, and end on a signal."""

import copy
import pickle
import xml.etree.ElementTree as xml

import numpy as np
import pytest

import carom

from conftest import ended_by_a_signal


def test_steps_keep_energy_and_leave_no_overlap():
    grid = np.stack(np.meshgrid(np.arange(8.0), np.arange(8.0)), axis=-1).reshape(-1, 2)
    rng = np.random.default_rng(6)
    balls = carom.Balls(grid, 0.4, rng.normal(scale=0.3, size=grid.shape))
    energy = (balls.displacement**2).sum()
    stepper = carom.FrameStepper()
    bounces = 0
    for _ in range(20):
        step = stepper.advance(balls)
        bounces += len(step.bounces)
        balls = carom.Balls(step.center, 0.4, step.displacement)
    assert bounces > 100
    assert abs((balls.displacement**2).sum() - energy) < 1e-12 * energy
    resting = carom.Balls(balls.center, 0.4)
    assert (carom.frame_contacts(resting)["state"] != carom.ContactState.OVERLAPPING).all()


def long_frame(how):
    """Balls, of which many are in touch, or which fly far past each other."""
    rng = np.random.default_rng(7)
    if how == "many contacts":
        return carom.Balls(rng.uniform(0, 1, (8000, 3)), 1.0, rng.normal(size=(8000, 3)))
    return carom.Balls(rng.uniform(0, 1e3, (300_000, 3)), 1e-3, rng.normal(scale=1e3, size=(300_000, 3)))


@pytest.mark.parametrize("how", ["many contacts", "long ways"])
@pytest.mark.parametrize("what", ["contacts", "contacts of 3 threads", "step"])
def test_a_signal_ends_a_long_frame(how, what):
    balls, stepper = long_frame(how), carom.FrameStepper()
    with ended_by_a_signal():
        if what == "step":
            stepper.advance(balls)
        else:
            carom.frame_contacts(balls, threads=1 if what == "contacts" else 3)
    two = carom.Balls([[0, 0, 0], [3, 0, 0]], 0.5, [[4, 0, 0], [0, 0, 0]])
    assert stepper.advance(two).center.tolist() == [[2, 0, 0], [5, 0, 0]]  # it serves the next frame
    assert len(carom.frame_contacts(two)) == 1


def test_a_signal_ends_a_search_among_obstacles():
    balls = long_frame("many contacts")
    obstacles = carom.Obstacles(balls=(balls.center, 1.0))
    for threads in (1, 3):
        with ended_by_a_signal():
            carom.obstacle_contacts(balls, obstacles, threads=threads)


def test_a_ball_of_10_mm_comes_to_rest_on_a_floor():
    fall, radius = 9.81 / 60**2, 0.005
    floor, stepper = carom.Obstacles(half_spaces=([0, 0, 1], 0)), carom.FrameStepper()
    ball = carom.Balls([0, 0, 0.3], radius)
    told, rests_at = [], None
    for frame in range(360):
        step = stepper.advance(ball, obstacles=floor, obstacle_restitution=0.6, acceleration=[0, 0, -fall])
        ball = carom.Balls(step.center, radius, step.displacement)
        told.extend(step.bounces)
        if frame == 300:
            rests_at = step.center.copy()
        if frame > 300:  # no bit changes
            assert (step.center == rests_at).all() and (step.displacement == 0).all()
    assert 0 <= rests_at[0, 2] - radius <= 2 * fall / 1024  # the gap that the step may keep
    assert {(int(one["kind"]), int(one["index"]), int(one["b"])) for one in told} == {
        (carom.ObstacleKind.HALF_SPACE, 0, 2**32 - 1)
    }


def test_each_kind_of_obstacle_stops_a_ball_of_its_own():
    obstacles = carom.Obstacles(
        balls=([[0, 2]], 0.5), half_spaces=([[0, -1]], [-5]), planes=([[0, 1]], 2.5), boxes=([7, 2], [9, 3])
    )
    balls = carom.Balls([[0, 0], [4, 4], [2, 0], [8, 0]], 0.5, [[0, 2], [0, 1.5], [0, 2.5], [0, 2]])
    step = carom.FrameStepper().advance(balls, obstacles=obstacles)
    kinds = carom.ObstacleKind
    assert {int(one["a"]): kinds(one["kind"]) for one in step.bounces} == {
        0: kinds.BALL,
        1: kinds.HALF_SPACE,
        2: kinds.PLANE,
        3: kinds.BOX,
    }
    assert step.center[:, 1].tolist() == [0, 3.5, 1.5, 1]  # each has gone back what it could not go on
    pair = carom.FrameStepper().advance(carom.Balls([[0, 0], [3, 0]], 0.5, [[4, 0], [0, 0]]))
    assert pair.bounces["kind"].tolist() == [kinds.NONE] and pair.bounces["b"].tolist() == [1]


KINDS = dict(balls=0, half_spaces=2, planes=3, boxes=4)
AGAIN = [copy.copy, copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))]


@pytest.mark.parametrize("again", AGAIN)
@pytest.mark.parametrize("kinds", [["balls"], ["balls", "half_spaces", "planes", "boxes"], ["boxes"]])
@pytest.mark.parametrize("dimension", [2, 3])
def test_copies_and_pickles_of_obstacles_have_the_same_bits(dimension, kinds, again):
    rng = np.random.default_rng(11)
    corner = rng.normal(size=(9, dimension))
    given = dict(
        balls=(rng.normal(size=(7, dimension)), rng.random(7)),
        half_spaces=(np.vstack([rng.normal(size=(4, dimension)), -np.eye(1, dimension)]), rng.normal(size=5) - 3),
        planes=(rng.normal(size=(6, dimension)), rng.normal(size=6)),
        boxes=(corner, corner + rng.random(corner.shape)),
    )
    obstacles = carom.Obstacles(**{kind: given[kind] for kind in kinds})
    other = again(obstacles)
    assert other is not obstacles and (len(other), other.dimension) == (len(obstacles), dimension)
    assert pickle.dumps(other) == pickle.dumps(obstacles)
    balls = carom.Balls(rng.normal(size=(200, dimension)), 0.1, rng.normal(size=(200, dimension)))
    step, same = (carom.FrameStepper().advance(balls, obstacles=each) for each in (obstacles, other))
    assert set(step.bounces["kind"]) == {-1, *(KINDS[kind] for kind in kinds)}
    assert (same.bounces == step.bounces).all() and (same.center == step.center).all()


def test_contacts_with_obstacles_name_each_of_them():
    kinds = carom.ObstacleKind
    obstacles = carom.Obstacles(
        balls=([[9, 9], [0, 2]], 0.5), half_spaces=([0, -1], -5), planes=([0, 1], 2.5), boxes=([7, 2], [9, 3])
    )
    balls = carom.Balls([[0, 0], [4, 4], [2, 0], [8, 0.5]], 0.5, [[0, 2], [0, 1], [0, 2.5], [0, 2]])
    found = carom.obstacle_contacts(balls, obstacles)
    names = [(int(one["ball"]), kinds(one["kind"]), int(one["index"]), float(one["first"])) for one in found]
    assert names == [
        (0, kinds.BALL, 1, 0.5),
        (1, kinds.HALF_SPACE, 0, 0.5),
        (3, kinds.BOX, 0, 0.5),
        (3, kinds.PLANE, 0, 0.75),
        (2, kinds.PLANE, 0, 0.8),
        (0, kinds.PLANE, 0, 1),
    ]
    assert (found["last"] >= found["first"]).all() and (found["state"] == carom.ContactState.WILL_TOUCH).all()


@pytest.mark.parametrize("dimension", [2, 3])
def test_contacts_with_obstacles_have_the_bits_of_sweeps(dimension):
    rng = np.random.default_rng(12)
    balls = carom.Balls(4 * rng.random((300, dimension)), 0.2, rng.normal(size=(300, dimension)))
    resting = carom.Balls(4 * rng.random((40, dimension)), 0.3)
    obstacles = carom.Obstacles(balls=(resting.center, resting.radius))
    found = carom.obstacle_contacts(balls, obstacles)
    swept = carom.sweep_all(balls, resting)
    assert len(found) == swept.contacts > 100
    pair = found["ball"], found["index"]
    for name in ("first", "last", "state"):
        assert (found[name] == getattr(swept, name)[pair]).all()
    order = np.lexsort((found["index"], found["ball"], found["first"]))
    assert (order == np.arange(len(found))).all()
    assert (carom.obstacle_contacts(balls, obstacles, threads=3) == found).all()
    other = carom.Obstacles(balls=(np.zeros(5 - dimension), 1))
    with pytest.raises(ValueError, match="another dimension than the balls"):
        carom.obstacle_contacts(balls, other)


FILTERS = [
    (dict(), lambda a, b: True),
    (dict(ignored=[]), lambda a, b: True),
    (dict(ignored=[(25, 0), (0, 89), (0, 32), (25, 0)]), lambda a, b: (a, b) not in {(0, 25), (0, 32)}),
    (dict(group=np.arange(200) % 4), lambda a, b: a % 4 != 0 and b % 4 != 0),
    (dict(group=2, mask=np.arange(200) % 4), lambda a, b: a % 4 >= 2 and b % 4 >= 2),
    (dict(group=1 << np.arange(200) % 2, mask=~1), lambda a, b: a % 2 == b % 2 == 1),
    (dict(mask=2**32 - 1, ignored=[(0, k) for k in range(1, 200)]), lambda a, b: a != 0),
]


@pytest.mark.parametrize("given, may_touch", FILTERS)
def test_a_filter_says_which_balls_may_touch(given, may_touch):
    rng = np.random.default_rng(13)
    balls = carom.Balls(4 * rng.random((200, 2)), 0.2, rng.normal(size=(200, 2)))
    every = carom.frame_contacts(balls)
    expected = [one for one in every.tolist() if may_touch(*one[:2])]
    assert len(expected) > 100 and (not given.get("ignored") or len(expected) < len(every))
    filter = carom.PairFilter(**given)
    for threads in (1, 3):
        assert carom.frame_contacts(balls, filter=filter, threads=threads).tolist() == expected
    for again in AGAIN:
        assert carom.frame_contacts(balls, filter=again(filter)).tolist() == expected
    circles = [carom.frame_svg(balls, **how).count("<circle") for how in ({}, {"filter": filter})]
    assert circles == [len(balls) + 2 * len(every), len(balls) + 2 * len(expected)]


def test_balls_that_may_not_touch_pass_through_each_other():
    balls = carom.Balls([[0, 0], [3, 0], [0, 5], [3, 5]], 0.5, [[4, 0], [0, 0], [4, 0], [0, 0]])
    filter = carom.PairFilter(ignored=[(1, 0)])
    step = carom.FrameStepper().advance(balls, filter=filter)
    assert step.center.tolist() == [[4, 0], [3, 0], [2, 5], [5, 5]]
    assert step.bounces[["a", "b"]].tolist() == [(2, 3)]


def test_a_filter_tells_what_it_is():
    filter = carom.PairFilter(group=[1, ~1], mask=-1, ignored=[(7, 3), (2, 1), (3, 7)])
    assert filter.group.tolist() == [1, 2**32 - 2] and filter.mask == 2**32 - 1
    assert filter.ignored.tolist() == [[1, 2], [3, 7]]
    assert repr(filter) == "<filter: group and mask and 2 ignored pairs>"
    assert carom.PairFilter().group is None and carom.PairFilter().ignored.shape == (0, 2)


def test_what_a_filter_was_made_of_may_change():
    bits, pairs = np.ones(3, dtype=np.uint32), np.array([[0, 1]], dtype=np.uint32)
    filter = carom.PairFilter(group=bits, mask=bits, ignored=pairs)
    bits[:], pairs[:] = 0, 2
    balls = carom.Balls([[0, 0], [1, 0], [2, 0]], 0.6)
    assert carom.frame_contacts(balls, filter=filter)[["a", "b"]].tolist() == [(1, 2)]
    for each in (filter.group, filter.mask, filter.ignored):
        with pytest.raises(ValueError, match="read-only"):
            each[...] = 0


@pytest.mark.parametrize(
    "given, error, text",
    [
        (dict(ignored=[(0, 1), (2, 2)]), ValueError, "ignored: pair 1 is ball 2 with itself"),
        (dict(ignored=[(0, -1)]), ValueError, r"ignored: entry \(0, 1\) must be from 0 to 4294967294, not -1"),
        (dict(ignored=[(0, 2**32 - 1)]), ValueError, "ignored: entry .* not 4294967295"),
        (dict(ignored=[(0, 1, 2)]), ValueError, r"ignored: the shape must be \(m, 2\), not \(1, 3\)"),
        (dict(ignored=[0, 1]), ValueError, r"ignored: the shape must be \(m, 2\), not \(2,\)"),
        (dict(ignored=[(0.0, 1.0)]), TypeError, "ignored: whole numbers are needed, not float64"),
        (dict(ignored=[(True, False)]), TypeError, "ignored: whole numbers are needed, not bool"),
        (dict(group=[1.0]), TypeError, "group: whole numbers are needed, not float64"),
        (dict(group="3"), TypeError, "group: whole numbers are needed, not <U1"),
        (dict(mask=[[1, 2]]), ValueError, r"mask: the shape must be \(n,\), not \(1, 2\)"),
        (dict(mask=[1, 2**32]), ValueError, r"mask: entry \(1,\) must be from -2147483648 to 4294967295"),
        (dict(mask=[-(2**31) - 1]), ValueError, "mask: entry"),
        (dict(mask=np.ma.masked_equal([1, 2], 2)), ValueError, "mask: there are masked entries"),
    ],
)
def test_bad_filters_are_named(given, error, text):
    with pytest.raises(error, match=text):
        carom.PairFilter(**given)


@pytest.mark.parametrize(
    "given, text",
    [
        (dict(ignored=[(0, 1), (2, 1)]), r"ignored: there is no ball 2, as in \(1, 2\), among 2"),
        (dict(group=[1, 1, 1]), r"group: the shape must be \(2,\), not \(3,\)"),
        (dict(mask=[1]), r"mask: the shape must be \(2,\), not \(1,\)"),
    ],
)
def test_filters_for_other_balls_are_refused(given, text):
    balls, filter = carom.Balls([[0, 0], [5, 0]], 1), carom.PairFilter(**given)
    for call in (carom.frame_contacts, carom.frame_svg, carom.FrameStepper().advance):
        with pytest.raises(ValueError, match=text):
            call(balls, filter=filter)


@pytest.mark.parametrize("most", [3, 64])
def test_a_bound_ends_a_move_and_the_rest_is_told(most):
    walls = carom.Obstacles(half_spaces=([[1, 0], [-1, 0]], [-1.25, -1.25]))
    ball = carom.Balls([0, 0], 1, [2, 0.5])
    step = carom.FrameStepper().advance(ball, obstacles=walls, most_bounces=most)
    assert len(step.bounces) == min(most, 4)  # after 0.25, 0.75, 1.25 and 1.75 of the way of 2
    if most == 64:
        assert len(step.lost) == 0
    else:
        assert step.lost["ball"].tolist() == [0]
        assert step.lost["displacement"] == pytest.approx(np.array([[-0.75, 0.1875]]), abs=1e-15)


def test_each_ball_may_have_an_acceleration_of_its_own():
    balls = carom.Balls([[0, 0], [4, 0]], 1)
    step = carom.FrameStepper().advance(balls, acceleration=[[0, -0.5], [0, 0.25]])
    assert step.center.tolist() == [[0, -0.5], [4, 0.25]]


def test_a_picture_has_all_balls():
    balls = carom.Balls([[0, 0], [3, 0], [6, 9]], 0.5, [[4, 0], [0, 0], [0, 0]])
    root = xml.fromstring(carom.frame_svg(balls))
    circles = [each for each in root.iter() if each.tag.endswith("circle")]
    assert root.tag.endswith("svg") and len(circles) == 3 + 2  # where they start, and where two touch
    with pytest.raises(ValueError, match="two dimensions"):
        carom.frame_svg(carom.Balls([0, 0, 0], 1))


@pytest.mark.parametrize(
    "given, error, text",
    [
        (dict(), ValueError, "obstacles: none are given"),
        (dict(balls=([0, 0], -1)), ValueError, "balls: radius: entry 0 is negative"),
        (dict(planes=([[1, 0], [0, 0]], 0)), ValueError, "planes: normal 1 is zero"),
        (dict(planes=([[1, 0], [0, 1]], [0, 1, 2])), ValueError, "planes: offset: the shape must be"),
        (dict(half_spaces=([0, np.nan], 0)), ValueError, "half_spaces: normal: row 0 is not finite"),
        (dict(boxes=([[0, 0], [0, 1]], [[1, 1], [1, 0]])), ValueError, "boxes: upper 1 is below lower"),
        (dict(balls=([0, 0], 1), planes=([1, 0, 0], 0)), ValueError, "planes: normal: it has 3 dimensions"),
    ],
)
def test_bad_obstacles_are_named(given, error, text):
    with pytest.raises(error, match=text):
        carom.Obstacles(**given)


@pytest.mark.parametrize(
    "given, error, text",
    [
        (dict(restitution=1.5), ValueError, "restitution: it must be in"),
        (dict(obstacle_restitution=np.nan), ValueError, "obstacle_restitution: it must be in"),
        (dict(threshold=-1), ValueError, "threshold: it must be finite"),
        (dict(acceleration=[0, 0, 1]), ValueError, "acceleration: the shape must be"),
        (dict(acceleration=[0, np.inf]), ValueError, "acceleration: entry"),
        (dict(most_bounces=0), ValueError, "most_bounces: it must be from 1"),
        (dict(most_bounces=2.5), TypeError, "most_bounces: a whole number"),
        (dict(obstacles=carom.Obstacles(balls=([0, 0, 0], 1))), ValueError, "another dimension than the balls"),
    ],
)
def test_bad_steps_are_named(given, error, text):
    with pytest.raises(error, match=text):
        carom.FrameStepper().advance(carom.Balls([[0, 0], [5, 0]], 1), **given)
