"""Listings that come a page at a time: no answer is over 64 kB, however much there is to list."""

from collections.abc import Iterable
from typing import Annotated, Final, TypeVar

import msgspec

from taisai.house.views import pages

PAGE_BYTES: Final = 56 * 1024  # the rest is for what stands around and between the lines of a page

Listed = TypeVar("Listed")


class AfterQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`after` is the last of the page before, empty for the first page."""

    after: Annotated[str, msgspec.Meta(max_length=200)] = ""


def first_page(items: Iterable[Listed]) -> tuple[tuple[Listed, ...], bool]:
    """As many as an answer has room for, and whether there are more."""
    found = pages(items, PAGE_BYTES)
    return next(found, ()), next(found, ()) != ()
