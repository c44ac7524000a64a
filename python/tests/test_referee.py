"""Promise: rulings on shots are those of the rules, they cannot be changed, and bad questions are named."""

import copy
import dataclasses
import pickle

import numpy as np
import pytest

import carom


def on_table(kind="pool_9_foot", **places):
    """Balls by name. Names of other characters than Python's are written with an underscore."""
    balls = [dict(name=name.strip("_").replace("_", " "), position=place) for name, place in places.items()]
    return carom.Table(table=dict(kind=kind), balls=balls)


def pots(name, **others):
    """A shot that pockets the ball of this name, which is ball 1, in pocket 3."""
    return on_table(cue=[0.4, 0.6], **{name: [0.9, 1.8]}, **others).shot(1.5, 67.51)


def misses(**balls):
    return on_table(cue=[0.4, 0.6], **balls).shot(0.5, 180)


def test_nine_ball():
    game = carom.NineBall(shooter=1, is_break=False)
    legal = game.rule(pots("_1", _9=[0.3, 2.2]))
    assert legal.fouls == () and not legal.is_foul and legal.continues
    assert legal.pocketed == ((1, 3),) and legal.made == (1,) and legal.next == game and legal.winner is None
    wrong = game.rule(pots("_2", _1=[0.3, 2.2]))
    assert wrong.fouls == (carom.Foul.WRONG_BALL_FIRST,) and wrong.ball_in_hand and not wrong.continues
    assert wrong.next == carom.NineBall(shooter=0, is_break=False, fouls_in_row=(0, 1))
    assert game.rule(pots("_9")).winner == 1
    spotted = game.rule(pots("_9", _1=[0.3, 2.2]))
    assert spotted.spotted == (1,) and spotted.winner is None


def test_spotted_balls_are_put_back():
    shot = pots("_9", _1=[0.635, 1.905])
    ruling = carom.NineBall(is_break=False).rule(shot)
    assert ruling.spotted == (1,) and shot.end["phase"][1] == carom.Phase.POCKETED
    assert ruling.start["phase"].tolist() == [carom.Phase.RESTING] * 3
    first, behind = ruling.start["position"][[2, 1]]
    assert first[:2].tolist() == [0.635, 1.905] and behind[0] == 0.635
    assert 0 <= behind[1] - first[1] - 2 * 0.028575 < 1e-15
    assert (ruling.start[[0, 2]] == shot.end[[0, 2]]).all()
    table = on_table(cue=[0.4, 0.6], _9=[0.9, 1.8], _1=[0.635, 1.905])
    assert table.shot(1, 200, start=ruling.start).facts["pocketed"] == []
    with pytest.raises(ValueError, match="read-only"):
        ruling.start["position"][0] = 0


def test_three_fouls_in_a_row_lose_at_nine_ball():
    shot = misses(_1=[0.9, 1.8])
    game, fouls = carom.NineBall(is_break=False), []
    for _ in range(5):
        ruling = game.rule(shot)
        fouls.append(ruling.winner)
        assert ruling.fouls == (carom.Foul.NO_HIT,)
        game = ruling.next
    assert fouls == [None, None, None, None, 1]
    assert game.fouls_in_row == (3, 2)


def test_a_push_out_may_be_passed_back():
    shot = misses(_1=[0.9, 1.8])
    after_break = carom.NineBall(is_break=False, may_push_out=True)
    ruling = after_break.rule(shot, push_out=True)
    assert ruling.fouls == () and ruling.may_pass and ruling.next.shooter == 1
    assert ruling.next.may_push_out is False and "may pass" in repr(ruling)
    assert ruling.passed() == carom.NineBall(shooter=0, is_break=False)
    with pytest.raises(ValueError, match="the shot cannot be given back"):
        ruling.passed().rule(shot).passed()
    assert ruling.next.rule(shot, push_out=True).fouls == (carom.Foul.NO_HIT,)


def test_ten_ball():
    game = carom.TenBall(is_break=False)
    shot = pots("_1", _10=[0.3, 2.2])
    called = game.rule(shot, ball=1, pocket=3)
    assert called.made == (1,) and called.continues and not called.may_pass and called.next == game
    missed = game.rule(shot, ball=1, pocket=0)
    assert missed.fouls == () and missed.made == () and missed.may_pass
    assert missed.next == carom.TenBall(shooter=1, is_break=False)
    assert missed.passed() == carom.TenBall(shooter=0, is_break=False)
    assert game.rule(shot, safety=True).may_pass
    with pytest.raises(ValueError, match="there is no such ball to be called"):
        game.rule(shot, ball=3)
    with pytest.raises(ValueError, match="this ball cannot be called in this game"):
        game.rule(shot, ball=0)
    with pytest.raises(ValueError, match="pocket 6 was called, and the table has 6"):
        game.rule(shot, pocket=6)
    assert game.rule(pots("_10"), ball=1).winner == 0
    spotted = game.rule(pots("_10", _1=[0.3, 2.2]))
    assert spotted.fouls == (carom.Foul.WRONG_BALL_FIRST,) and spotted.spotted == (1,)
    with pytest.raises(ValueError, match='the ball "11" is none of this game'):
        game.rule(pots("_11"))


