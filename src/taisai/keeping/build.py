"""Which build of taisai this is."""

from functools import cache
from importlib.metadata import version
from typing import Final

from taisai.keeping.software import digest, manifest

SHOWN: Final = 12  # hexadecimal digits


@cache
def build() -> str:
    """Return the version with the digest of our files as they were at the first call, so that two builds of one version
    can be told apart."""
    return f"{version('taisai')}+{digest(manifest())[:SHOWN]}"
