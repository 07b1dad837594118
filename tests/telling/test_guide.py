"""What the guide to alerts shows is so: its settings are taken, its check of a signature tells true from false."""

import re
import time
import tomllib

import pytest
from server.making import HAND, house, until
from telling.receiver import receiving
from telling.test_receiver_settings import HOUSE
from test_docs import ROOT, blocks

from taisai.house.key_files import read_key
from taisai.house.receiver_settings import ReceiverSettings
from taisai.house.settings_reader import read
from taisai.people.significant_events import Happening
from taisai.telling.tellers import key_of
from taisai.telling.webhooks import secret_of

GUIDE = (ROOT / "docs" / "guides" / "alerts.md").read_text(encoding="utf-8")
PLAIN = re.sub(r"```.*?```", "", GUIDE, flags=re.DOTALL)
SHOWN = [one for one in re.findall(r"(?:^    .*\n)+", PLAIN, re.MULTILINE) if " = " in one]
TABLES = "".join(HOUSE.replace('"H"', f'"{name}"') for name in ("T1", "T3", "T4"))


def test_there_are_settings_in_it():
    assert len(SHOWN) == 5


@pytest.mark.parametrize("shown", SHOWN)
def test_the_settings_are_taken(tmp_path, shown):
    text = "\n".join(line.removeprefix("    ") for line in shown.splitlines())
    if "mail = " in text and "mail.host" not in text:
        text += '\nmail.host = "mail.example.com"\nmail.sender = "house@example.com"'
    (tmp_path / "keys").mkdir()
    (tmp_path / "keys" / "mail.password").write_text("word", encoding="utf-8")
    assert tomllib.loads(text)
    (tmp_path / "taisai.toml").write_text(f"{text}\n{TABLES}", encoding="utf-8")
    assert read({"folder": tmp_path}, {})[1] == ()


async def test_a_receiver_that_checks_as_the_guide_says_knows_what_is_genuine(tmp_path):
    (code,) = blocks(GUIDE, "python")
    given = {}
    exec(compile(code, "alerts.md", "exec"), given)
    is_genuine = given["is_genuine"]

    with receiving() as receiver:
        async with house(tmp_path, HAND, receiver=(ReceiverSettings("pager", url=receiver.url),)) as server:
            number = server.register.note(Happening.DISK_LOW, "12 MB are left")
            await until(lambda: server.register.told("pager").upto >= number)
            secret = secret_of(read_key(key_of(server.house.settings, "pager")))
        (got,) = receiver.got
    now_s = time.time()
    assert is_genuine(secret, got.headers, got.body, now_s)
    assert not is_genuine(secret, got.headers, got.body + b" ", now_s)
    assert not is_genuine(secret, got.headers, got.body, now_s + 3600)
    assert not is_genuine(secret_of(b"another key"), got.headers, got.body, now_s)
