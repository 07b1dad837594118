"""The JSON schema takes what the server takes, and nothing else."""

import msgspec
import pytest

from taisai.wire.examples import SAID, TOLD
from taisai.wire.messages import Said
from taisai.wire.schema import page, renamed
from taisai.wire.shapes import UNIONS, members


@pytest.fixture(scope="module")
def validator():
    from jsonschema import Draft202012Validator  # takes seconds

    return Draft202012Validator(page())


def test_it_is_a_schema(validator):
    validator.check_schema(page())
    assert "discriminator" not in str(page())


def tuples(schema):
    match schema:
        case dict():
            yield from [schema] if "prefixItems" in schema else []
            yield from (one for part in schema.values() for one in tuples(part))
        case list():
            yield from (one for part in schema for one in tuples(part))


def test_every_tuple_has_an_end():
    """Without one, a strict compiler refuses the whole schema."""
    found = list(tuples(page()))
    assert len(found) > 5
    assert all(one["minItems"] == one["maxItems"] == len(one["prefixItems"]) for one in found)


@pytest.mark.parametrize("message", [*SAID, *TOLD], ids=lambda message: type(message).__name__)
def test_it_takes_every_message(validator, message):
    validator.validate(msgspec.json.decode(msgspec.json.encode(message)))


WRONG = [
    {"is": "join"},
    {"is": "join", "table": 1},
    {"is": "join", "table": "T1", "extra": 1},
    {"is": "give", "id": "1", "command": {"do": "place-wager", "seat": 1, "spot": "big"}},
    {"is": "give", "id": "1", "command": {"do": "place-wagr", "seat": 1, "spot": "big", "stake": 5}},
    {"is": "ping", "at": "now"},
    {"is": "nothing"},
    [],
]


@pytest.mark.parametrize("message", WRONG, ids=str)
def test_it_takes_nothing_that_the_server_does_not(validator, message):
    assert not validator.is_valid(message)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(message, Said)


def test_commands_and_events_stand_under_their_own_names():
    definitions = page()["$defs"]
    for name, union in UNIONS.items():
        refs = [one["$ref"].rpartition("/")[2] for one in definitions[name]["anyOf"]]
        assert refs == [kind.__name__ for kind in members(union)]
        assert all(ref in definitions for ref in refs)


def test_keywords_are_renamed_wherever_they_stand():
    assert renamed({"a": [{"a": 1, "b": 2}], "c": ({"b": 3},)}, {"a": "x", "b": ""}) == {"x": [{"x": 1}], "c": [{}]}
