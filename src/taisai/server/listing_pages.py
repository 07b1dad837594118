"""Paged listings: no answer exceeds 64 kB, however long the list is."""

from collections.abc import Iterable
from typing import Annotated, Final, TypeVar

import msgspec

from taisai.house.views import pages

PAGE_BYTES: Final = 56 * 1024  # the rest is for the JSON around the items

Listed = TypeVar("Listed")


class AfterQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`after` is the last item of the previous page; empty for the first page."""

    after: Annotated[str, msgspec.Meta(max_length=200)] = ""


def first_page(items: Iterable[Listed]) -> tuple[tuple[Listed, ...], bool]:
    """Return as many items as fit into one answer, and whether there are more."""
    found = pages(items, PAGE_BYTES)
    return next(found, ()), next(found, ()) != ()
