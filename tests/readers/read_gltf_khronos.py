"""glTF, judged by Khronos' glTF-Validator: no error, no warning. It comes from npm, into the folder of argument 2."""

import os
import shutil
import subprocess
import sys

from common import SKIPPED, SCENES, Exported, expect

node, npm_packages = shutil.which("node"), os.path.join(sys.argv[2], "node_modules")
if not node or not os.path.isdir(npm_packages):
    print("NOT TESTED: no glTF-Validator. ./test --readers fetches it with npm and tests this.")
    sys.exit(SKIPPED)

script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "validate_gltf.js")


def verdict(path):
    return subprocess.run([node, script, path], env={**os.environ, "NODE_PATH": npm_packages}).returncode


for scene in SCENES:
    exported = Exported(scene, ["--gltf", "balls.glb"])
    expect(verdict(exported.path("balls.glb")) == 0, f"{scene}: a valid glTF")
    with open(exported.path("balls.glb"), "rb") as file:
        most = file.read()[:-4]
    with open(exported.path("cut.glb"), "wb") as file:
        file.write(most)
    expect(verdict(exported.path("cut.glb")) != 0, "a file cut short is none")
print("a glTF by Khronos' validator")
