"""The page of licences: of every delivered package, font and picture."""

from collections import defaultdict
from collections.abc import Iterable

from licensing import python, screens
from licensing.licensed import ALLOWED, Licensed
from pages.writing import codes, headed, table

INTRO = """\
taisai itself is Apache-2.0. A house runs on the packages below. They are those that `pyproject.toml` and the sources of
the screens ask for, and those that these need in turn, at the versions of the lock files. Tools that only build or test
are not delivered and not listed. A test fails where a licence is not one of these:
"""
LIBRARIES = """\
Some wheels bring compiled libraries of others, which their own licence files name. The runtime of the compiler is the
only part under the GPL, with the exception that permits any use, or the LGPL. It is a shared file that anybody may
exchange.
"""
PARTS = """\
Others list what was compiled into them (SBOM), under these licences:
"""
SCREENS = """\
What the screens import, and what that needs. Of these only Svelte's runtime, `clsx`, `esm-env`, `@noble/ed25519`,
`@noble/hashes`, `fflate`, `qr` and the fonts reach a
browser; the rest is the compiler's.
"""
MEDIA = """\
The texts of the fonts' licences are delivered with the screens, in `assets/licences`. Sounds are made by code and have
no files.
"""


def licences_page() -> str:
    libraries = [(one.name, one.licence, f"`{one.inside}`") for one in python.libraries()]
    lines = [INTRO, codes(sorted(ALLOWED)) + ".\n", "## Python packages\n", *_grouped(python.packages())]
    lines += ["## Inside wheels\n", LIBRARIES, *table(["library", "licence", "inside"], libraries)]
    lines += [PARTS, *table(["inside", "licences"], _by_wheel(python.parts()))]
    lines += ["## Packages of the screens\n", SCREENS, *_grouped(screens.packages())]
    lines += ["## Fonts and pictures\n", MEDIA, *_grouped([*screens.fonts(), *screens.pictures()])]
    return headed("Licences", lines, source="pyproject.toml or web/package.json")


def _grouped(found: Iterable[Licensed]) -> list[str]:
    groups: dict[str, list[str]] = defaultdict(list)
    for one in found:
        groups[one.licence].append(one.name)
    return table(["licence", ""], ((licence, codes(groups[licence])) for licence in sorted(groups)))


def _by_wheel(found: Iterable[Licensed]) -> list[tuple[str, str]]:
    """Group them by wheel, without their names, because there are hundreds."""
    wheels: dict[str, set[str]] = defaultdict(set)
    for one in found:
        wheels[one.inside].add(one.licence)
    return [(f"`{name}`", "; ".join(sorted(wheels[name]))) for name in sorted(wheels)]
