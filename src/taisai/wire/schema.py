"""The messages as JSON schema, for whoever checks them without Python or TypeScript."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from taisai.wire.shapes import UNIONS

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def page() -> dict[str, Any]:
    """One document: a message fits if it is one that a client says or one that it is told. Commands and events stand
    among its definitions under their own names."""
    unions, components = definitions(UNIONS.values(), "#/$defs/{name}")
    named = dict(zip(UNIONS, unions, strict=True))
    return {
        "$schema": DIALECT,
        "title": "Messages on a socket of taisai",
        "anyOf": [{"$ref": "#/$defs/Said"}, {"$ref": "#/$defs/Told"}],
        "$defs": named | components,
    }


def definitions(types: Iterable[Any], ref_template: str) -> tuple[Any, Any]:
    """A schema of each type, and the schemas that they refer to. A discriminator is OpenAPI's and not a schema's."""
    schemas, components = msgspec.json.schema_components(types, ref_template=ref_template)
    return renamed(schemas, {"discriminator": ""}), renamed(components, {"discriminator": ""})


def renamed(schema: Any, names: Mapping[str, str]) -> Any:
    """The same schema with other keywords; what has an empty name is left out."""
    match schema:
        case dict():
            called = {names.get(key, key): value for key, value in schema.items()}
            return {key: renamed(value, names) for key, value in called.items() if key}
        case list() | tuple():
            return [renamed(one, names) for one in schema]
        case _:
            return schema
