"""A table of the floor as set in the settings, checked against its rulebook."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path as FilePath
from typing import Annotated, Final, Literal

import msgspec

from taisai.books.readiness import unready
from taisai.house.electronic import electronic_misfits
from taisai.house.games import game
from taisai.house.setting_rows import row
from taisai.house.setup import all_multiples
from taisai.rules.fault import Path
from taisai.rules.refusals import Refused, did_you_mean
from taisai.rules.vocabulary import Step
from taisai.table.electronic import table_kind
from taisai.table.game import SILENT, Game
from taisai.table.limits import LimitRule
from taisai.table.trades.limiting import check_displayed, check_limits

HOUSE: Final = "house"  # the journal of people and events; no table may have this name
ELECTRONIC: Final = "electronic"
BY_HAND: Final = "by-hand"
BY_HAND_WITH_CHIPS: Final = (Step.COLLECT, Step.PAY)

TEXT: Final = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]*\Z"  # what screens and files can show
SEATS_MOST: Final = 10_000
MONEY_MOST: Final = 10**15  # exact in the numbers of a browser
Line = Annotated[str, msgspec.Meta(max_length=80, pattern=TEXT)]
Chip = Annotated[int, msgspec.Meta(ge=1, le=MONEY_MOST)]


class TableSettings(msgspec.Struct, frozen=True):
    """One table. Money is in minor units of the rulebook's currency."""

    id: Annotated[
        str,
        row(
            "The table's name: 1 to 20 letters, digits and hyphens, but not house; each table needs its own name.",
            play=True,
        ),
    ]
    paytable: Annotated[
        str,
        row("The pay table, such as rws-6/2, or one of your own, such as ./my-house/1 in the house's folder."),
    ]
    title: Annotated[Line, row("The name that players see: up to 80 characters.")] = ""
    money: Annotated[Literal["credits", "chips"], row("credits or chips.")] = "credits"
    seats: Annotated[int, msgspec.Meta(ge=1, le=SEATS_MOST), row("How many seats: 1 to 10000.")] = 8
    automation: Annotated[
        str | tuple[str, ...],
        row(
            "electronic (fully automatic), by-hand, or the list of steps that the table takes automatically. With"
            " enter the throw is electronic: the rulebook must permit that, and tumble and reveal must be in the list"
            " too."
        ),
    ] = BY_HAND
    window_s: Annotated[
        int,
        msgspec.Meta(ge=1, le=3600),
        row("For how many seconds wagers stay open if closing is automatic: 1 to 3600.", play=True),
    ] = 20
    pause_s: Annotated[
        int,
        msgspec.Meta(ge=0, le=3600),
        row("How many seconds pass between two rounds if opening is automatic: 0 to 3600.", play=True),
    ] = 6
    chips: Annotated[tuple[Chip, ...], row("The chip values in minor units, in rising order.")] = (
        100,
        500,
        2_500,
        10_000,
        50_000,
    )
    limits: Annotated[
        tuple[LimitRule, ...],
        row(
            "Limits in minor units, each for one area or, without an area, for all; 0 means no limit. The default is"
            " 100 to 250000, with a Differential of 250000 if the rulebook has one."
        ),
    ] = ()
    count_at_change: Annotated[
        tuple[Literal["dealer", "supervisor"], ...],
        row(
            "At a table with chips: a list of dealer, supervisor or both. When that person changes, no round begins"
            " until two people have counted the float."
        ),
    ] = ()


class ShutTable(msgspec.Struct, frozen=True):
    """A table that stays closed because the house's own rulebook cannot be read. `why` leaves out where on this machine
    the rulebook is."""

    id: str
    title: str
    paytable: str
    why: str


DEMO_TABLES: Final = (
    TableSettings(
        "T1",
        "rws-6/2",
        "Electronic Tai Sai",
        automation=ELECTRONIC,
        limits=(LimitRule(minimum=100, maximum=500_000, differential=300_000),),
    ),
    TableSettings("T2", "nz-2008/1", "Tai Sai dealt by hand"),
)

Note = Callable[[Path, str, object, str], None]
"""Where in a table, what is wrong, the value, what is allowed."""


def automatic_steps(table: TableSettings, played: Game) -> tuple[str, ...]:
    """Return the steps that `electronic` and `by-hand` stand for with this rulebook. The dealer's call and the lights
    need nobody."""
    match table.automation:
        case str(word):
            return tuple(step.step.value for step in played.steps) if word == ELECTRONIC else ()
        case steps:
            return steps


def limits_of(table: TableSettings, played: Game) -> tuple[LimitRule, ...]:
    """Return the limits in the settings; if there are none, usual ones with what the rulebook wants players to see."""
    kinds = played.book.limits.kinds if played.book.limits else ()
    usual = LimitRule(minimum=100, maximum=250_000, differential=250_000 if "differential" in kinds else 0)
    return table.limits or (usual,)


def limits_misfit(table: TableSettings, limits: tuple[LimitRule, ...]) -> str:
    """Return why a table could not have these limits; empty if it could, or if the table itself is wrong."""
    try:
        played = game(table.paytable)
    except Refused:
        return ""
    try:
        check_limits(played, limits)
        check_displayed(played, limits)
    except Refused as refused:
        return refused.words
    return ""


