"""What a guide shows, taken from its page: indented blocks, words between backticks, and what placeholders mean."""

import re
import shlex
import subprocess
import sys
import tomllib

from click.testing import CliRunner
from test_guide_commands import TABLES, commands, indented
from test_guides import guide

from taisai.cli.main import app
from taisai.house.setting_rows import rows
from taisai.house.settings import FILE, Settings
from taisai.house.settings_reader import load

__all__ = ["MAIN", "blocks_with", "command", "guide", "inline", "meant", "run", "taken", "typed"]
MAIN = "from taisai.cli.main import main; main()"


def blocks_with(page: str, words: str) -> list[str]:
    """The indented blocks that contain these words; a page without one fails."""
    found = [block for block in indented(page) if words in block]
    assert found, f"{page}.md shows nothing with {words!r}"
    return found


def command(page: str, *words: str) -> list[str]:
    """The one indented `taisai` command that has all these words, without `taisai`."""
    (found,) = (one for one in commands(page) if set(words) <= set(one))
    return found


def inline(page: str, begins: str) -> list[str]:
    """All that stands between backticks and begins so, in the order of the page."""
    text = re.sub(r"(?ms)^```.*?^```$", "", guide(page))
    found = [" ".join(one.split()) for one in re.findall(r"`([^`]+)`", text)]
    return [one for one in found if one.startswith(begins)]


def meant(text: str, *placeholders: tuple[str, str]) -> str:
    """Each placeholder is replaced once, and must be there."""
    for old, new in placeholders:
        assert old in text, f"{old!r} is not in {text!r}"
        text = text.replace(old, new, 1)
    return text


def taken(block: str, folder) -> dict:
    """The settings that these lines name, as a house reads them in its file."""
    folder.mkdir()
    (folder / FILE).write_text(block + TABLES, encoding="utf-8")
    settings = load({"folder": folder}, {})
    named = {row.flat: row for at, row in rows(Settings).items() if _is_in(tomllib.loads(block), at)}
    return {name: row.of(settings) for name, row in named.items()}


def _is_in(document: dict, at: tuple) -> bool:
    return at[0] in document and (len(at) == 1 or _is_in(document[at[0]], at[1:]))


def run(*words: str, answers: str = "", code: int = 0) -> str:
    """A `taisai` command in this process."""
    done = CliRunner().invoke(app, words, input=answers, catch_exceptions=False)
    assert done.exit_code == code, f"{words}: {done.output}"
    return done.output


def typed(line: str, folder, **environment: str) -> str:
    """A line as a shell runs it in this folder, where `python` and `taisai` are those of the suite."""
    words = shlex.split(line)
    if words[0] == "python":
        words[0] = sys.executable
    elif words[0] == "taisai":
        words[:1] = [sys.executable, "-c", MAIN]
    given = {"env": environment} if environment else {}
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False, **given)
    assert done.returncode == 0, f"{line}: {done.stdout}{done.stderr}"
    return done.stdout
