"""Pages about the socket, for people and programs, all from the same types."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from pages.writing import as_json, codes, headed, table

from taisai.people.significant_events import Happening
from taisai.server.routes import ROUTES
from taisai.server.statuses import TOLD
from taisai.server.version import VERSION
from taisai.table.commands import Command
from taisai.table.events import Event
from taisai.wire import asyncapi, examples, schema, typescript
from taisai.wire import bodies as b
from taisai.wire.messages import Said, Told
from taisai.wire.shapes import Kind, members, reached, says

RULES = """\
A socket is at `/socket`, on the port of everything else. A browser sends its cookies with it, so the server knows the
device or the person; a page of another origin is turned away. Messages are JSON objects in text frames; `is` tells
which they are.

- Say `join` first: one table a socket. The answer is a `view`, or the changes since the one that was seen and then a
  `resumed`.
- `n` counts the changes of a table since the process started, which `epoch` names. The last 512 changes are kept. A
  client that comes back with a known `epoch` and a number within them gets the gap; any other gets a whole view.
- An order carries an `id` of the device's own. It is answered once, when it is durable: `taken` or `declined`. The
  same order with the same id can be sent again and gets the first answer; another order with that id is declined.
- Totals on the layout are told at most 20 times a second, what staff see at most 5 times. Everything else is told at
  once.
- A client that does not read what is sent misses messages, and gets a fresh `view` when it reads again.
- `ping` comes back as `pong` with the server's time. The server also sends the protocol's own pings after 20 quiet
  seconds.
- At most 16 KiB a message; how many a second is [a setting](settings.md). Close codes: 1003 not text, 1007 not UTF-8,
  1008 too many messages or a revoked device, 1009 too long, 1011 a fault of ours, 1012 the server restarts.

[asyncapi.json](asyncapi.json) says the same for machines, [messages.schema.json](messages.schema.json) is the JSON
schema of all messages, and `web/src/wire.ts` has the TypeScript types. How it works inside: [the
house](../concepts/house.md).
"""


@cache
def sent() -> tuple[Any, ...]:
    return (Said, *(route.takes for route in ROUTES if route.takes))


@cache
def received() -> tuple[Any, ...]:
    return (Told, *(route.gives for route in ROUTES if route.gives not in (bytes, b.Anything)), b.Refusal)


def typescript_file() -> str:
    codes = {"REFUSALS": (refusal.value for kind in TOLD for refusal in kind), "HAPPENINGS": tuple(Happening)}
    return typescript.page(sent(), received(), codes)


def schema_file() -> str:
    return as_json(schema.page())


def asyncapi_file() -> str:
    return as_json(asyncapi.page(VERSION))


def socket_page() -> str:
    lines = [
        RULES,
        "## Messages from a client\n",
        *_messages(examples.SAID),
        "## Messages to a client\n",
        *_messages(examples.TOLD),
    ]
    lines += ["## Commands\n", "What an order can ask for. Who may, the rulebook says.\n", *listed(members(Command))]
    lines += ["## Events\n", "What a receipt tells: facts as the journal has them.\n", *listed(members(Event))]
    named = {*members(Said), *members(Told), *members(Command), *members(Event)}
    rest = [kind for kind in reached((Said, Told)) if kind not in named and issubclass(kind, msgspec.Struct)]
    lines += ["## Records\n", "What the messages are made of.\n", *listed(rest)]
    return headed("The socket", lines, source="the types in src/taisai/wire")


def _messages(examples: tuple[Any, ...]) -> Iterator[str]:
    for example in examples:
        kind = type(example)
        yield f"### {asyncapi.tag(example)}\n"
        if says(kind):
            yield says(kind) + "\n"
        yield from table(["field", "type"], ((f"`{name}`", f"`{type_}`") for name, type_ in fields(kind)))
        yield f"```json\n{json.dumps(msgspec.to_builtins(example), indent=1)}\n```\n"


def listed(kinds: tuple[type[msgspec.Struct], ...] | list[type[msgspec.Struct]]) -> list[str]:
    rows = [(f"`{_called(kind)}`", codes(f"{n}: {t}" for n, t in fields(kind)) or "none", says(kind)) for kind in kinds]
    return table(["", "fields", "meaning"], rows)


def _called(kind: Any) -> str:
    return kind.__struct_config__.tag or typescript.NAMES.get(kind, kind.__name__)


@cache
def _printer() -> tuple[typescript.Printer, dict[Kind, None]]:
    received_kinds = reached(received())
    return typescript.Printer(reached(sent()), received_kinds), received_kinds


def fields(kind: type[msgspec.Struct]) -> list[tuple[str, str]]:
    printer, received_kinds = _printer()
    return list(printer.fields(kind, sent=kind not in received_kinds))
