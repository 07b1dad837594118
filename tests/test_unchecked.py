"""Journals are read with the key of batches: whoever reads without is named here, with the reason."""

import ast
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "taisai"
OPENING = {"open_for_reading", "open_for_writing", "PostgresJournals", "SqliteStore.open"}
WITHOUT_KEYS = {
    "cli/play.py": "asks a file for the names of its tables only",
    "keeping/backup.py": "copies pages; the copy is read with the key afterwards",
    "keeping/copy_out.py": "copies rows with their MACs",
}
NOBODYS = {
    "cli/journals.py": "a file that lies in no house",
    "journal/batch_key.py": "defines them",
    "journal/place.py": "asks a database for the names of its tables only",
    "journal/postgres_database.py": "the default for tests",
    "journal/postgres_place.py": "the default for tests",
    "journal/sqlite.py": "the default for tests",
    "journal/sqlite_open.py": "the default for tests",
    "keeping/backup.py": "a restore without the key, which then needs two people",
    "keeping/mirror.py": "the default for tests",
    "server/offline_keys.py": "two people accept journals whose key is lost",
}


def name_of(call):
    match call.func:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Name(id="SqliteStore"), attr="open" | "open_for_reading"):
            return "SqliteStore.open"
    return ""


def opens_without_keys(tree):
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and name_of(node) in OPENING]
    return any(len(call.args) < (3 if name_of(call) == "SqliteStore.open" else 2) for call in calls)


def names(tree):
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def test_nobody_reads_unchecked_entries_but_whom_this_list_names():
    trees = {path.relative_to(SOURCE).as_posix(): ast.parse(path.read_text()) for path in SOURCE.rglob("*.py")}
    outside = {name: tree for name, tree in trees.items() if not name.startswith("journal/")}
    assert {name for name, tree in outside.items() if opens_without_keys(tree)} == WITHOUT_KEYS.keys()
    assert {name for name, tree in trees.items() if names(tree) & {"NO_HOUSE", "UNCHECKED"}} == NOBODYS.keys()
