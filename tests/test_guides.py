"""What the guides to a house show happens at a house that plays."""

import json
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import pytest
from msgspec.structs import replace
from patience import PATIENCE_S
from test_docs import ROOT, blocks, lines
from warm import WarmHouse, warm

from taisai.house.setting_rows import below
from taisai.house.settings import Settings
from taisai.house.settings_reader import load
from taisai.house.tables import TableSettings

GUIDES = ROOT / "docs" / "guides"
TAISAI = str(Path(sys.executable).parent / "taisai")
TABLE = TableSettings("T1", "rws-6/2", automation="electronic", window_s=1, pause_s=0)


def guide(name: str) -> str:
    return (GUIDES / f"{name}.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    house = WarmHouse(tmp_path_factory.mktemp("guides") / "house", Settings(port=0, demo=True, tables=(TABLE,)))
    house.start()
    yield house
    house.kill()


def asked(house: WarmHouse, path: str) -> dict:
    with urlopen(house.address + path) as answer:
        return json.load(answer)


def seen(house: WarmHouse, fits) -> dict:
    """The table's view as soon as it fits."""
    end = time.monotonic() + PATIENCE_S
    while not fits(view := asked(house, "/api/tables/T1/view")["table"]):
        assert time.monotonic() < end, view
        time.sleep(0.02)
    return view


def test_a_proof_is_checked_by_an_outsider(house):
    (code,) = blocks(guide("verify-a-round"), "python")
    assert len([line for line in code.splitlines() if line]) <= 6
    betting = seen(house, lambda table: table["phase"] == "betting" and table["commitment"])
    number = betting["round"]
    over = seen(house, lambda table: any(past[0] == number for past in table["recent"]))
    given = {"address": house.address, "number": number, "written_down": betting["commitment"]}
    exec(compile(code, "verify-a-round.md", "exec"), given)
    roll = dict(over["recent"])[number]
    assert sorted(given["proof"]["throw"].split("-")) == roll.split("-")
    with pytest.raises(AssertionError):
        exec(compile(code, "verify-a-round.md", "exec"), given | {"written_down": "0" * 64})


def test_an_export_is_checked_by_an_outsider(house, tmp_path):
    (block,) = blocks(guide("verify-a-round"), "console")
    seen(house, lambda table: table["recent"])
    shutil.copy(house.folder / "keys" / "taisai-public.pem", tmp_path)
    (tmp_path / "house").symlink_to(house.folder)
    commands = [line.removeprefix("$ ").split() for line in lines(block)]
    for command in commands:
        program = {"taisai": TAISAI, "python": sys.executable}[command[0]]
        done = subprocess.run([program, *command[1:]], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("sound: table T1")
    export = tmp_path / "T1.jsonl"
    export.write_text(export.read_text().replace("rws-6/2", "rws-6/1", 1))
    assert subprocess.run([sys.executable, *commands[1][1:]], cwd=tmp_path, capture_output=True, check=False).returncode


def test_a_table_is_driven_from_python(house, capsys):
    namespace = {"address": house.address}
    for code in blocks(guide("client"), "python"):
        exec(compile(code, "client.md", "exec"), namespace)
    wager, settled, watched = lines(capsys.readouterr().out)
    assert re.fullmatch(r"entry \d+: 500 on big, credit 99500", wager)
    assert re.fullmatch(r"round \d+: \d-\d-\d, returned (0|1000)", settled)
    assert re.fullmatch(r"round \d+, [a-z-]+, seat none", watched)


def test_a_first_start_says_what_the_guide_shows(tmp_path):
    shown = lines(blocks(guide("house"), "console")[0])[1:]
    house = tmp_path / "house"
    house.mkdir()
    command = [TAISAI, "serve", "--folder", str(house), "--port", "0"]
    serving = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={"PYTHONUNBUFFERED": "1"} | warm(house))
    try:
        said = [serving.stdout.readline().rstrip() for _ in shown]
    finally:
        serving.terminate()
        serving.communicate()
    assert [known(line) for line in said] == [known(line) for line in shown]


def known(line: str) -> str:
    """Without what differs from start to start."""
    return re.sub(r"127\.0\.0\.1:\d+|code \w+|\d+ self-tests", "…", line)


def test_a_backup_is_made_and_restored_as_the_guide_says(house, tmp_path):
    block = blocks(guide("house"), "console")[1]
    seen(house, lambda table: table["recent"])
    block = block.replace("/mnt/copies", str(tmp_path)).replace("/mnt/stick", str(tmp_path))
    for line in lines(block.replace("./house ", f"{house.folder} ")):
        done = subprocess.run([TAISAI, *line.split()[2:]], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "house-again" / "journal.sqlite").is_file()
    assert not (tmp_path / "house-again" / "keys" / "taisai-private.pem").exists()


def test_the_settings_page_has_a_file_that_says_what_goes_without_saying(tmp_path):
    page = (ROOT / "docs" / "reference" / "settings.md").read_text(encoding="utf-8")
    (text,) = blocks(page, "toml")
    (tmp_path / "taisai.toml").write_text(text, encoding="utf-8")
    bare = load({"folder": tmp_path / "nowhere"}, {})
    assert replace(load({"folder": tmp_path}, {}), folder=bare.folder) == bare
    assert re.findall(r"^\| `([\w.]+)` \|", page, re.MULTILINE) == list(dict(below(Settings)))
