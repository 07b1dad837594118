"""A delivered item, its licence, and whether we allow that licence."""

from collections.abc import Iterable
from typing import NamedTuple

ALLOWED = frozenset({
    "0BSD", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "BSD-3-Clause-Open-MPI",
    "CC0-1.0", "ISC", "MIT", "MIT-0", "MPL-2.0", "OFL-1.1", "PSF-2.0", "Unicode-3.0", "Unicode-DFS-2016", "Unlicense",
    "Zlib",
})  # fmt: skip
RUNTIME = frozenset({"GPL-3.0-or-later WITH GCC-exception-3.1", "LGPL-2.1-or-later"})
"""Only for a library inside a wheel: the compiler's runtime, as a shared file that anyone may replace."""
UNKNOWN = "unknown"
TEXTS = (
    ("sil open font license, version 1.1", "OFL-1.1"),
    ("unicode license v3", "Unicode-3.0"),
    ("permission is hereby granted, free of charge", "MIT"),
    ("neither the name", "BSD-3-Clause"),
    ("redistribution and use in source and binary forms", "BSD-2-Clause"),
    ("apache license", "Apache-2.0"),
    ("provided 'as-is', without any express or implied", "Zlib"),
)
"""The first match decides, because some texts begin with the words of another."""
TEXT_BEGINS = 2500  # characters; after these come licences of included libraries


class Licensed(NamedTuple):
    name: str
    licence: str
    inside: str = ""

    @property
    def is_allowed(self) -> bool:
        """Return whether all parts are allowed; of a choice, one is enough."""
        if self.inside and self.licence in RUNTIME:
            return True
        parts = (part.strip("() ") for part in self.licence.split(" AND "))
        return all(ALLOWED & {one.strip("() ") for one in part.split(" OR ")} for part in parts)


def not_allowed(found: Iterable[Licensed]) -> list[str]:
    return [f"{one.name}: {one.licence}" for one in found if not one.is_allowed]


def by_text(text: str) -> str:
    plain = " ".join(text[:TEXT_BEGINS].lower().split())
    return next((licence for words, licence in TEXTS if words in plain), UNKNOWN)
