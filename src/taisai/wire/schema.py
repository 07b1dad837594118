"""The messages as a JSON schema, for checks without Python or TypeScript."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from taisai.wire.shapes import UNIONS

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def page() -> dict[str, Any]:
    """Return one document that accepts every message from and to clients.

    It also defines all commands and events under their own names."""
    unions, components = definitions(UNIONS.values(), "#/$defs/{name}")
    named = dict(zip(UNIONS, unions, strict=True))
    return {
        "$schema": DIALECT,
        "title": "Messages on a socket of taisai",
        "anyOf": [{"$ref": "#/$defs/Said"}, {"$ref": "#/$defs/Told"}],
        "$defs": named | components,
    }


def definitions(types: Iterable[Any], ref_template: str) -> tuple[Any, Any]:
    """Return the schema of each type, and the schemas that they refer to.

    OpenAPI's discriminators are removed, because JSON schema has none."""
    schemas, components = msgspec.json.schema_components(types, ref_template=ref_template)
    return renamed(schemas, {"discriminator": ""}), renamed(components, {"discriminator": ""})


def published(schema: Any) -> Any:
    """Return the schema with each pattern in JSON schema's dialect, in which `$` is the end of the text alone."""
    match schema:
        case dict():
            own = {"pattern": schema["pattern"].replace(r"\Z", "$")} if isinstance(schema.get("pattern"), str) else {}
            return {key: own.get(key) or published(value) for key, value in schema.items()}
        case list() | tuple():
            return [published(one) for one in schema]
        case _:
            return schema


def renamed(schema: Any, names: Mapping[str, str]) -> Any:
    """Return the schema with renamed keywords. A keyword whose new name is empty is removed."""
    match schema:
        case dict():
            called = {names.get(key, key): value for key, value in schema.items()}
            return {key: renamed(value, names) for key, value in called.items() if key}
        case list() | tuple():
            return [renamed(one, names) for one in schema]
        case _:
            return schema
