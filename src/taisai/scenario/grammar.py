"""The sentences of a scenario, and how a line is matched with one."""

import re
import shlex
from difflib import SequenceMatcher
from typing import NamedTuple

from taisai.people.equipment_events import ItemKind
from taisai.people.refusals import PeopleRefusal
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Role
from taisai.table.order import Person

SENTENCES = {
    # kind: forms; words in capitals stand for values
    "open": (
        "open TABLE",
        "open TABLE with chips",
        "open TABLE with chips and tips",
        "open TABLE with float AMOUNT",
        "open TABLE electronic",
    ),
    "install": ("install TABLE", "install TABLE with chips", "install TABLE electronic"),
    "check": ("check WORD", "check WORD fails WORDS"),
    "test": ("test run",),
    "test-roll": ("test roll ROLL is lit right", "test roll ROLL is lit wrong WORDS"),
    "open-table": ("open table", "open table with float AMOUNT"),
    "count": ("count CHIPS for opening", "count CHIPS for change", "count CHIPS for closing"),
    "duty": ("dealer is NAME now", "supervisor is NAME now"),
    "duty-begun": (
        "dealer NAME comes on duty",
        "supervisor NAME comes on duty",
        "rotation brings dealer NAME",
        "dealer NAME takes a break",
    ),
    "item-registered": (
        "dice WORD with serials WORD WORD WORD and seal WORD are registered",
        "EQUIPMENT WORD is registered",
        "EQUIPMENT WORD with serial WORD and seal WORD is registered",
    ),
    "item-used": (
        "dice WORD pass the test",
        "dice WORD come to the table",
        "dice WORD leave the table",
        "EQUIPMENT WORD passes the test",
        "EQUIPMENT WORD comes to the table",
        "EQUIPMENT WORD leaves the table",
    ),
    "item-told": (
        "dice WORD are opened at seal WORD",
        "dice WORD fail the test because WORDS",
        "dice WORD are damaged because WORDS",
        "dice WORD are retired because WORDS",
        "dice WORD are destroyed because WORDS",
        "EQUIPMENT WORD is opened at seal WORD",
        "EQUIPMENT WORD fails the test because WORDS",
        "EQUIPMENT WORD is damaged because WORDS",
        "EQUIPMENT WORD is repaired because WORDS",
        "EQUIPMENT WORD is retired because WORDS",
        "EQUIPMENT WORD is destroyed because WORDS",
    ),
    "rating": ("seat SEAT gives card WORD", "seat SEAT takes the card back"),
    "approve-count": ("approve count because WORDS",),
    "limits": (
        "limits minimum AMOUNT maximum AMOUNT",
        "limits minimum AMOUNT maximum AMOUNT for the box",
        "limits minimum AMOUNT maximum AMOUNT differential AMOUNT",
        "limits minimum AMOUNT maximum AMOUNT exposure AMOUNT",
        "limits minimum AMOUNT maximum AMOUNT differential AMOUNT exposure AMOUNT",
        "limits for AREA minimum AMOUNT maximum AMOUNT",
        "limits for AREA minimum AMOUNT maximum AMOUNT differential AMOUNT",
    ),
    "assign": ("assign NAME as ROLE", "relieve NAME of the post"),
    "buy": ("seat SEAT buys in AMOUNT", "seat SEAT buys in AMOUNT with voucher NUMBER"),
    "cash-out": ("seat SEAT cashes out as NUMBER",),
    "collect-voucher": ("seat SEAT collects voucher NUMBER",),
    "cancel-voucher": ("voucher NUMBER of seat SEAT does not print",),
    "drop": ("drop box WORD comes to the table", "drop box WORD leaves the table"),
    "soft-count": ("soft count of box WORD finds CHIPS", "soft count of box WORD finds nothing"),
    "confirm-soft-count": (
        "soft count of box WORD is confirmed",
        "soft count of box WORD is wrong because WORDS",
    ),
    "approve-soft-count": ("soft count of box WORD is approved because WORDS",),
    "tip": ("seat SEAT tips CHIPS",),
    "take-tips": ("tip box with CHIPS goes to the cage",),
    "change": ("seat SEAT changes cash for CHIPS",),
    "bring": ("seat SEAT arrives with CHIPS",),
    "take": ("seat SEAT leaves with CHIPS",),
    "go": ("seat SEAT takes all chips away",),
    "colour-chips": ("seat SEAT takes NUMBER colour chips for CHIPS", "seat SEAT gives NUMBER colour chips for CHIPS"),
    "write-off": ("seat SEAT lost NUMBER colour chips because WORDS",),
    "pay-owed": ("seat SEAT pays AMOUNT owed",),
    "colour": ("seat SEAT plays WORD chips worth AMOUNT",),
    "colour-up": ("seat SEAT colours up CHIPS to CHIPS",),
    "fill": ("fill float with CHIPS",),
    "credit": ("credit float with CHIPS",),
    "request": ("request fill of CHIPS", "request credit of CHIPS"),
    "slip": ("slip NUMBER is prepared", "slip NUMBER is carried", "slip NUMBER is received"),
    "void-slip": ("slip NUMBER is void because WORDS",),
    "tumble": ("tumble", "tumble TIMES times"),
    "open-bets": ("place your bets",),
    "wager": ("seat SEAT wagers AMOUNT on SPOT",),
    "stack": ("seat SEAT stacks CHIPS on SPOT",),
    "call-wager": (
        "dealer places AMOUNT on SPOT for seat SEAT",
        "dealer places AMOUNT on SPOT for seat SEAT asked by WORDS",
    ),
    "move": ("seat SEAT moves AMOUNT from SPOT to SPOT", "seat SEAT moves AMOUNT from SPOT to SPOT because WORDS"),
    "withdraw": ("seat SEAT withdraws AMOUNT from SPOT", "seat SEAT withdraws AMOUNT from SPOT because WORDS"),
    "commit": ("the tumbler commits to ROLL", "the tumbler commits to ROLL striking SPOT by TIMES"),
    "throw": ("the tumbler throws",),
    "close-bets": ("no more bets",),
    "unnoticed": ("unnoticed seat SEAT had AMOUNT on SPOT",),
    "reveal": ("reveal", "reveal not flat"),
    "press": ("press FACE", "press FACE FACE FACE"),
    "enter": ("enter",),
    "roll": ("roll ROLL",),
    "amend": ("amend to ROLL",),
    "collect": ("collect",),
    "pay": ("pay", "pay WORD"),
    "pay-chips": ("pay seat SEAT on SPOT in CHIPS",),
    "settle": ("settle",),
    "void": ("void for WORD", "void for WORD unannounced"),
    "reverse": ("damaged dice in rounds ROUNDS",),
    "correct": ("correct round ROUND to ROLL",),
    "moved": ("AMOUNT of seat SEAT moved from SPOT to SPOT because WORDS",),
    "move-back": (
        "seat SEAT gets AMOUNT moved back from SPOT to SPOT for WORD",
        "seat SEAT gets AMOUNT moved back from SPOT to SPOT for WORD because WORDS",
    ),
    "line": (
        "AMOUNT of seat SEAT touches the line of SPOT and counts because WORDS",
        "AMOUNT of seat SEAT touches the line of SPOT and goes back because WORDS",
    ),
    "trouble": ("report WORD", "report WORD WORDS"),
    "shown": (
        "report WORD showing ROLL",
        "report WORD while the dice show ROLL",
        "report WORD showing ROLL while the dice show ROLL",
    ),
    "clear": ("clear WORDS",),
    "resume": ("interrupted", "interrupted with dice disturbed", "interrupted showing ROLL"),
    "terminal": ("terminal SEAT fails", "terminal SEAT fails with AMOUNT on SPOT unregistered"),
    "mend": ("terminal SEAT is mended WORDS",),
    "leave": ("seat SEAT leaves",),
    "dispute": ("seat SEAT disputes round ROUND WORDS", "dispute about round ROUND WORDS"),
    "decide": (
        "decide dispute NUMBER WORDS",
        "decide dispute NUMBER WORDS seat gets AMOUNT with WORD",
        "decide dispute NUMBER WORDS seat gives AMOUNT with WORD",
    ),
    "close": ("close table",),
    "expect-seat": ("expect seat SEAT has AMOUNT", "expect seat SEAT owes AMOUNT"),
    "expect-wager": (
        "expect seat SEAT wins on SPOT",
        "expect seat SEAT pushes on SPOT",
        "expect seat SEAT loses on SPOT",
        "expect seat SEAT gets AMOUNT back on SPOT",
    ),
    "expect-struck": ("expect SPOT multiplied by TIMES",),
    "expect-account": ("expect WORD has BALANCE", "expect box WORD has BALANCE"),
    "expect-chips": ("expect seat SEAT holds CHIPS", "expect WORD holds CHIPS"),
    "expect-duty": ("expect dealer on duty is NAME", "expect supervisor on duty is NAME"),
    "expect-item": ("expect dice WORD used in rounds WORD", "expect EQUIPMENT WORD used in rounds WORD"),
    "expect-rating": ("expect seat SEAT is rated by card WORD",),
}
NUMBERS = {"SEAT", "AMOUNT", "TIMES", "FACE", "ROUND", "BALANCE"}
LISTS = {"CHIPS", "ROUNDS"}
EQUIPMENT = {kind.value for kind in ItemKind} - {ItemKind.DICE.value}
CODES = {code.value for codes in (Refusal, PeopleRefusal) for code in codes}


