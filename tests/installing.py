"""A clean environment with one wheel in it, and of all other packages only those that the wheel's metadata asks for."""

import subprocess
import sys
from email.parser import HeaderParser
from importlib.metadata import distribution
from pathlib import Path
from shutil import copytree
from zipfile import ZipFile

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

UV = str(Path(sys.executable).parent / "uv")


def metadata(wheel):
    with ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return HeaderParser().parsestr(archive.read(name).decode())


def environment(folder, wheel, *extras):
    """Packages are those of the suite's own environment, so that nothing is asked of a registry."""
    subprocess.run([UV, "venv", "--quiet", "--offline", "--python", sys.executable, folder], check=True)
    (site,) = folder.glob("lib/python*/site-packages")
    for name in _asked(metadata(wheel).get_all("Requires-Dist"), extras):
        _link(distribution(name), site)
    python = folder / "bin" / "python"
    subprocess.run([UV, "pip", "install", "-q", "--offline", "--no-deps", "--python", python, wheel], check=True)
    subprocess.run([UV, "pip", "check", "-q", "--python", python], check=True)
    return folder / "bin"


def _asked(lines, extras):
    found, waiting = set(), [(line, frozenset(extras)) for line in lines]
    while waiting:
        line, wanted = waiting.pop()
        asked = Requirement(line)
        fits = not asked.marker or any(asked.marker.evaluate({"extra": one}) for one in wanted | {""})
        key = canonicalize_name(asked.name), frozenset(asked.extras)
        if not fits or key in found:
            continue
        found.add(key)
        more = lines if asked.name == "taisai" else distribution(asked.name).requires or ()
        waiting += [(one, key[1]) for one in more]
    return {name for name, _ in found} - {"taisai"}


def _link(package, site):
    """Its metadata are copied, for uv looks at no links."""
    for top in {file.parts[0] for file in package.files} - {"..", "__pycache__"}:
        if top.endswith(".dist-info"):
            copytree(package.locate_file(top), site / top)
        elif not (site / top).exists():
            (site / top).symlink_to(package.locate_file(top))
