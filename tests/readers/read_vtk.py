"""VTP and PVD, read by VTK: every number is the same bits."""

import os
import xml.etree.ElementTree as xml

from common import Exported, expect_equal, needed, position, velocity

vtk = needed("vtkmodules.vtkIOXML")
support = needed("vtkmodules.util.numpy_support")


def read(path):
    reader = vtk.vtkXMLPolyDataReader()
    expect_equal(reader.CanReadFile(path), 1, "VTK can read " + path)
    reader.SetFileName(path)
    reader.Update()
    expect_equal(reader.GetErrorCode(), 0, "VTK's error for " + path)
    return reader.GetOutput()


def column(data, name):
    return support.vtk_to_numpy(data.GetPointData().GetArray(name)).tolist()


for scene in ("mixture", "flat"):
    exported = Exported(scene, ["--vtk", "a & b.pvd"])
    entries = xml.parse(exported.path("a & b.pvd")).getroot().find("Collection").findall("DataSet")
    balls = [entry for entry in entries if entry.get("part") == "0"]
    expect_equal([float(entry.get("timestep")) for entry in balls], [t for t, _ in exported.frames], "times")
    for entry, (time, rows) in zip(balls, exported.frames):
        data = read(exported.path(entry.get("file")))
        expect_equal(data.GetFieldData().GetArray("TimeValue").GetValue(0), time, "time in the file")
        expect_equal(data.GetNumberOfPoints(), len(rows), "points")
        expect_equal(data.GetNumberOfVerts(), len(rows), "vertices")
        points = support.vtk_to_numpy(data.GetPoints().GetData()).tolist()
        expect_equal(points, [position(row) for row in rows], "positions")
        expect_equal(column(data, "velocity"), [velocity(row) for row in rows], "velocities")
        for name in ("radius", "mass"):
            expect_equal(column(data, name), [float(row[name]) for row in rows], name)
        expect_equal(column(data, "id"), list(range(len(rows))), "id")
        kinds = {}
        for row in rows:
            kinds.setdefault((row["radius"], row["mass"]), len(kinds))
        expect_equal(column(data, "kind"), [kinds[row["radius"], row["mass"]] for row in rows], "kinds")
        images = [[int(row.get("image_" + axis, 0)) for axis in "xyz"] for row in rows]
        expect_equal(column(data, "image"), images, "images")
        vertices = support.vtk_to_numpy(data.GetVerts().GetConnectivityArray()).tolist()
        expect_equal(vertices, list(range(len(rows))), "connectivity")
    boxes = {entry.get("file") for entry in entries if entry.get("part") == "1"}
    expect_equal(len(boxes), 1 if scene == "mixture" else 0, "boxes")
    for box in boxes:
        data = read(exported.path(box))
        expect_equal(data.GetNumberOfLines(), 12, "edges of the box")
        expect_equal(data.GetBounds(), (-1.0, 4.0, 0.5, 6.5, 2.0, 9.0), "box")
    expect_equal(len(os.listdir(exported.path("a & b_vtp"))), len(balls) + len(boxes), "files")
print("VTK reads it")
