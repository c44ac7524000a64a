"""A movie of carom as ffmpeg decodes it: as many frames as pictures, and each looks like its picture."""

import os
import shutil
import subprocess
import sys
import tempfile

from common import SCENES, SKIPPED, expect, expect_equal


def ffmpeg_is_there():
    """Ends the test when there is none: ./test --readers installs it."""
    if shutil.which("ffmpeg"):
        return
    required = os.environ.get("CAROM_READERS") == "required"
    print(f"{'FAILED' if required else 'NOT TESTED'}: no ffmpeg. ./test --readers installs it and tests this.")
    sys.exit(1 if required else SKIPPED)


def decoded(source):
    """All pixels of all frames of a file, three bytes each."""
    command = ["ffmpeg", "-loglevel", "error", "-i", "pipe:0", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    with open(source, "rb") as file:
        return subprocess.run(command, check=True, stdin=file, stdout=subprocess.PIPE).stdout


def difference(left, right):
    return sum(abs(a - b) for a, b in zip(left, right)) / len(left)


def read_movie(scene, directory, width, height):
    carom = sys.argv[1]
    with tempfile.TemporaryDirectory() as work:
        file, run, movie = (os.path.join(work, name) for name in ("scene.toml", "run", directory))
        with open(file, "w") as text:
            text.write(SCENES[scene])
        subprocess.run([carom, "run", file, "-o", run, "--until", "1", "--quiet"], check=True)
        command = [carom, "picture", run, "--movie", movie, "--fps", "4", "--size", f"{width}x{height}"]
        subprocess.run(command, check=True)
        expect(os.path.exists(os.path.join(movie, "movie.mp4")), "there is a movie")
        expect(not os.path.exists(os.path.join(movie, "movie.partial.mp4")), "nothing else is left")
        even = width + width % 2, height + height % 2
        frames = decoded(os.path.join(movie, "movie.mp4"))
        size = 3 * even[0] * even[1]
        expect_equal(len(frames), 5 * size, "five frames with even sides")
        for k in range(5):
            frame = frames[k * size:(k + 1) * size]
            rows = [frame[3 * even[0] * y:3 * (even[0] * y + width)] for y in range(height)]
            picture = decoded(os.path.join(movie, f"frame_{k:05d}.png"))
            expect_equal(len(picture), 3 * width * height, "the picture's size")
            mean = difference(b"".join(rows), picture)
            expect(mean < 3, f"frame {k} looks like its picture: mean difference {mean}")
            for at in (3 * (even[0] - 1), size - 3):
                expect(min(frame[at:at + 3]) > 240, "the edge that makes a side even is white")


ffmpeg_is_there()
read_movie("flat", "-a: 100%d", 321, 201)
read_movie("mixture", "movie", 320, 200)
