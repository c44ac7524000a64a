"""Numbers that have names. They are ints, so arrays can be compared with them. And what referees say."""

from __future__ import annotations

from enum import Enum, IntEnum


class ContactState(IntEnum):
    """What two balls do during a frame."""

    APART = 0
    WILL_TOUCH = 1
    TOUCHING_CLOSING = 2
    TOUCHING_PARTING = 3
    TOUCHING_AT_REST = 4
    OVERLAPPING = 5


class ObstacleKind(IntEnum):
    """What an obstacle of a frame is."""

    NONE = -1
    BALL = 0
    HALF_SPACE = 2
    PLANE = 3
    BOX = 4


class EventKind(IntEnum):
    """What an event of a simulation is about."""

    BALL_BALL = 1
    BALL_WALL = 2
    CLUSTER = 3
    KICK = 4
    REST = 7
    WAKE = 8


class StopReason(IntEnum):
    """Why a simulation has no further event."""

    NONE = 0
    TIME_REACHED = 1
    NO_MORE_EVENTS = 2
    JAMMED = 3
    NOTHING_IN_SIGHT = 4


class Phase(IntEnum):
    """How a ball moves on a table."""

    RESTING = 0
    SPINNING = 1
    SLIDING = 2
    ROLLING = 3
    POCKETED = 4
    AIRBORNE = 5
    OFF_TABLE = 6


class ShotEventKind(IntEnum):
    """What an event of a shot is about."""

    STRIKE = 0
    BALL_BALL = 1
    STRAIGHT_CUSHION = 2
    ROUND_CUSHION = 3
    POCKET = 4
    SLIDE_TO_ROLL = 5
    ROLL_TO_SPIN = 6
    ROLL_TO_REST = 7
    REST_TO_ROLL = 8
    SPIN_TO_REST = 9
    MOTION = 10
    BED = 11
    RAIL_EDGE = 12
    OFF_TABLE = 13


class Foul(Enum):
    """What was wrong with a shot."""

    SCRATCH = "scratch"  #: the cue ball fell into a pocket
    CUE_BALL_OFF_TABLE = "cue_ball_off_table"
    BALL_OFF_TABLE = "ball_off_table"  #: another ball left the table
    NO_HIT = "no_hit"  #: the cue ball met no ball
    WRONG_BALL_FIRST = "wrong_ball_first"  #: the first ball that it met was not on
    NO_CUSHION = "no_cushion"  #: after that no ball fell and none met a cushion
    ILLEGAL_BREAK = "illegal_break"  #: no ball fell, and fewer than four met a cushion
    WRONG_BALL_POCKETED = "wrong_ball_pocketed"  #: snooker: a ball fell that was not on
    BAD_PLACEMENT = "bad_placement"  #: the cue ball was in hand behind a line, and was not placed there
    #: From there it met a ball behind the head string without crossing it before.
    HEAD_STRING_NOT_CROSSED = "head_string_not_crossed"
    WRONG_CUE_BALL = "wrong_cue_ball"  #: three-cushion: the ball of the other player, or the red, was struck


class Group(IntEnum):
    """Which balls a player has at eight-ball."""

    OPEN = 0  #: not yet decided
    SOLIDS = 1  #: 1 to 7
    STRIPES = 2  #: 9 to 15


class BallOn(IntEnum):
    """What is on at snooker."""

    RED = 0  #: any red
    COLOUR = 1  #: the colour that the player names
    CLEAR = 2  #: the colour of the lowest value on the table
