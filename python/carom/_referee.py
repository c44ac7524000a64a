"""The referee: games between two players, ruled shot by shot (docs/referee.md)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from carom import _carom
from carom._arrays import whole
from carom._billiards import Shot
from carom._words import BallOn, Foul, Group

_Game = TypeVar("_Game")
_InRotation = TypeVar("_InRotation", bound="_Rotation")
_COLOURS = {"yellow": 2, "green": 3, "brown": 4, "blue": 5, "pink": 6, "black": 7}
_MOST = 2**31 - 1  #: of an index
_MOST_POINTS = 10**6


@dataclass(frozen=True)
class Ruling(Generic[_Game]):
    """What follows from a shot. Players are 0 and 1, and balls and pockets are indices."""

    fouls: tuple[Foul, ...]  #: none: the shot was legal
    pocketed: tuple[tuple[int, int], ...]  #: ball and pocket, in order, the cue ball too
    continues: bool  #: the same player shoots again
    ball_in_hand: bool  #: the next player places the cue ball
    behind_head_string: bool  #: and only there
    may_rerack: bool  #: the next player may ask for a new rack
    winner: int | None  #: the game has ended
    spotted: tuple[int, ...]  #: balls that go back on their spots
    made: tuple[int, ...]  #: balls that were pocketed legally, as called, in order
    next: _Game  #: the game before the next shot
    #: The balls before the next shot, for its ``start``: where they came to rest, and those of ``spotted`` on their spots.
    #: A copy of it can be changed.
    start: NDArray[Any] = field(repr=False, compare=False)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """What comes out of a pickle cannot be changed either."""
        self.__dict__.update(state)
        self.start.setflags(write=False)

    @property
    def is_foul(self) -> bool:
        """Is there any foul?"""
        return len(self.fouls) > 0

    def __repr__(self) -> str:
        """Only what is not usual."""
        told = [str(foul.value).replace("_", " ") for foul in self.fouls] or ["legal"]
        told += [f"ball {ball} falls" for ball, _ in self.pocketed]
        words = ("continues", "ball_in_hand", "behind_head_string", "may_rerack", "may_pass")
        told += [word.replace("_", " ") for word in words if getattr(self, word, False)]
        told += [f"ball {ball} is spotted" for ball in self.spotted]
        if self.winner is not None:
            told.append(f"player {self.winner} wins")
        return f"<ruling: {', '.join(told)}; next: {self.next!r}>"


@dataclass(frozen=True, repr=False)
class _RotationRuling(Ruling[_InRotation]):
    """What follows from a shot at a game in which a shot may be given back."""

    may_pass: bool  #: the next player may give the shot back

    def passed(self) -> _InRotation:
        """The game before the next shot where the next player gives it back, as ``may_pass`` allows."""
        if not self.may_pass:
            raise ValueError("the shot cannot be given back")
        return replace(self.next, shooter=1 - self.next.shooter)


@dataclass(frozen=True, repr=False)
class NineBallRuling(_RotationRuling["NineBall"]):
    """What follows from a shot at nine-ball. It may be given back after a push-out."""


@dataclass(frozen=True, repr=False)
class TenBallRuling(_RotationRuling["TenBall"]):
    """What follows from a shot at ten-ball. It may be given back after a push-out or a safety, and where no called ball
    fell but another."""


@dataclass(frozen=True, repr=False)
class SnookerRuling(Ruling["Snooker"]):
    """What follows from a shot at snooker."""

    points: int  #: of this shot: to the player, or after a foul to the other


@dataclass(frozen=True)
class _Rotation:
    """A game between two shots in which the ball of the lowest number is on."""

    shooter: int = 0  #: whose shot it is
    is_break: bool = True  #: the next shot is the break
    may_push_out: bool = False  #: the shot after a legal break
    fouls_in_row: tuple[int, int] = (0, 0)  #: of each player; the third loses

    def __post_init__(self) -> None:
        _keep_player(self)
        _keep_yes(self, "is_break")
        _keep_yes(self, "may_push_out")
        object.__setattr__(self, "fouls_in_row", _pair("fouls_in_row", self.fouls_in_row, 3))

    def _state(self) -> tuple[int, bool, bool, tuple[int, int]]:
        return self.shooter, self.is_break, self.may_push_out, self.fouls_in_row


@dataclass(frozen=True)
class NineBall(_Rotation):
    """A game of nine-ball between two shots. Balls have the names "cue" and "1" to "9".

    >>> import carom
    >>> table = carom.Table(
    ...     table=dict(kind="pool_9_foot"),
    ...     rack=dict(game="nine_ball"),
    ...     balls=[dict(name="cue", position=[0.64, 0.6])],
    ... )
    >>> ruling = carom.NineBall().rule(table.shot(speed=8, direction=89))
    >>> ruling.fouls, ruling.ball_in_hand
    ((<Foul.SCRATCH: 'scratch'>,), True)
    >>> ruling.next
    NineBall(shooter=1, is_break=False, may_push_out=False, fouls_in_row=(1, 0))
    """

    def rule(self, shot: Shot, *, push_out: bool = False) -> NineBallRuling:
        """What follows from a shot. ``push_out``: it was announced. It counts only where it is allowed."""
        said = _carom.rule_nine_ball(_played(shot), *self._state(), _yes("push_out", push_out))
        return NineBallRuling(**_plain(said, NineBall(*said["next"])))


@dataclass(frozen=True)
class TenBall(_Rotation):
    """A game of ten-ball between two shots. Balls have the names "cue" and "1" to "10"."""

    def rule(
        self,
        shot: Shot,
        *,
        ball: int | None = None,
        pocket: int | None = None,
        safety: bool = False,
        push_out: bool = False,
    ) -> TenBallRuling:
        """What follows from a shot. ``ball`` and ``pocket`` were called; without both the shot counts as obvious, and
        whatever falls counts as called. ``safety`` ends the turn, whatever falls. ``push_out``: it was announced."""
        called = _index("ball", ball), _index("pocket", pocket), _yes("safety", safety)
        said = _carom.rule_ten_ball(_played(shot), *self._state(), *called, _yes("push_out", push_out))
        return TenBallRuling(**_plain(said, TenBall(*said["next"])))


@dataclass(frozen=True)
class EightBall:
    """A game of eight-ball between two shots. Balls have the names "cue" and "1" to "15"."""

    shooter: int = 0  #: whose shot it is
    is_break: bool = True  #: the next shot is the break
    groups: tuple[Group, Group] = (Group.OPEN, Group.OPEN)  #: of each player
    behind_line: bool = False  #: the cue ball is in hand behind the head string, and nowhere else

    def __post_init__(self) -> None:
        _keep_player(self)
        _keep_yes(self, "is_break")
        _keep_yes(self, "behind_line")
        first, second = _pair("groups", self.groups, len(Group) - 1)
        if (first + second) not in (0, 3):
            raise ValueError("groups: both are open, or one player has the solids and the other the stripes")
        object.__setattr__(self, "groups", (Group(first), Group(second)))

    def rule(
        self, shot: Shot, *, ball: int | None = None, pocket: int | None = None, safety: bool = False
    ) -> Ruling[EightBall]:
        """What follows from a shot. ``ball`` and ``pocket`` were called: without them any of the group will do.
        ``safety`` ends the turn, whatever falls."""
        called = _index("ball", ball), _index("pocket", pocket), _yes("safety", safety)
        groups = int(self.groups[0]), int(self.groups[1])
        said = _carom.rule_eight_ball(_played(shot), self.shooter, self.is_break, groups, self.behind_line, *called)
        return Ruling(**_plain(said, EightBall(*said["next"])))


@dataclass(frozen=True)
class Snooker:
    """A frame of snooker between two shots. Balls have the names "cue", "red 1" and so on, "yellow" to "black"."""

    shooter: int = 0  #: whose shot it is
    on: BallOn = BallOn.RED  #: what is on
    points: tuple[int, int] = (0, 0)  #: of each player
    behind_line: bool = False  #: the cue ball is in hand: it is played from the D

    def __post_init__(self) -> None:
        _keep_player(self)
        _keep_yes(self, "behind_line")
        object.__setattr__(self, "on", BallOn(whole("on", self.on, 0, len(BallOn) - 1)))
        object.__setattr__(self, "points", _pair("points", self.points, _MOST_POINTS))

    def rule(self, shot: Shot, *, colour: str | None = None) -> SnookerRuling:
        """What follows from a shot. ``colour``: the one that the player named; without it the one met first."""
        if colour is not None and (not isinstance(colour, str) or colour not in _COLOURS):
            raise ValueError(f"colour: one of {', '.join(_COLOURS)} is needed, not {colour!r}")
        named = 0 if colour is None else _COLOURS[colour]
        said = _carom.rule_snooker(_played(shot), self.shooter, int(self.on), self.points, self.behind_line, named)
        return SnookerRuling(**_plain(said, Snooker(*said["next"])))


@dataclass(frozen=True)
class ThreeCushion:
    """A game of three-cushion between two shots.

    Where balls are named "red" and "yellow", player 0 has the third ball and player 1 the yellow one, and the
    opening shot has to meet the red first. Other names do for any three balls.

    >>> import carom
    >>> table = carom.Table(
    ...     table=dict(kind="carom"),
    ...     balls=[dict(position=[0.4, 0.6]), dict(position=[0.9, 1.8]), dict(position=[0.3, 2.2])],
    ... )
    >>> carom.ThreeCushion().rule(table.shot(speed=3, direction=70))
    <ruling: legal; next: ThreeCushion(shooter=1, points=(0, 0), is_break=False, distance=0)>
    """

    shooter: int = 0  #: whose shot it is
    points: tuple[int, int] = (0, 0)  #: of each player
    is_break: bool = False  #: the next shot is the opening shot
    distance: int = 0  #: who has so many points wins; 0: the game does not end

    def __post_init__(self) -> None:
        _keep_player(self)
        object.__setattr__(self, "points", _pair("points", self.points, _MOST_POINTS))
        object.__setattr__(self, "distance", whole("distance", self.distance, 0, _MOST_POINTS))
        _keep_yes(self, "is_break")

    def rule(self, shot: Shot) -> Ruling[ThreeCushion]:
        """What follows from a shot."""
        said = _carom.rule_three_cushion(
            _played(shot), self.shooter, self.points, self.is_break, self.distance
        )
        return Ruling(**_plain(said, ThreeCushion(*said["next"])))


def _played(shot: Shot) -> _carom.Shot:
    if not isinstance(shot, Shot):
        raise TypeError(f"shot: a carom.Shot is needed, not {type(shot).__name__}")
    return shot._shot


def _plain(said: dict[str, Any], following: object) -> dict[str, Any]:
    """The parts of a ruling, which cannot be changed."""
    for name in ("pocketed", "spotted", "made"):
        said[name] = tuple(said[name])
    said["start"].setflags(write=False)
    said["fouls"] = tuple(Foul(name) for name in said["fouls"])
    return {**said, "next": following}


def _keep_player(game: Any) -> None:
    object.__setattr__(game, "shooter", whole("shooter", game.shooter, 0, 1))


def _keep_yes(game: Any, name: str) -> None:
    object.__setattr__(game, name, _yes(name, getattr(game, name)))


def _yes(name: str, value: Any) -> bool:
    """NumPy's True is one too."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name}: True or False is needed, not {value!r}")
    return bool(value)


def _pair(name: str, value: Any, most: int) -> tuple[int, int]:
    """Of both players."""
    if not hasattr(value, "__len__") or isinstance(value, str) or len(value) != 2:
        raise TypeError(f"{name}: two numbers are needed, one of each player")
    first, second = (whole(name, number, 0, most) for number in value)
    return first, second


def _index(name: str, value: int | None) -> int:
    """-1 for none."""
    return -1 if value is None else whole(name, value, 0, _MOST)