class Said(NamedTuple):
    """One line: its kind, its form, its values in order, the refusal that it expects, if any, and the people who act,
    if named: one, or two who agree."""

    line: int
    text: str
    kind: str
    form: str
    values: tuple[str, ...]
    refused: str
    by: tuple[Person, ...] = ()


def read(text: str) -> list[Said]:
    """Read all lines. The first invalid line is refused with its number and word."""
    said = []
    for number, line in enumerate(text.splitlines(), start=1):
        plain = line.partition("#")[0].strip()
        if plain:
            said.append(_line(number, plain))
    return said


def _line(number: int, text: str) -> Said:
    body, refused = text, ""
    if text.startswith("refused "):
        refused, colon, body = text.removeprefix("refused ").partition(":")
        refused = refused.strip()
        if not colon or refused not in CODES:
            raise _unclear(number, refused, "a refusal's code and a colon, such as refused bets-not-open: …")
    by, body = _acting(number, body)
    try:
        words = shlex.split(body)
    except ValueError as error:
        raise _unclear(number, body, f"closing quotes ({error})") from None
    misses: list[_Miss] = []
    for kind, forms in SENTENCES.items():
        for form in forms:
            values, reached, hint = _match(words, form.split())
            if not hint:
                return Said(number, body.strip(), kind, form, tuple(values), refused, by)
            word = words[reached] if reached < len(words) else words[-1]
            misses.append(_Miss(reached, SequenceMatcher(None, word, hint).ratio(), word, hint, form))
    near = max(misses, key=lambda miss: miss[:2])
    wanted = f"{near.hint}, as in: {near.form}" if near.reached else "a sentence; see docs/guides/scenarios.md"
    raise _unclear(number, near.word, wanted)


