"""A command with a flag for each setting, made from its row."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from taisai.house.setting_rows import Row


class SettingsCommand(click.Command):
    """Reads the rows only when it is used, and before that does what its `before` says: nothing else of ours is
    imported until then."""

    def __init__(self, *args: Any, before: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._before = before
        self._options: list[click.Option] | None = None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if "--help" not in args:
            self._before(args)
        rest = super().parse_args(ctx, args)
        ctx.params = {name: value or None if isinstance(value, tuple) else value for name, value in ctx.params.items()}
        return rest

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        if self._options is None:
            self._options = list(options())
        return [*self._options, *super().get_params(ctx)]


def given(args: list[str], flag: str) -> str:
    """Return the value of a flag, as the last one typed; empty if there is none."""
    value = ""
    for place, word in enumerate(args):
        if word == "--":
            break
        if word.startswith(f"{flag}="):
            value = word.partition("=")[2]
        elif word == flag and place + 1 < len(args):
            value = args[place + 1]
    return value


def options() -> Iterator[click.Option]:
    from taisai.house.setting_rows import rows  # noqa: PLC0415 - see SettingsCommand
    from taisai.house.settings import Settings  # noqa: PLC0415

    for row in rows(Settings).values():
        if not row.record:
            yield click.Option(
                [f"--{row.flat.replace('_', '-')}", row.flat],
                metavar=_metavar(row), multiple=row.is_list, help=row.meaning, hidden=not row.traits.shown,
            )  # fmt: skip


def _metavar(row: "Row") -> str:
    from taisai.house.setting_rows import plain  # noqa: PLC0415

    kind = plain(row.kind)
    return "PATH" if row.traits.path else {int: "NUMBER", bool: "true|false"}.get(kind, "TEXT")
