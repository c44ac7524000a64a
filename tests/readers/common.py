"""What the readers' tests share: runs carom, and knows every state from its CSV with 17 digits.

A reader that is not installed skips the test, or fails it when CAROM_READERS=required.
"""

import csv
import importlib
import os
import subprocess
import sys
import tempfile

SKIPPED = 77  # SKIP_RETURN_CODE in tests.cmake

MIXTURE = """
name = "mixture & <walls>"
dimension = 3
[world]
lower = [-1.0, 0.5, 2.0]
upper = [4.0, 6.5, 9.0]
boundary = ["periodic", "wall", "periodic"]
[[balls]]
name = "a post, \\"fixed\\""
position = [0.1, 2.3, 4.7]
radius = 0.4
immovable = true
[[generate]]
kind = "random_gas"
count = 60
seed = 3
temperature = 1.0
[[generate.species]]
radius = 0.3
[[generate.species]]
radius = 0.2
mass = 0.25
"""

FLAT = """
name = "flat and open"
dimension = 2
[[balls]]
position = [0.1, 0.2]
velocity = [1.0, 0.0]
radius = 0.5
[[balls]]
name = "other"
position = [3.0, 0.7]
radius = 0.5
mass = 3.0
"""

SCENES = {"mixture": MIXTURE, "flat": FLAT}


def needed(module):
    """The module, which ./test --readers installs."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        required = os.environ.get("CAROM_READERS") == "required"
        print(f"{'FAILED' if required else 'NOT TESTED'}: {error}. ./test --readers installs it and tests this.")
        sys.exit(1 if required else SKIPPED)


class Exported:
    """A scene that was run and exported, with the states from its CSV."""

    def __init__(self, scene, options, until="3", instants=("--every", "0.25")):
        carom = sys.argv[1]
        self.directory = tempfile.TemporaryDirectory()
        with open(self.path("scene.toml"), "w") as file:
            file.write(SCENES[scene])
        run = [carom, "run", self.path("scene.toml"), "-o", self.path("run"), "--until", until, "--quiet"]
        subprocess.run(run, check=True)
        files = [self.path(word) if "." in word and not word.startswith("-") else word for word in options]
        export = [carom, "export", self.path("run"), "--states", self.path("states.csv"), *instants, *files]
        subprocess.run(export, check=True)
        with open(self.path("states.csv"), newline="") as file:
            rows = list(csv.DictReader(file))
        times = sorted({float(row["time"]) for row in rows})
        self.frames = [(time, [row for row in rows if float(row["time"]) == time]) for time in times]
        assert len(times) == 13 and len(rows) == len(times) * (61 if scene == "mixture" else 2)

    def path(self, name):
        return os.path.join(self.directory.name, name)


def vector(row, names):
    """The numbers of these columns; 0 where there is none, as z in 2D."""
    return [float(row.get(name, 0)) for name in names]


def position(row):
    return vector(row, ["x", "y", "z"])


def velocity(row):
    return vector(row, ["vx", "vy", "vz"])


def expect(condition, what):
    if not condition:
        print("FAILED:", what)
        sys.exit(1)


def expect_equal(left, right, what):
    expect(left == right, f"{what}: {left!r} is not {right!r}")


def expect_near(left, right, bound, what):
    worst = max((abs(a - b) for a, b in zip(left, right)), default=0.0)
    expect(len(left) == len(right) and worst <= bound, f"{what}: {left} is not {right} within {bound}")
