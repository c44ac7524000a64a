"""glTF, taken apart by the rules of the specification (2.0, sections 3.4 to 3.11 and 4.4), with nothing of carom's.

Tracks are compared with the states at every instant; what lies between keys moves straight, never back through a
periodic box. What it is by Khronos' own validator is the test of read_gltf_khronos.py.
"""

import json
import struct

from common import Exported, expect, expect_equal, expect_near, position

COMPONENTS = {5123: ("H", 2), 5126: ("f", 4)}
WIDTHS = {"SCALAR": 1, "VEC3": 3}


def chunks(data):
    magic, version, length = struct.unpack_from("<4sII", data)
    expect_equal((magic, version, length), (b"glTF", 2, len(data)), "header")
    place = 12
    while place < length:
        size, kind = struct.unpack_from("<I4s", data, place)
        expect_equal(size % 4, 0, "size of a chunk")
        yield kind, data[place + 8 : place + 8 + size]
        place += 8 + size
    expect_equal(place, length, "end of the last chunk")


class Document:
    def __init__(self, path):
        with open(path, "rb") as file:
            parts = list(chunks(file.read()))
        expect_equal([kind for kind, _ in parts], [b"JSON", b"BIN\0"], "chunks")
        self.json = json.loads(parts[0][1].decode())
        self.binary = parts[1][1]
        expect_equal(self.json["asset"]["version"], "2.0", "version")
        expect(0 <= len(self.binary) - self.json["buffers"][0]["byteLength"] < 4, "size of the buffer")

    def numbers(self, index):
        accessor = self.json["accessors"][index]
        letter, size = COMPONENTS[accessor["componentType"]]
        width = WIDTHS[accessor["type"]]
        view = self.json["bufferViews"][accessor["bufferView"]]
        start = view["byteOffset"] + accessor.get("byteOffset", 0)
        expect_equal(start % size, 0, "alignment")
        expect(accessor["count"] * width * size <= view["byteLength"], "an accessor fits its view")
        expect(view["byteOffset"] + view["byteLength"] <= len(self.binary), "a view fits the buffer")
        flat = struct.unpack_from(f"<{accessor['count'] * width}{letter}", self.binary, start)
        for k in range(width):
            expect_equal((accessor["min"][k], accessor["max"][k]), (min(flat[k::width]), max(flat[k::width])), "bounds")
        return flat if width == 1 else [list(flat[k : k + width]) for k in range(0, len(flat), width)]


def check_sphere(document, mesh):
    primitive = document.json["meshes"][mesh]["primitives"][0]
    points = document.numbers(primitive["attributes"]["POSITION"])
    normals = document.numbers(primitive["attributes"]["NORMAL"])
    corners = document.numbers(primitive["indices"])
    expect_equal(len(points) - len(corners) // 2 + len(corners) // 3, 2, "Euler's number of a sphere")
    for point, normal in zip(points, normals):
        expect_near([sum(x * x for x in point)], [1], 1e-6, "length")
        expect_equal(point, normal, "normal")
    for k in range(0, len(corners), 3):
        a, b, c = (points[corner] for corner in corners[k : k + 3])
        cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        expect(sum(x * y for x, y in zip(cross, c)) > 0, "a triangle faces outwards")
    expect("material" in primitive and primitive["material"] < len(document.json["materials"]), "material")


def check_track(document, channel, animation, frames, ball, periods):
    sampler = animation["samplers"][channel["sampler"]]
    expect_equal(channel["target"], {"node": ball, "path": "translation"}, "target")
    times, points = document.numbers(sampler["input"]), document.numbers(sampler["output"])
    expect_equal(sampler["interpolation"], "LINEAR", "interpolation")
    expect_equal(len(times), len(points), "keys")
    expect(times[0] >= 0 and all(a < b for a, b in zip(times, times[1:])), "times rise")
    for time, rows in frames:
        key = min(range(len(times)), key=lambda k: abs(times[k] - time))
        expect_near([times[key]], [time], 1e-6, "time of a key")
        expect_near(points[key], position(rows[ball]), 1e-6, "place at a key")
    jumps = 0
    for k in range(len(times) - 1):
        for axis, period in enumerate(periods):
            if not period or abs(points[k + 1][axis] - points[k][axis]) < period / 2:
                continue
            expect(times[k + 1] - times[k] < 1e-6, "a ball leaves and enters the box at one moment")
            expect_near([abs(points[k + 1][axis] - points[k][axis])], [period], 1e-6, "from face to face")
            jumps += 1
    return jumps


for scene in ("mixture", "flat"):
    exported = Exported(scene, ["--gltf", "balls.glb"])
    document = Document(exported.path("balls.glb"))
    nodes = document.json["nodes"]
    rows = exported.frames[0][1]
    expect_equal(document.json["scenes"][0]["nodes"], list(range(len(nodes))), "nodes of the scene")
    expect_equal(len(nodes), len(rows) + (1 if scene == "mixture" else 0), "balls and the box")
    for mesh in {node["mesh"] for node in nodes[: len(rows)]}:
        check_sphere(document, mesh)
    jumps = 0
    for ball, (node, row) in enumerate(zip(nodes, rows)):
        expect_equal(node["name"], row["name"] or f"ball {ball}", "name")
        expect_near(node["scale"], 3 * [float(row["radius"])], 1e-7, "scale")
        expect_near(node["translation"], position(row), 1e-6, "place at the start")
        animation = document.json["animations"][0]
        periods = [5, 0, 7] if scene == "mixture" else [0, 0, 0]
        jumps += check_track(document, animation["channels"][ball], animation, exported.frames, ball, periods)
    expect_equal(jumps > 0, scene == "mixture", "some ball crosses the periodic box")
    for index in range(len(document.json["accessors"])):
        document.numbers(index)
print("a glTF by the specification")
