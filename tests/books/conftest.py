import pytest
from books.house import House


@pytest.fixture
def house(tmp_path):
    """An empty folder for rulebooks of a house's own."""
    return House(tmp_path / "house")
