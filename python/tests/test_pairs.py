"""Promise: pairs and the contacts of frames in arrays have the library's answers, and bad input is named."""

import numpy as np
import pytest

import carom


def random_balls(seed, count, dimension, order="C"):
    rng = np.random.default_rng(seed)
    center = np.asarray(rng.uniform(0, 4, (count, dimension)), order=order)
    move = np.asarray(rng.uniform(-2, 2, (count, dimension)), order=order)
    return carom.Balls(center, rng.uniform(0.1, 0.4, count), move)


@pytest.mark.parametrize("dimension", [2, 3])
def test_each_all_frames_and_orders_agree(dimension):
    a, b = random_balls(1, 90, dimension), random_balls(2, 90, dimension)
    everything = carom.sweep_all(a, b)
    each = carom.sweep(a, b)
    assert (np.diag(everything.state) == each.state).all()
    assert (np.diag(everything.first) == each.first).all()
    assert everything.contacts == int(everything.touching.sum()) > 100
    columns = random_balls(1, 90, dimension, order="F")
    assert (carom.sweep(columns, b).first == each.first).all()
    one = carom.sweep(a._take(np.array([7])), b)
    assert (one.first == everything.first[7]).all()
    itself = carom.sweep_all(a, a)
    contacts = carom.frame_contacts(a)
    i, j = np.nonzero(np.triu(itself.touching, 1))
    assert sorted(zip(i, j)) == sorted(zip(contacts["a"], contacts["b"]))
    assert (itself.first[contacts["a"], contacts["b"]] == contacts["first"]).all()
    assert (np.diff(contacts["first"]) >= 0).all()
    assert (carom.frame_contacts(a, threads=3) == contacts).all()


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("count", [0, 1, 7, 40_000])
def test_numbers_may_lie_anywhere(dimension, count):
    a, b = random_balls(6, count, dimension, order="F"), random_balls(7, count, dimension, order="F")
    expected = carom.sweep(a, b)
    apart = lambda x: np.repeat(x, 2, axis=0)[::2]
    part_of_rows = lambda x: np.hstack([x, x])[:, :dimension]
    backwards = lambda x: x[::-1].copy()[::-1]
    orders = [np.ascontiguousarray, np.asfortranarray, apart, part_of_rows, backwards]
    for center_order in orders:
        for move_order in orders:
            here = carom.Balls(center_order(a.center), apart(a.radius), move_order(a.displacement))
            found = carom.sweep(here, carom.Balls(move_order(b.center), b.radius, center_order(b.displacement)))
            assert (found.state == expected.state).all()
            assert (found.first == expected.first).all() and (found.last == expected.last).all()


def test_places_are_where_the_balls_touch():
    a, b = random_balls(3, 3000, 3), random_balls(4, 3000, 3)
    found = carom.sweep(a, b)
    touch = found.where()
    late = found.state == carom.ContactState.WILL_TOUCH
    assert late.sum() > 20
    gap = np.linalg.norm(touch.center_b - touch.center_a, axis=1) - a.radius - b.radius
    assert np.abs(gap[late]).max() < 1e-14
    assert np.isnan(touch.point[~found.touching]).all()
    when, least = carom.closest_approach(a, b)
    assert (least[found.touching] <= 0).all() and (least[~found.touching] > 0).all()
    assert ((when >= 0) & (when <= 1)).all()


def test_bounce_keeps_momentum_and_energy():
    rng = np.random.default_rng(5)
    normal = rng.normal(size=(100, 3))
    va, vb = rng.normal(size=(100, 3)), rng.normal(size=(100, 3))
    ma, mb = rng.uniform(1, 2, 100), rng.uniform(1, 2, 100)
    wa, wb = carom.bounce(np.zeros((100, 3)), va, normal, vb, mass_a=ma, mass_b=mb)
    before = ma[:, None] * va + mb[:, None] * vb
    assert np.abs(ma[:, None] * wa + mb[:, None] * wb - before).max() < 1e-14
    energy = lambda m, v: m * (v**2).sum(axis=1)
    assert np.abs(energy(ma, wa) + energy(mb, wb) - energy(ma, va) - energy(mb, vb)).max() < 1e-13


@pytest.mark.parametrize(
    "center, radius, displacement, error, text",
    [
        ([[0, 0, 0, 0]], 1, None, ValueError, "center: the shape must be"),
        ([["a", "b"]], 1, None, TypeError, "center: numbers are needed"),
        ([[0, np.nan]], 1, None, ValueError, "center: row 0 is not finite"),
        ([[0, 0], [0, 1j]], 1, None, TypeError, "center: numbers are needed, not complex128"),
        ([[0, 0]], -1, None, ValueError, "radius: entry 0 is negative"),
        ([[0, 0]], np.inf, None, ValueError, r"radius: entry \(0,\) is not finite"),
        (np.ma.array([[0, 0], [1, 1]], mask=[[0, 0], [1, 1]]), 1, None, ValueError, "center: there are masked"),
        ([np.ma.array([0, 9], mask=[0, 1])], 1, None, ValueError, "center: there are masked"),
        ([[0, 0]], 1, np.ma.array([[0, 0]], mask=True), ValueError, "displacement: there are masked"),
        ([[0, 0]], [1, 2], None, ValueError, r"radius: the shape must be \(1,\), not \(2,\)"),
        ([[0, 0]], 1, [[0, 0, 0]], ValueError, "displacement: the shape must be"),
    ],
)
def test_bad_balls_are_named(center, radius, displacement, error, text):
    with pytest.raises(error, match=text):
        carom.Balls(center, radius, displacement)


def test_balls_keep_their_shapes():
    balls = carom.Balls([[0, 0], [5, 0]], [1.0, 1.0])
    with pytest.raises(AttributeError):
        balls.radius = np.array([1.0])
    balls._radius = np.array([1.0])
    for question in (lambda: carom.gap(balls, balls), lambda: carom.sweep(balls, balls), lambda: carom.frame_contacts(balls)):
        with pytest.raises(ValueError, match="other shapes"):
            question()


def test_bad_pairs_are_named():
    two, three = carom.Balls([[0, 0], [1, 1]], 1), carom.Balls([[0, 0], [1, 1], [2, 2]], 1)
    with pytest.raises(ValueError, match="a has 2 balls, and b has 3"):
        carom.sweep(two, three)
    with pytest.raises(ValueError, match="a has 2 dimensions, and b has 3"):
        carom.sweep_all(two, carom.Balls([0, 0, 0], 1))
    with pytest.raises(ValueError, match="has no places"):
        carom.sweep_all(two, two).where()
    with pytest.raises(ValueError, match="restitution"):
        carom.bounce([0, 0], [1, 0], [1, 0], [0, 0], restitution=1.5)
    with pytest.raises(ValueError, match="mass_b"):
        carom.bounce([0, 0], [1, 0], [1, 0], [0, 0], mass_b=0)
    with pytest.raises(ValueError, match="threads"):
        carom.frame_contacts(two, threads=-1)
    with pytest.raises(TypeError, match="threads"):
        carom.frame_contacts(two, threads=1.5)
    assert len(carom.frame_contacts(carom.Balls(np.empty((0, 2)), np.empty(0)))) == 0