def shut_table(table: TableSettings) -> ShutTable | None:
    """Return the table as shut; None if its rulebook can be read or is not the house's own, because then the settings
    are wrong."""
    own = FilePath(table.paytable)
    if not own.is_absolute():
        return None
    try:
        game(table.paytable)
    except Refused as refused:
        folder = own.parent if own.name.isdecimal() else own
        why = refused.words.replace(str(folder), folder.name).partition("; see all with")[0]
        return ShutTable(table.id, table.title or table.id, "/".join(own.parts[-2:]), why)
    return None


def check_tables(tables: Iterable[tuple[int, TableSettings]], note: Note) -> None:
    """Note every conflict between tables, and between a table and its rulebook. Tables come with their positions."""
    seen: Counter[str] = Counter()
    for place, table in tables:
        seen[table.id] += 1
        if seen[table.id] == 2:
            note((place, "id"), "two tables have this id", table.id, "give each table its own id")
        for field, words, value, allowed in _misfits(table):
            note((place, *field), words, value, allowed)


Misfit = tuple[Path, str, object, str]


def _misfits(table: TableSettings) -> Iterator[Misfit]:
    if not re.fullmatch("[A-Za-z0-9-]{1,20}", table.id) or table.id.lower() == HOUSE:
        yield ("id",), "not a valid table id", table.id, f"1 to 20 letters, digits and hyphens, not {HOUSE!r}"
    try:
        played = game(table.paytable)
    except Refused as refused:
        yield ("paytable",), "no table can use it", table.paytable, refused.words
        return
    if lacking := tuple(unready(played.book)):
        more = f" (and {len(lacking) - 1} more; see: taisai check --to-run)" if len(lacking) > 1 else ""
        yield ("paytable",), "no table can use it", table.paytable, f"{lacking[0]}{more}"
    yield from _automation_misfits(table, played)
    yield from _chip_misfits(table, played)
    yield from _limit_misfits(table, played)


def _automation_misfits(table: TableSettings, played: Game) -> Iterator[Misfit]:
    at, can = ("automation",), [step.step.value for step in played.steps]
    if isinstance(table.automation, str) and table.automation not in {ELECTRONIC, BY_HAND}:
        near = did_you_mean(table.automation, (ELECTRONIC, BY_HAND))
        yield at, "unknown value", table.automation, f"{ELECTRONIC}, {BY_HAND} or a list of steps{near}"
    steps = automatic_steps(table, played)
    for place, step in enumerate(steps):
        here = at if isinstance(table.automation, str) else (*at, place)
        if step in SILENT:
            yield here, "happens with the entry, so it is not listed", step, f"remove it; steps are {', '.join(can)}"
        elif step not in can:
            yield here, f"not a step of {played.book.id}", step, f"steps are {', '.join(can)}{did_you_mean(step, can)}"
        elif step in steps[:place]:
            yield here, "listed twice", step, "list each step once"
        elif table.money == "chips" and step in BY_HAND_WITH_CHIPS:
            yield here, "a table cannot move chips", step, 'set money = "credits", or remove this step'
    for words, fix in electronic_misfits(played, steps):
        here = at if isinstance(table.automation, str) or Step.ENTER not in steps else (*at, steps.index(Step.ENTER))
        yield here, words, table.automation if here is at else Step.ENTER.value, fix


def _chip_misfits(table: TableSettings, played: Game) -> Iterator[Misfit]:
    chips, per = table.chips, played.paytable.per
    if not chips or list(chips) != sorted(set(chips)):
        yield ("chips",), "not a valid list of chips", list(chips), "at least one, in rising order"
    if table.money == "chips" and not all_multiples(chips):
        yield ("chips",), "chips that cannot be exchanged", list(chips), "use multiples of the smallest"
    if table.count_at_change and table.money != "chips":
        yield (
            ("count_at_change",),
            "no chips to count",
            list(table.count_at_change),
            'set money = "chips" or an empty list',
        )
    for place, chip in enumerate(chips):
        if chip % per:
            why = f"use a multiple of {per}, so that every win on {played.paytable.id} is whole"
            yield ("chips", place), "would not settle to whole units", chip, why


def _limit_misfits(table: TableSettings, played: Game) -> Iterator[Misfit]:
    try:
        check_displayed(played, limits_of(table, played))
    except Refused as refused:
        yield ("limits",), "the table could not open", refused.value, refused.words
    for place, rule in enumerate(table.limits):
        try:
            check_limits(played, (rule,))
        except Refused as refused:
            yield ("limits", place), "not a valid limit", refused.value, refused.words
        if rule.area and rule.exposure:
            allowed = "put it in the limit without an area"
            yield ("limits", place, "exposure"), "applies to the whole table, not to an area", rule.exposure, allowed
    for area, times in Counter(rule.area for rule in table.limits).items():
        if times > 1:
            yield ("limits",), "limited twice", area or "all areas", "use one limit per area, and one without an area"


def kind_of(table: TableSettings) -> str:
    """Return the label of a table's kind. Its settings must be valid."""
    played = game(table.paytable)
    return table_kind(played.paytable.id, automatic_steps(table, played))