def test_eight_ball():
    game = carom.EightBall(is_break=False)
    ruling = game.rule(pots("_1", _8=[0.3, 2.2], _9=[0.3, 2.4]))
    assert ruling.next.groups == (carom.Group.SOLIDS, carom.Group.STRIPES) and ruling.continues
    assert game.rule(pots("_1", _8=[0.3, 2.2]), ball=2).continues is False
    with pytest.raises(ValueError, match="there is no such ball to be called"):
        game.rule(pots("_1", _8=[0.3, 2.2]), ball=3)
    with pytest.raises(ValueError, match="this ball cannot be called in this game"):
        game.rule(pots("_1", _8=[0.3, 2.2]), ball=0)
    assert game.rule(pots("_1", _8=[0.3, 2.2]), pocket=3).continues
    safe = game.rule(pots("_1", _8=[0.3, 2.2]), safety=True)
    assert safe.fouls == () and safe.next.shooter == 1 and safe.next.groups == game.groups
    last = carom.EightBall(is_break=False, groups=(carom.Group.SOLIDS, carom.Group.STRIPES))
    assert last.rule(pots("_8")).winner == 0
    assert last.rule(pots("_8"), pocket=1).winner == 1
    assert last.rule(pots("_8", _1=[0.3, 2.2])).winner == 1


def test_a_cue_ball_in_hand_is_played_from_behind_the_head_string():
    aside = on_table(cue=[0.4, 0.3], _1=[0.9, 0.3], _9=[0.3, 2.2]).shot(2, 0)
    lines = ("starts_behind_head_string", "crosses_head_string", "hit_behind_head_string", "starts_in_d")
    assert [aside.facts[line] for line in lines] == [True, False, True, False]
    game = carom.EightBall(is_break=False)
    assert game.rule(aside).fouls == () and game.behind_line is False
    in_hand = dataclasses.replace(game, behind_line=True)
    ruling = in_hand.rule(aside)
    assert ruling.fouls == (carom.Foul.HEAD_STRING_NOT_CROSSED,) and ruling.next.behind_line is False
    assert in_hand.rule(misses(_1=[0.9, 1.8])).fouls == (carom.Foul.NO_HIT,)
    beyond = on_table(cue=[0.4, 0.7], _1=[0.9, 0.7], _9=[0.3, 2.2]).shot(2, 0)
    assert in_hand.rule(beyond).fouls == (carom.Foul.BAD_PLACEMENT,)
    frame = on_table("snooker_12_foot", cue=[0.3, 0.7], red_1=[0.3, 1.7], black=[0.9, 3.2])
    played = carom.Snooker(behind_line=True).rule(frame.shot(2, 90))
    assert carom.Foul.BAD_PLACEMENT in played.fouls and played.points == 4


def test_snooker():
    frame = carom.Snooker()
    red = frame.rule(pots("red_1", red_2=[0.3, 2.2], black=[0.3, 2.4]))
    assert red.points == 1 and red.continues
    assert red.next == carom.Snooker(on=carom.BallOn.COLOUR, points=(1, 0))
    black = pots("black", red_2=[0.3, 2.2])
    foul = frame.rule(black)
    assert set(foul.fouls) == {carom.Foul.WRONG_BALL_FIRST, carom.Foul.WRONG_BALL_POCKETED}
    assert foul.points == 7 and foul.next.points == (0, 7) and foul.spotted == (1,)
    named = red.next.rule(black, colour="black")
    assert named.fouls == () and named.points == 7 and named.next.points == (8, 0)
    assert red.next.rule(black, colour="pink").is_foul


def test_three_cushion_needs_three_balls():
    shot = on_table("carom", _=[0.4, 0.6], a=[0.9, 1.8], b=[0.3, 2.2]).shot(3, 70)
    ruling = carom.ThreeCushion(shooter=1, points=(3, 4)).rule(shot)
    facts = shot.facts
    assert facts["second_hit"] is None
    assert ruling.next == carom.ThreeCushion(shooter=0, points=(3, 4))
    with pytest.raises(ValueError, match="three-cushion needs three balls"):
        carom.ThreeCushion().rule(misses())


