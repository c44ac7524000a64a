"""GSD, read by the gsd package of HOOMD-blue: every number within the rounding to single precision."""

from common import Exported, expect, expect_equal, expect_near, needed, position, velocity

hoomd = needed("gsd.hoomd")

for scene in ("mixture", "flat"):
    exported = Exported(scene, ["--gsd", "balls.gsd"])
    file = hoomd.open(exported.path("balls.gsd"), "rb")
    expect_equal(file.file.schema, "hoomd", "schema")
    expect_equal(file.file.schema_version, (1, 4), "schema version")
    expect_equal(file.file.gsd_version, (2, 0), "file version")
    expect_equal(len(file), len(exported.frames), "number of frames")
    for number, (frame, (time, rows)) in enumerate(zip(file, exported.frames)):
        frame.validate()
        expect_equal(frame.configuration.step, number, "step")
        expect_equal(frame.configuration.dimensions, 3 if scene == "mixture" else 2, "dimensions")
        expect_equal(float(frame.log["time"][0]), time, "time")
        expect_equal(frame.particles.N, len(rows), "number of balls")
        box = [float(edge) for edge in frame.configuration.box]
        centre = [1.5, 3.5, 5.5]
        if scene == "mixture":
            expect_equal(box, [5, 6, 7, 0, 0, 0], "box")
        else:
            centre = [1.55, 0.45, 0]
            expect_equal(box[2:], [1, 0, 0, 0], "box of a flat scene")
        kinds = {}
        for k, row in enumerate(rows):
            kind = kinds.setdefault((row["radius"], row["mass"]), len(kinds))
            expect_equal(int(frame.particles.typeid[k]), kind, "kind")
            got = frame.particles.position[k].tolist()
            expect_near(got, [x - c for x, c in zip(position(row), centre)], 1e-6, "position")
            expect(all(-edge / 2 <= x < edge / 2 for x, edge in zip(got, box)), f"{got} lies in the box {box}")
            expect_near(frame.particles.velocity[k].tolist(), velocity(row), 1e-6, "velocity")
            expect_near([frame.particles.diameter[k]], [2 * float(row["radius"])], 1e-7, "diameter")
            expect_equal(float(frame.particles.mass[k]), float(row["mass"]), "mass")
            image = [int(row.get("image_" + axis, 0)) for axis in "xyz"]
            expect_equal(frame.particles.image[k].tolist(), image, "image")
        expect_equal(frame.particles.types, list("ABC")[: len(kinds)], "names of the kinds")
    if scene == "mixture":
        expect(any(frame.particles.image.any() for frame in file), "some ball crosses the box")
print("gsd reads it")
