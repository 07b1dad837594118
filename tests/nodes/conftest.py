"""A database and a bus for nodes."""

import pytest
from engines.nats import bus as nats_server


@pytest.fixture
def database(postgres):
    postgres.database("nodes")
    return postgres.uri("nodes")


@pytest.fixture(scope="module")
def bus():
    with nats_server() as server:
        yield server.url
