"""What mypy --strict reads as a user's program."""

import numpy as np
from numpy.typing import NDArray

import carom


def fastest(scene: carom.Scene, until: float) -> float:
    simulation = carom.Simulation(scene)
    speeds = [0.0]
    for event in simulation.events(until=until):
        if event.kind == carom.EventKind.BALL_BALL:
            speeds.append(float(np.hypot(event.velocity[0], event.velocity[1])))
    return max(speeds)


def sunk(table: carom.Table, directions: NDArray[np.float64]) -> int:
    outcomes = table.shots(speed=2.0, direction=directions)
    return int((outcomes.pocket[:, 1] >= 0).sum())


def pressure(path: str) -> tuple[float, float | None]:
    number = carom.measure(path, after=1.0)["pressure.z_virial"]
    return number.value, number.error


def hottest(path: str) -> float:
    return float(np.nanmax(carom.measure_curves(path)["series.temperature"].value))


def touching(a: carom.Balls, b: carom.Balls) -> list[bool]:
    found: list[bool] = carom.sweep(a, b).touching.tolist()
    return found


def winner(game: carom.NineBall, shots: list[carom.Shot]) -> int | None:
    for shot in shots:
        ruling = game.rule(shot)
        if ruling.winner is not None:
            return ruling.winner
        game = ruling.next
    return None


def points(frame: carom.Snooker, shot: carom.Shot) -> tuple[int, list[carom.Foul]]:
    ruling = frame.rule(shot, colour="black")
    return ruling.next.points[0] + ruling.points, list(ruling.fouls)


def groups(game: carom.EightBall, shot: carom.Shot) -> tuple[carom.Group, carom.Group]:
    ruling: carom.Ruling[carom.EightBall] = game.rule(shot, pocket=3)
    return ruling.next.groups


def on_the_floor(balls: carom.Balls, floor: carom.Obstacles) -> list[int]:
    found: list[int] = carom.obstacle_contacts(balls, floor)["ball"].tolist()
    return found


def without_ghosts(balls: carom.Balls, ghost: NDArray[np.bool_]) -> carom.FrameStep:
    filter = carom.PairFilter(group=np.where(ghost, 1, 2), mask=np.where(ghost, ~1, ~0), ignored=[(0, 1)])
    return carom.FrameStepper().advance(balls, filter=filter)
