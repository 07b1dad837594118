"""Two people at the machine itself: the command asks each for their password, and neither can do without the other."""

import asyncio
import os
import pty
import select
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest
from click.testing import CliRunner
from patience import PATIENCE_S
from server.making import BOSS, HAND, WORD, house, settings_of
from warm import warm

from taisai.cli.serve import command as serve
from taisai.house.settings_writer import written
from taisai.keeping import bytecode
from taisai.people.refusals import PeopleRefusal
from taisai.rules.refusals import Refusal, Refused
from taisai.server.offline_people import resting_register

MAIN = "from taisai.cli.main import main; main()"
WRONG = "wrong horse battery"
TEC, SHI, PIT, DEE, AUD = "tec.technician", "shi.manager", "pit.manager", "dee.dealer", "aud.auditor"
CHANGED = {"hand_pay": 500_000}


@pytest.fixture
def folder(tmp_path):
    """A house that rests, and whose settings somebody has changed since."""

    async def live():
        async with house(tmp_path / "house", HAND):
            pass

    asyncio.run(live())
    (tmp_path / "house" / "taisai.toml").write_text(written(settings_of(tmp_path / "house", HAND, **CHANGED)))
    return tmp_path / "house"


class Terminal:
    """A command at a real terminal, read and typed at as a person does."""

    def __init__(self, *args, environment):
        self.master, slave = pty.openpty()
        command = [sys.executable, "-c", MAIN, *map(str, args)]
        self.child = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True
        )
        os.close(slave)
        self.text = ""

    def reads(self, words):
        """What was printed since the last time, up to these words."""
        end = time.monotonic() + PATIENCE_S
        while words not in self.text:
            assert time.monotonic() < end, self.text
            assert self._more(), f"no {words!r} in {self.text}"
        before, _, self.text = self.text.partition(words)
        return before

    def _more(self):
        if not select.select([self.master], [], [], 1)[0]:
            return True
        try:
            read = os.read(self.master, 4096).decode()
        except OSError:  # the other end is closed
            return False
        self.text += read
        return bool(read)

    def asks(self, name, word):
        """Nothing of the password is shown."""
        shown = self.reads(f"password of {name}: ")
        assert WORD not in shown
        assert WRONG not in shown
        os.write(self.master, f"{word}\n".encode())

    def ends(self):
        """The exit code, and the rest of what was printed."""
        while self._more() and self.child.poll() is None:
            pass
        while select.select([self.master], [], [], 0)[0] and self._more():
            pass
        return self.child.wait(PATIENCE_S), self.text


@contextmanager
def terminal(*args, **more):
    one = Terminal(*args, environment=os.environ | more)
    try:
        yield one
    finally:
        one.child.kill()
        one.child.wait(PATIENCE_S)
        os.close(one.master)


def serving(folder, *args):
    return terminal("serve", "--folder", folder, "--port", 0, *args, **warm(folder))


def found(folder, code):
    with resting_register(settings_of(folder, HAND)) as register:
        return [one.words for one in register.search(code=code, limit=1000).happenings]


def started(folder):
    return len(found(folder, "started"))


def change_software(folder):
    """Instead of the settings."""
    (folder / "taisai.toml").write_text(written(settings_of(folder, HAND)))
    with resting_register(settings_of(folder, HAND)) as register:
        files = dict(register.software.files) | {"rules/roll.py": "0" * 64}
        register.accept_software(BOSS, "0", "0" * 64, files)


CHANGES = {"--accept-settings": "change settings: hand_pay", "--accept-software": "accept software "}


@pytest.mark.parametrize("option", CHANGES)
def test_what_was_changed_is_used_when_two_people_have_given_their_passwords(folder, option):
    if option == "--accept-software":
        change_software(folder)
    before = started(folder)
    with serving(folder, option, TEC, "--second", SHI) as screen:
        screen.asks(TEC, WORD)
        screen.asks(SHI, WORD)
        shown = screen.reads("press Ctrl-C to stop")
        assert "is open: " in shown
        assert WORD not in shown
        screen.child.send_signal(signal.SIGTERM)
        assert screen.ends()[0] == 0
    assert started(folder) == before + 1
    (words,) = found(folder, "acted-by-two")
    assert words.startswith(f"{TEC} with {SHI}: {CHANGES[option]}")


TYPED = {
    "the first is wrong": ((TEC, WRONG),),
    "the second is wrong": ((TEC, WORD), (SHI, WRONG)),
    "an empty one is asked for again": ((TEC, ""), (TEC, WRONG)),
}


@pytest.mark.parametrize("typed", TYPED.values(), ids=TYPED)
def test_whoever_gives_a_wrong_password_starts_nothing(folder, typed):
    before = started(folder)
    with serving(folder, "--accept-settings", TEC, "--second", SHI) as screen:
        for name, word in typed:
            screen.asks(name, word)
        code, rest = screen.ends()
    assert code == 1
    assert "the name and the secret do not match" in rest
    assert WRONG not in rest
    assert "password of" not in rest, "nobody else is asked"
    assert started(folder) == before
    assert not found(folder, "acted-by-two")
    assert len(found(folder, "sign-in-failed")) == 1


def test_somebody_who_has_left_is_erased_by_two_at_the_terminal(folder):
    (folder / "taisai.toml").write_text(written(settings_of(folder, HAND)))
    for second, code in ((WRONG, 1), (WORD, 0)):
        with terminal("erase", folder, DEE, "--by", SHI, "--second", PIT, "--yes") as screen:
            screen.asks(SHI, WORD)
            screen.asks(PIT, second)
            assert screen.ends()[0] == code
        assert bool(found(folder, "person-erased")) is (code == 0)


@pytest.fixture
def at_once(monkeypatch):
    """In this very process, which is not begun anew; a house that opens fails the test at once."""

    def opened(*_, **__):
        raise AssertionError("it is open")

    monkeypatch.setattr(bytecode, "begin_anew", lambda _: None)
    monkeypatch.setattr("taisai.server.run.log_to", lambda **_: None)
    monkeypatch.setattr("taisai.cli.serve._tell", opened)


UNFIT = {
    (TEC, TEC): PeopleRefusal.APPROVAL_SAME_PERSON,
    (TEC, AUD): PeopleRefusal.RIGHT_MISSING,
    (AUD, SHI): PeopleRefusal.RIGHT_MISSING,
    (TEC, ""): Refusal.DUAL_CONTROL,
    (TEC, BOSS): PeopleRefusal.SECOND_NOT_INDEPENDENT,
    ("", SHI): Refusal.DUAL_CONTROL,
    ("no.body", SHI): PeopleRefusal.SIGN_IN_FAILED,
    (TEC, "no.body"): PeopleRefusal.SIGN_IN_FAILED,
}


@pytest.mark.parametrize(("giver", "second"), UNFIT, ids=lambda name: name or "nobody")
def test_two_passwords_are_not_two_people_who_may(folder, at_once, giver, second):
    before = started(folder)
    args = ["--folder", folder, "--port", 0]
    args += ["--accept-settings", giver] if giver else []
    args += ["--second", second] if second else []
    told = CliRunner().invoke(serve, [str(one) for one in args], input=f"{WORD}\n{WORD}\n")
    asked = dict.fromkeys(filter(None, (giver, second)))
    assert told.output.count("password of ") == (1 if giver == "no.body" else len(asked))
    assert WORD not in told.output
    assert isinstance(told.exception, Refused), told.output
    assert told.exception.code is UNFIT[giver, second]
    assert started(folder) == before
    assert not found(folder, "acted-by-two")
