"""Collisions of moving spheres and circles: exact decisions, event-driven simulations, billiards with spin.

>>> import carom
>>> carom.sweep(carom.Balls([0, 0], 1, [6, 0]), carom.Balls([5, 0], 1)).first.tolist()
[0.5]
"""

from carom._billiards import Outcomes, Shot, Strike, Table
from carom._carom import __version__
from carom._environment import Box, ShotEnvironment
from carom._errors import Error, FileError, SceneError
from carom._filters import PairFilter
from carom._frames import FrameStep, FrameStepper, frame_contacts, frame_svg, obstacle_contacts
from carom._obstacles import Obstacles
from carom._pairs import Balls, Sweep, Touch, bounce, closest_approach, gap, sweep, sweep_all
from carom._referee import (
    EightBall,
    NineBall,
    NineBallRuling,
    Ruling,
    Snooker,
    SnookerRuling,
    TenBall,
    TenBallRuling,
    ThreeCushion,
)
from carom._simulations import Event, Scene, Simulation
from carom._studies import Study, study
from carom._study_tables import StudyTables, read_study
from carom._trajectories import CheckReport, Curve, Measurement, Trajectory, check, measure, measure_curves, read
from carom._words import BallOn, ContactState, EventKind, Foul, Group, ObstacleKind, Phase, ShotEventKind, StopReason

__all__ = [
    "BallOn",
    "Balls",
    "Box",
    "CheckReport",
    "ContactState",
    "Curve",
    "EightBall",
    "Error",
    "Event",
    "EventKind",
    "FileError",
    "Foul",
    "FrameStep",
    "FrameStepper",
    "Group",
    "Measurement",
    "NineBall",
    "NineBallRuling",
    "ObstacleKind",
    "Obstacles",
    "Outcomes",
    "PairFilter",
    "Phase",
    "Ruling",
    "Scene",
    "SceneError",
    "Shot",
    "ShotEnvironment",
    "ShotEventKind",
    "Simulation",
    "Snooker",
    "SnookerRuling",
    "StopReason",
    "Strike",
    "Study",
    "StudyTables",
    "Sweep",
    "Table",
    "TenBall",
    "TenBallRuling",
    "ThreeCushion",
    "Touch",
    "Trajectory",
    "__version__",
    "bounce",
    "check",
    "closest_approach",
    "frame_contacts",
    "frame_svg",
    "gap",
    "measure",
    "measure_curves",
    "obstacle_contacts",
    "read",
    "read_study",
    "study",
    "sweep",
    "sweep_all",
]
