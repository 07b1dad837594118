"""The TypeScript types say what the Python types say."""

import re
import shutil
import subprocess
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest

from taisai.people.rights import Right
from taisai.server.routes import ROUTES
from taisai.table.commands import Command
from taisai.table.events import Event
from taisai.wire import bodies as b
from taisai.wire import typescript
from taisai.wire.messages import Said, Told
from taisai.wire.shapes import members, reached

ROOT = Path(__file__).parents[2]
FILE = ROOT / "web" / "src" / "wire.ts"
TSC = ROOT / "web" / "node_modules" / ".bin" / "tsc"
TEXT = FILE.read_text(encoding="utf-8")


class Colour(StrEnum):
    RED = "red"
    GREEN = "green"


class Line(msgspec.Struct, frozen=True, array_like=True):
    spot: str
    stake: int = 0


class Rule(msgspec.Struct, frozen=True):
    """What is allowed."""

    least: int = 1


class Asks(msgspec.Struct, frozen=True, tag_field="is", tag="asks"):
    rules: tuple[Rule, ...]
    colours: tuple[Colour, ...] = ()
    lines: dict[str, tuple[Line, ...]] = {}


class Answers(msgspec.Struct, frozen=True):
    """What comes back, in a sentence that is longer than a line of the file and is therefore broken into two of them,
    however it was broken here."""

    rule: Rule
    maybe: Line | None = None
    any_of: tuple[int | str, ...] = ()
    side: Literal["left", "right"] = "left"


class Loose(msgspec.Struct, frozen=True):
    anything: Any


def printed(sent: list[Any], received: list[Any]) -> str:
    return typescript.page(sent, received).partition("*/")[2].partition("// All of a kind")[0]


def test_a_record_that_is_sent_may_leave_out_what_has_a_default():
    assert 'export interface Asks {\n  readonly is: "asks";\n  readonly rules: readonly Rule[];\n' in printed(
        [Asks], []
    )
    assert "  readonly colours?: readonly Colour[];\n" in printed([Asks], [])


def test_a_record_that_is_received_has_every_field():
    text = printed([], [Asks])
    assert "?" not in text
    assert "  readonly lines: Readonly<Record<string, readonly Line[]>>;\n" in text


def test_a_record_that_goes_both_ways_is_printed_for_each():
    text = printed([Asks], [Answers])
    assert "/** What is allowed. */\nexport interface Rule {\n  readonly least: number;\n}\n" in text
    assert "export interface RuleSent {\n  readonly least?: number;\n}\n" in text
    assert "readonly rules: readonly RuleSent[];" in text
    assert "readonly rule: Rule;" in text


def test_words_and_lines_and_alternatives():
    text = printed([Asks], [Answers])
    assert 'export type Colour = "red" | "green";\n' in text
    assert "export type Line = readonly [spot: string, stake: number];\n" in text
    assert "export type LineSent = readonly [spot: string, stake?: number];\n" in text
    assert "readonly maybe: Line | null;" in text
    assert "readonly any_of: readonly (number | string)[];" in text
    assert 'readonly side: "left" | "right";' in text


def test_a_long_comment_is_broken_into_lines():
    start = (
        "/**\n * What comes back, in a sentence that is longer than a line of the file and is therefore broken into "
    )
    assert start in printed([], [Answers])
    assert " however it was broken here.\n */\nexport interface Answers {\n" in printed([], [Answers])


def test_two_types_of_one_name_are_noticed():
    other = msgspec.defstruct("Rule", [("most", int)])
    with pytest.raises(AssertionError, match="'Rule'"):
        typescript.page([], [Rule, other])


def test_what_has_no_type_is_noticed():
    with pytest.raises(KeyError, match="AnyType"):
        typescript.page([], [Loose])


def test_every_message_command_event_and_body_is_there():
    own = [kind for kind in vars(b).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    wanted = {kind.__name__ for kind in own if kind is not b.Body}
    wanted |= {one.__name__ for union in (Said, Told, Command, Event) for one in members(union)}
    assert wanted <= set(re.findall(r"^export (?:interface|type) (\w+)", TEXT, re.MULTILINE))
    assert not re.search(r"\bany\b(?! )", re.sub(r"/\*.*?\*/|//[^\n]*", "", TEXT, flags=re.DOTALL))
    assert "readonly table: Partial<TableView>;" in TEXT
    assert f'  | "{Right.ACCEPT_SOFTWARE}"' in TEXT


def test_every_type_that_a_route_speaks_of_is_reached():
    spoken = [kind for route in ROUTES for kind in (route.takes, route.gives) if isinstance(kind, type)]
    names = set(re.findall(r"^export (?:interface|type) (\w+)", TEXT, re.MULTILINE))
    records = reached(kind for kind in spoken if kind is not bytes)
    assert {typescript.NAMES.get(kind, kind.__name__) for kind in records} <= names


@pytest.mark.skipif(not (TSC.exists() and shutil.which("node")), reason="web/node_modules is not installed")
def test_it_compiles(tmp_path):
    use = tmp_path / "use.ts"
    use.write_text(f'import type {{ Give, Told }} from "{FILE.with_suffix("")}";\n{USE}')
    command = [str(TSC), "--strict", "--noEmit", "--skipLibCheck", "--ignoreConfig", str(use)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout.count("error") == 1, done.stdout
    assert '"place-wagr"\' is not assignable' in done.stdout or "place-wagr" in done.stdout


USE = """
export const give: Give = { is: "give", id: "1", command: { do: "place-wager", seat: 1, spot: "big", stake: 5 } };
export const wrong: Give = { is: "give", id: "1", command: { do: "place-wagr" } };
export function phase(told: Told): string | undefined {
  return told.is === "view" ? told.table.phase : told.is === "change" ? told.table.phase : undefined;
}
"""
