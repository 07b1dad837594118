"""A database for nodes."""

import pytest


@pytest.fixture
def database(postgres):
    postgres.database("nodes")
    return postgres.uri("nodes")
