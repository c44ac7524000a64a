"""Extended XYZ, read by ASE: every number is the same bits."""

from common import Exported, expect_equal, needed, position, velocity

ase_io = needed("ase.io")

for scene in ("mixture", "flat"):
    exported = Exported(scene, ["--xyz", "balls.xyz"])
    frames = ase_io.read(exported.path("balls.xyz"), index=":", format="extxyz")
    expect_equal(len(frames), len(exported.frames), "number of frames")
    for atoms, (time, rows) in zip(frames, exported.frames):
        expect_equal(atoms.info["Time"], time, "time")
        expect_equal(len(atoms), len(rows), "number of balls")
        expect_equal(list(atoms.pbc), [scene == "mixture", False, scene == "mixture"], "pbc")
        cell = [[5, 0, 0], [0, 6, 0], [0, 0, 7]] if scene == "mixture" else [[0] * 3] * 3
        expect_equal(atoms.cell.tolist(), cell, "cell")
        kinds = {}
        for k, row in enumerate(rows):
            kind = kinds.setdefault((row["radius"], row["mass"]), len(kinds))
            expect_equal(int(atoms.numbers[k]), kind, "species")
            expect_equal(atoms.positions[k].tolist(), position(row), "position")
            expect_equal(atoms.arrays["velo"][k].tolist(), velocity(row), "velocity")
            expect_equal(float(atoms.arrays["radius"][k]), float(row["radius"]), "radius")
            expect_equal(float(atoms.arrays["mass"][k]), float(row["mass"]), "mass")
            expect_equal(int(atoms.arrays["id"][k]), k, "id")
    if scene == "mixture":
        expect_equal(str(frames[0].arrays["name"][0]), "a%20post,%20%22fixed%22", "name")
print("ASE reads it")
