"""Random requests by the OpenAPI page. Its libraries take seconds to import, so a test imports this when it runs."""

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from patience import PATIENCE_S
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from taisai.server.routes import openapi_page as page

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = 4


def fuzz(address, signed_in, *, fitting):
    """In a thread, for it waits for its answers; gives back how each operation was answered."""
    mode = GenerationMode.POSITIVE if fitting else GenerationMode.NEGATIVE
    operations = [result.ok() for result in schemathesis.openapi.from_dict(page()).get_all_operations()]
    wanted = [one for one in operations if mode.is_positive or one.body.items or one.query.items]
    return {(one.method.upper(), one.path): _fuzzed(address, signed_in, one, mode) for one in wanted}


def _fuzzed(address, signed_in, operation, mode):
    statuses = set()

    @seed(11)
    @settings(
        max_examples=EXAMPLES, deadline=None, database=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case):
        who = signed_in()
        cookies = "; ".join(f"{key}={value}" for key, value in who.cookies.items())
        headers = {"Cookie": cookies} if who.cookies else {}
        headers |= {"Content-Type": "application/json"} if case.method != "GET" else {}
        case.cookies = {}
        case.headers = {}
        response = case.call(base_url=address, headers=headers, timeout=PATIENCE_S)
        case.validate_response(response, checks=CHECKS if mode.is_positive else CHECKS[:-1])
        statuses.add(response.status_code)

    ask()
    return statuses
