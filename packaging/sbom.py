#!/usr/bin/env python3
"""Prints the SBOM of a set of packages (SPDX 2.3): the one of the build, and for each file what it contains of others.

  sbom.py CAROM.SPDX.JSON THIRD_PARTY/LIST.JSON DIRECTORY CREATED
"""
import hashlib
import json
import os
import subprocess
import sys

# The parts of third_party/list.json that are in a file of this kind; the sources contain nothing of others.
PARTS = {
    "carom_": {"command", "viewer page"},
    "libcarom": {"carom_io"},
    "python3-carom_": {"Python module"},
    ".whl": {"carom_io", "Python module"},
    ".tgz": {"carom_io", "JavaScript package"},
}


def parts_of(name):
    for mark, parts in PARTS.items():
        if name.endswith(mark) or (name.endswith(".deb") and name.startswith(mark)):
            return parts
    return set()


def depends_of(path):
    """What dpkg installs with it, which is not in it."""
    if not path.endswith(".deb"):
        return ""
    depends = subprocess.run(["dpkg-deb", "-f", path, "Depends"], check=True, capture_output=True, text=True)
    return "Depends: " + depends.stdout.strip()


def add_file(sbom, others, directory, name):
    path = os.path.join(directory, name)
    with open(path, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    identifier = "SPDXRef-file-" + "".join(c if c.isalnum() or c in ".-" else "-" for c in name)
    package = {
        "SPDXID": identifier,
        "name": name,
        "packageFileName": name,
        "versionInfo": sbom["packages"][0]["versionInfo"],
        "downloadLocation": "NOASSERTION",
        "licenseDeclared": "MIT",
        "filesAnalyzed": False,
        "copyrightText": "NOASSERTION",
        "licenseConcluded": "NOASSERTION",
        "checksums": [{"algorithm": "SHA256", "checksumValue": digest}],
    }
    if depends_of(path):
        package["comment"] = depends_of(path)
    sbom["packages"].append(package)

    def relate(kind, to):
        sbom["relationships"].append(
            {"spdxElementId": identifier, "relationshipType": kind, "relatedSpdxElement": to})

    relate("GENERATED_FROM", "SPDXRef-carom")
    for other in others:
        if parts_of(name) & set(other["part_of"]):
            relate("CONTAINS", other["id"])


def main(build_sbom, list_of_others, directory, created):
    with open(build_sbom, encoding="utf-8") as file:
        sbom = json.load(file)
    with open(list_of_others, encoding="utf-8") as file:
        others = json.load(file)
    ids = {package["name"]: package["SPDXID"] for package in sbom["packages"]}
    for other in others:
        other["id"] = ids[other["name"]]
    sbom["creationInfo"]["created"] = created
    names = [os.path.relpath(os.path.join(folder, name), directory)
             for folder, _, files in os.walk(directory) for name in files]
    for name in sorted(names):
        add_file(sbom, others, directory, name)
    json.dump(sbom, sys.stdout, indent=2)
    print()


if len(sys.argv) != 5:
    sys.exit(__doc__)
main(*sys.argv[1:])