def test_a_batch_is_ruled_where_the_table_has_a_game():
    places = dict(cue=[0.4, 0.6], _1=[0.9, 1.8], _9=[0.3, 2.2])
    balls = [dict(name=name.strip("_"), position=place) for name, place in places.items()]
    table = carom.Table(table=dict(kind="pool_9_foot"), balls=balls, game=dict(rules="nine_ball"))
    outcomes = table.shots([1.5, 0.5], [67.51, 180])
    assert outcomes.continues.tolist() == [1, 0] and outcomes.winner.tolist() == [-1, -1]
    assert outcomes.fouls[0] == 0 and outcomes.points.tolist() == [0, 0]
    fouls = [foul for k, foul in enumerate(carom.Foul) if outcomes.fouls[1] >> k & 1]
    assert fouls == [carom.Foul.NO_HIT]
    assert table.shots(1.5, 67.51, cue_ball=1).fouls.tolist() == [-1]
    assert on_table(**places).shots(1.5, 67.51).fouls is None


def test_rulings_and_games_are_values():
    ruling = carom.NineBall(is_break=False).rule(misses(_1=[0.9, 1.8]))
    with pytest.raises(dataclasses.FrozenInstanceError):
        ruling.fouls = ()
    with pytest.raises(dataclasses.FrozenInstanceError):
        ruling.next.shooter = 0
    assert hash(ruling) == hash(copy.deepcopy(ruling))
    assert pickle.loads(pickle.dumps(ruling)) == ruling
    assert not pickle.loads(pickle.dumps(ruling)).start.flags.writeable
    assert repr(ruling) == f"<ruling: no hit, ball in hand; next: {ruling.next!r}>"
    won = carom.NineBall(is_break=False).rule(pots("_9"))
    assert repr(won) == f"<ruling: legal, ball 1 falls, continues, player 0 wins; next: {won.next!r}>"
    assert carom.NineBall(fouls_in_row=[1, 0]) == carom.NineBall(fouls_in_row=(1, 0))
    of_numpy = carom.NineBall(shooter=np.int64(1), is_break=np.bool_(False))
    assert type(of_numpy.shooter) is int and of_numpy.is_break is False
    assert of_numpy.rule(misses(_1=[0.9, 1.8]), push_out=np.False_).is_foul
    assert carom.EightBall(groups=[1, 2]).groups == (carom.Group.SOLIDS, carom.Group.STRIPES)


@pytest.mark.parametrize(
    "question, error, text",
    [
        (lambda shot: carom.NineBall().rule(None), TypeError, "shot: a carom.Shot is needed, not NoneType"),
        (lambda shot: carom.NineBall().rule(shot), ValueError, 'the ball "a" is none of this game'),
        (lambda shot: carom.Snooker().rule(shot), ValueError, 'the ball "a" is none of this game'),
        (lambda shot: carom.TenBall().rule(shot, pocket=-2), ValueError, "pocket: it must be from 0"),
        (lambda shot: carom.TenBall(shooter=-1), ValueError, "shooter: it must be from 0 to 1, not -1"),
        (lambda shot: carom.EightBall().rule(shot, ball=-1), ValueError, "ball: it must be from 0"),
        (lambda shot: carom.EightBall().rule(shot, pocket=1.5), TypeError, "pocket: a whole number is needed"),
        (lambda shot: carom.EightBall().rule(shot, ball=True), TypeError, "ball: a whole number is needed, not True"),
        (lambda shot: carom.EightBall().rule(shot, ball=1.0), TypeError, "ball: a whole number is needed, not 1.0"),
        (lambda shot: carom.Snooker().rule(shot, colour=["blue"]), ValueError, "colour: one of yellow, green"),
        (lambda shot: carom.EightBall().rule(shot, safety="yes"), TypeError, "safety: True or False is needed"),
        (lambda shot: carom.Snooker().rule(shot, colour="red"), ValueError, "colour: one of yellow, green"),
        (lambda shot: carom.NineBall(shooter=2), ValueError, "shooter: it must be from 0 to 1, not 2"),
        (lambda shot: carom.NineBall(is_break=1), TypeError, "is_break: True or False is needed, not 1"),
        (lambda shot: carom.NineBall(fouls_in_row=(0, 4)), ValueError, "fouls_in_row: it must be from 0 to 3"),
        (lambda shot: carom.ThreeCushion(points=3), TypeError, "points: two numbers are needed"),
        (lambda shot: carom.EightBall(behind_line=1), TypeError, "behind_line: True or False is needed"),
        (lambda shot: carom.Snooker(behind_line=None), TypeError, "behind_line: True or False is needed"),
        (lambda shot: carom.Snooker(on=3), ValueError, "on: it must be from 0 to 2"),
        (lambda shot: carom.EightBall(groups=(1, 1)), ValueError, "groups: both are open"),
    ],
)
def test_bad_questions_are_named(question, error, text):
    shot = on_table(a=[0.4, 0.6], b=[0.9, 1.8]).shot(0.5, 0)
    with pytest.raises(error, match=text):
        question(shot)
