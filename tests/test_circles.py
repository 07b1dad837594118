"""No file of the package imports itself, by whatever way round; imports for types alone count too."""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[1] / "src"
FILES = {
    ".".join(path.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__"): path
    for path in SOURCES.rglob("*.py")
}


def imported(source):
    """Modules that a file names in its imports, and what it takes out of them, which may be modules too."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def circle(sources):
    """The files of one circle; none where there is none."""
    graph = {}
    for name, source in sources.items():
        found = set(imported(source)) & set(sources)
        graph[name] = {one for one in found if not any(other.startswith(f"{one}.") for other in found)} - {name}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def test_no_file_imports_itself_by_a_way_round():
    assert len(FILES) > 400, "the package is not here"
    assert circle({name: path.read_text() for name, path in FILES.items()}) == []


WAYS = ("import a", "from a import x", "if TYPE_CHECKING:\n    from a import x", "def f():\n    import a")


@pytest.mark.parametrize("back", WAYS)
def test_a_circle_is_found(back):
    assert set(circle({"a": "from b import y", "b": back})) == {"a", "b"}
