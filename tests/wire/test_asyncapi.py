"""The page of the socket names every message, which way it goes, and an example that is one."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from taisai.server import sockets
from taisai.wire import asyncapi
from taisai.wire.examples import SAID, TOLD
from taisai.wire.messages import Said, Told
from taisai.wire.shapes import members

PAGE = asyncapi.page("1.2.3")
SOCKET = (Path(__file__).parents[2] / "docs" / "reference" / "socket.md").read_text(encoding="utf-8")


def refs(document: Any) -> Iterator[str]:
    if isinstance(document, dict):
        yield from ([document["$ref"]] if isinstance(document.get("$ref"), str) else [])
        document = list(document.values())
    if isinstance(document, list):
        for one in document:
            yield from refs(one)


def resolved(ref: str) -> Any:
    found: Any = PAGE
    for part in ref.removeprefix("#/").split("/"):
        found = found[part]
    return found


def test_every_reference_leads_somewhere():
    found = list(refs(PAGE))
    assert len(found) > 100
    assert all(resolved(ref) for ref in found)


@pytest.mark.parametrize(("operation", "action", "union"), [("say", "receive", Said), ("tell", "send", Told)])
def test_every_message_goes_its_way(operation, action, union):
    told = PAGE["operations"][operation]
    assert told["action"] == action
    names = [ref["$ref"].rpartition("/")[2] for ref in told["messages"]]
    assert names == [kind.__struct_config__.tag for kind in members(union)]
    assert [resolved(resolved(ref["$ref"])["$ref"])["name"] for ref in told["messages"]] == names


@pytest.mark.parametrize(("examples", "union"), [(SAID, Said), (TOLD, Told)])
def test_there_is_an_example_of_each_message_and_it_is_one(examples, union):
    assert tuple(type(example) for example in examples) == members(union)
    for example in examples:
        (shown,) = PAGE["components"]["messages"][asyncapi.tag(example)]["examples"]
        assert msgspec.to_builtins(msgspec.convert(shown["payload"], union)) == shown["payload"]


def test_the_readable_page_has_the_same_messages_with_examples_that_decode():
    titles = re.findall(r"^### ([a-z]+)$", SOCKET, re.MULTILINE)
    blocks = re.findall(r"```json\n(.*?)```", SOCKET, re.DOTALL)
    assert titles == [asyncapi.tag(example) for example in (*SAID, *TOLD)]
    for title, block, union in zip(titles, blocks, [Said] * len(SAID) + [Told] * len(TOLD), strict=True):
        assert asyncapi.tag(msgspec.json.decode(block, type=union)) == title


def test_what_is_said_of_the_socket_is_so():
    assert PAGE["info"]["version"] == "1.2.3"
    assert PAGE["channels"]["table"]["address"] == sockets.PATH
    described = {name: message.get("summary", "") for name, message in PAGE["components"]["messages"].items()}
    assert described["ping"] == "`at` comes back, so that a client can measure its delay."
    assert described["pong"] == ""
    assert json.dumps(PAGE)
