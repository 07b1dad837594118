"""The SBOM of a release in CycloneDX format: the wheel and all its possible dependencies."""

from importlib.metadata import distribution
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from licensing import python, screens
from licensing.licensed import UNKNOWN, Licensed
from releasing.sums import sha256_of

from taisai.keeping.packages import OURS, needed

Part = dict[str, Any]


def parts_list(wheel: Path, version: str, day: str) -> Part:
    itself = _itself(wheel, version)
    components = [*_packages(), *(_component("npm", one) for one in screens.packages())]
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid5(NAMESPACE_URL, sha256_of(wheel))}",
        "version": 1,
        "metadata": {"timestamp": f"{day}T00:00:00Z", "component": itself},
        "components": sorted(components, key=lambda one: str(one["bom-ref"])),
        "dependencies": _dependencies(itself, components),
    }


def _itself(wheel: Path, version: str) -> Part:
    itself = _component("pypi", Licensed(f"{OURS} {version}", "Apache-2.0"))
    return itself | {"type": "application", "hashes": [{"alg": "SHA-256", "content": sha256_of(wheel)}]}


def _packages() -> list[Part]:
    """Return the packages that a house needs, and those of the other extras as optional."""
    always = {one.name for one in python.packages()}
    found = []
    for package in map(distribution, needed()):
        if package.name != OURS:
            one = Licensed(f"{package.name} {package.version}", python.licence_of(package))
            found.append(_component("pypi", one) | {"scope": "required" if one.name in always else "optional"})
    return found


def _component(kind: str, one: Licensed) -> Part:
    name, _, version = one.name.rpartition(" ")
    ref = f"pkg:{kind}/{name.replace('@', '%40')}@{version}"
    licences = [] if one.licence == UNKNOWN else [{"expression": one.licence}]
    return {"type": "library", "bom-ref": ref, "name": name, "version": version, "purl": ref, "licenses": licences}


def _dependencies(itself: Part, components: list[Part]) -> list[Part]:
    """Return the dependencies. The wheel needs all of them, directly or indirectly."""
    refs = sorted(str(one["bom-ref"]) for one in components)
    return [{"ref": itself["bom-ref"], "dependsOn": refs}, *({"ref": ref} for ref in refs)]
