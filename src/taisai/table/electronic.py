"""Electronic tumblers: whether a table has one, and what such a table is called."""

from collections.abc import Collection

from taisai.rules.vocabulary import Step


def is_electronic(automation: Collection[str]) -> bool:
    """Return whether a table enters its own rolls, and so throws its own dice."""
    return Step.ENTER in automation


def table_kind(paytable: str, automation: Collection[str]) -> str:
    """Return the label shown with the table's name; empty for a hand-dealt table, whose game the rule document
    describes."""
    return f"electronic tumbler, house game with the pay table {paytable}" if is_electronic(automation) else ""