ROLES = {"supervisor": Role.GAME_SUPERVISOR} | {role.value.replace("-", " "): role for role in Role}


def role_of(text: str) -> Role | None:
    """Return the role from how people write it: `pit manager`, `pit-manager`, `supervisor`."""
    return ROLES.get(text.strip().lower().replace("-", " "))


def _acting(number: int, body: str) -> tuple[tuple[Person, ...], str]:
    """Read who acts: `supervisor: …`, `shift manager and pit manager: …`, `anna as dealer: …`; nobody if not named."""
    people, colon, rest = body.partition(":")
    if not colon or '"' in people or "'" in people:
        return (), body
    return tuple(_person(number, part.strip()) for part in people.split(" and ")), rest.strip()


def _person(line: int, text: str) -> Person:
    name, _, said = text.rpartition(" as ")
    role = role_of(said)
    if role is None:
        raise _unclear(line, said, f"a role, one of {', '.join(ROLES)}")
    return Person(name.strip() or role.value, role)


class _Miss(NamedTuple):
    """How far a line fits a form, and how similar the next word is to the expected one."""

    reached: int
    likeness: float
    word: str
    hint: str
    form: str


def _match(words: list[str], form: list[str]) -> tuple[list[str], int, str]:
    """Return the values, the number of matching words, and the expected word where the match ends."""
    values: list[str] = []
    for place, wanted in enumerate(form):
        if place >= len(words):
            return values, place, wanted
        if wanted.isupper():
            if not _fits(words[place], wanted):
                return values, place, wanted
            values.append(words[place])
        elif words[place].lower() != wanted:
            return values, place, wanted
    return values, len(form), "" if len(words) == len(form) else "nothing"


def _fits(word: str, wanted: str) -> bool:
    if wanted in NUMBERS:
        return word.isascii() and word.removeprefix("-").isdecimal()
    if wanted in LISTS:
        return all(part.isascii() and part.isdecimal() for part in re.split("[,x]", word))
    if wanted == "EQUIPMENT":
        return word.lower() in EQUIPMENT
    return wanted != "TABLE" or "/" in word


def _unclear(line: int, word: str, wanted: str) -> Refused:
    return Refused(Refusal.SCENARIO_UNCLEAR, f"line {line}: {word!r} is not understood; expected {wanted}", word)
