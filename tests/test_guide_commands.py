"""Commands and settings that guides show indented: each is run or loaded as it stands there."""

import random
import re
import shlex
import shutil
from datetime import datetime
from itertools import product

import pytest
from click.testing import CliRunner
from test_guides import guide, house, seen  # noqa: F401 - a fixture

from taisai.cli.main import app
from taisai.house.settings_reader import load

MAIL = 'mail.host = "mail.example.com"\nmail.sender = "house@example.com"\n'
TABLES = "".join(f'[[table]]\nid = "T{number}"\npaytable = "rws-6/2"\n' for number in range(1, 5))


def indented(name: str) -> list[str]:
    return [re.sub(r"(?m)^ {4}", "", block) for block in re.findall(r"(?<=\n\n)(?: {4}.*\n)+", guide(name))]


def commands(name: str) -> list[list[str]]:
    every = [line for block in indented(name) for line in block.splitlines()]
    return [shlex.split(line)[1:] for line in every if line.startswith("taisai ")]


def is_setting(block: str) -> bool:
    return bool(re.match(r"[\w.]+ = ", block))


SETTINGS = [(name, block) for name in ("alerts", "floor") for block in indented(name) if is_setting(block)]


@pytest.mark.parametrize(("name", "block"), SETTINGS)
def test_settings_in_a_guide_are_accepted(name, block, tmp_path):
    (tmp_path / "taisai.toml").write_text(f"{block}{'' if 'mail.host' in block else MAIL}{TABLES}", encoding="utf-8")
    (tmp_path / "keys").mkdir()
    (tmp_path / "keys" / "mail.password").write_text("secret", encoding="utf-8")
    settings = load({"folder": tmp_path}, {})
    assert getattr(settings, block.partition(" = ")[0]), name


def run(*words: str) -> str:
    done = CliRunner().invoke(app, words, catch_exceptions=False)
    assert done.exit_code == 0, f"{words}: {done.output}"
    return done.output


def fair_throws() -> list[str]:
    """Every throw once, in no order."""
    throws = ["-".join(map(str, faces)) for faces in product(range(1, 7), repeat=3)]
    return random.Random(1).sample(throws, len(throws))


@pytest.fixture
def folder(house, tmp_path, monkeypatch):  # noqa: F811
    """A house that has played, as `taisai-house`, and its journal as `floor.journal`."""
    seen(house, lambda table: table["recent"])
    (tmp_path / "taisai-house").symlink_to(house.folder)
    shutil.copy(house.folder / "keys" / "taisai-public.pem", tmp_path)
    (tmp_path / "floor.journal").symlink_to(house.folder / "journal.sqlite")
    (tmp_path / "throws.csv").write_text("\n".join(fair_throws()), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ["lab", "floor"])
def test_commands_of_a_guide_do_what_they_say(name, folder):
    found = [words for words in commands(name) if words[0] != "erase"]
    assert len(found) >= 4
    for words in found:
        run(
            *(
                datetime.now().astimezone().date().isoformat() if re.fullmatch(r"\d{4}-\d\d-\d\d", word) else word
                for word in words
            )
        )
