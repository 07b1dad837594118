"""The OpenAPI page is valid, whole, and says who may do what."""

import json
from pathlib import Path

from taisai.people.rights import Right
from taisai.server.routes import ROUTES
from taisai.server.routes import openapi_page as page

FILE = Path(__file__).parents[2] / "docs" / "reference" / "openapi.json"
DOCUMENT = json.loads(FILE.read_text(encoding="utf-8"))


def test_the_written_page_is_valid():
    from openapi_spec_validator import validate  # takes seconds

    validate(DOCUMENT)


def test_every_operation_has_a_name_of_its_own():
    names = [operation["operationId"] for methods in page()["paths"].values() for operation in methods.values()]
    assert len(names) == len(set(names)) == len(ROUTES)


def test_each_route_stands_there_with_its_right():
    for route in ROUTES:
        operation, name = DOCUMENT["paths"][route.path][route.method.lower()], f"{route.method} {route.path}"
        assert operation["summary"] == route.summary, name
        assert ("requestBody" in operation) == (route.takes is not None), name
        right = f"Needs the right `{route.access}`."
        assert operation.get("description", "").startswith(right) == isinstance(route.access, Right), name
