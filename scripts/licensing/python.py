"""Licences of the Python packages that a house needs, and of the libraries inside their wheels."""

import json
import re
import tomllib
from base64 import b64decode
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from typing import Any

from licensing.licensed import UNKNOWN, Licensed, by_text
from pages.writing import ROOT

from taisai.keeping.packages import OURS, needed

WITHOUT = {"openssl": "Apache-2.0"}
"""Some parts lists name it without a licence; since version 3 it has this one."""


def packages() -> list[Licensed]:
    return [Licensed(f"{one.name} {one.version}", licence_of(one)) for one in _installed()]


def _installed() -> Iterator[Distribution]:
    names = {name for line in _asked() for name in needed(re.split(r"[^\w.-]", line)[0])} - {OURS}
    return map(distribution, sorted(names))


def _asked() -> list[str]:
    """Return what a house needs: base requirements and its extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    lines = (*project["dependencies"], *extras["check"], *extras["lab"], *extras["house"])
    return [line for line in lines if not line.startswith(OURS)]


def licence_of(package: Distribution) -> str:
    """Return the declared licence, or the one found in the included texts."""
    declared = package.metadata.get("License-Expression")
    return declared or " OR ".join(sorted({by_text(text) for text in _texts(package)})) or UNKNOWN


def _texts(package: Distribution) -> Iterator[str]:
    for file in package.files or ():
        if ".dist-info" in str(file) and re.match(r"(LICEN[CS]E|COPYING)", file.name):
            yield file.read_text()


def libraries() -> list[Licensed]:
    """Return the libraries that a package's licence file lists."""
    found = []
    for package in _installed():
        for text in _texts(package):
            listed = re.findall(r"^Name: (.+)\n(?:.+\n)*?License: (.+)$", text, re.MULTILINE)
            found += [Licensed(library.strip(), licence.strip(), package.name) for library, licence in listed]
    return found


def parts() -> list[Licensed]:
    """Return the parts in a package's own SBOM: what was compiled into it."""
    found = []
    for package in _installed():
        for file in package.files or ():
            if "sboms" in file.parts:
                listed = json.loads(file.read_text())["components"]
                found += [Licensed(part["name"], part_licence(part), package.name) for part in listed]
    return found


def part_licence(part: dict[str, Any]) -> str:
    stated = [_stated(one) for one in part.get("licenses", ())]
    joined = stated if len(stated) < 2 else [f"({one})" for one in stated]
    return " AND ".join(joined) or WITHOUT.get(part["name"], UNKNOWN)


def _stated(one: dict[str, Any]) -> str:
    licence = one.get("license", {})
    text = b64decode(licence.get("text", {}).get("content", "")).decode()
    return str(one.get("expression") or licence.get("id") or by_text(text))
