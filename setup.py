"""Builds the Python package: CMake compiles the module. What the package is says pyproject.toml."""
import gzip
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

ROOT = Path(__file__).resolve().parent
VERSION = re.search(r'version = "([0-9.]+)"', (ROOT / "include/carom/core/version.hpp").read_text())[1]


class CMakeModule(build_ext):
    def build_extension(self, ext):
        build = Path(self.build_temp).resolve()
        options = {
            "CMAKE_BUILD_TYPE": "Release",
            "CMAKE_UNITY_BUILD": "ON",
            "CMAKE_UNITY_BUILD_BATCH_SIZE": "12",
            "CMAKE_MODULE_LINKER_FLAGS": "-s",
            # No path of this machine in the module.
            "CMAKE_CXX_FLAGS": f"{os.environ.get('CXXFLAGS', '')} -ffile-prefix-map={ROOT}=.".strip(),
            "CAROM_BUILD_PYTHON": "ON",
            "PYTHON_EXECUTABLE": sys.executable,
        }
        for part in ("APP", "BENCH", "C", "EXAMPLES", "TESTS"):
            options[f"CAROM_BUILD_{part}"] = "OFF"
        given = [f"-D{name}={value}" for name, value in options.items()]
        subprocess.run(["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", *given], check=True)
        cores = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL") or str(os.cpu_count())
        subprocess.run(["cmake", "--build", build, "--target", "carom_python", "--parallel", cores], check=True)
        target = Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(build / "python/carom" / target.name, target)


class SameBytes(sdist):
    """The same files give the same archive: names in order, no owners, one time."""

    def make_archive(self, base_name, format, root_dir=None, base_dir=None, owner=None, group=None):
        when = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))

        def plain(entry):
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = ""
            entry.mtime = when
            entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
            return entry

        name = f"{base_name}.tar.gz"
        with open(name, "wb") as file, gzip.GzipFile("", "wb", 9, file, when) as packed:
            with tarfile.open(mode="w", fileobj=packed, format=tarfile.PAX_FORMAT) as archive:
                archive.add(base_dir, filter=plain)  # in the order of names
        return name


setup(
    version=VERSION,
    ext_modules=[Extension("carom._carom", [])],
    cmdclass={"build_ext": CMakeModule, "sdist": SameBytes},
)
