"""Names, addresses and what people wrote: a thief reads none of it, and whoever is erased is gone for everybody."""

import asyncio
import json
import logging
import shutil
import signal
import subprocess
import sys
import tarfile
from collections import defaultdict
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from attack.kit.houses import happened, opened
from click.testing import CliRunner
from journal.files import all_bytes, journal_of
from keeping.clear import backup_in_the_clear as copied
from server.making import APART, BOSS, HAND, STAFF, WORD, house, settings_of

from taisai.cli.backup import command as backup
from taisai.cli.erase import command as erase
from taisai.cli.recall import command as recall
from taisai.cli.rescue import command as rescue
from taisai.cli.restore import command as restore
from taisai.cli.verify import command as verify
from taisai.house.key_files import PERSON_KEYS, keyed, readable
from taisai.house.settings_writer import written
from taisai.house.tables import TableSettings
from taisai.journal.batch_key import FILE as BATCH_KEY
from taisai.journal.export import export
from taisai.keeping.accepted_losses import Losses
from taisai.people.equipment_events import ItemKind
from taisai.people.events import DeviceKind
from taisai.people.refusals import PeopleRefusal as No
from taisai.people.significant_events import Happening
from taisai.privacy.keys import PersonKeys
from taisai.reports.registry import REPORTS
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Act, Role, Trouble
from taisai.server.routes import ROUTES
from taisai.table import commands as c
from taisai.table.order import Order, Person

TABLES = (HAND, TableSettings("R", "rws-6/2", "With posts", seats=4, limits=APART))
TESTS = Path(__file__).parents[1]
GUS, DEE, SHI = "gus.supervisor", "dee.dealer", "shi.manager"
NEW = "violets grow behind the mill"
CLAIM = "the lady in red moved my chips"
REASON = "the lady in red is banned in Reno"
PROCEDURE = "dee.dealer wiped the wet terminal of Mr Aloysius"
WHY = "Gus saw that Dee had slept badly"
STRANGER = "aloysius.snoop"
ADDRESS = "203.0.113.77"
SECRETS = (*STAFF, BOSS, "Dee.Dealer", "First Manager", CLAIM, REASON, PROCEDURE, WHY, STRANGER, ADDRESS)


async def evening(server):
    """Staff sign in from an address, fail a check, mind a seat, void a round, and decide a dispute."""
    server.sign_in(DEE, ADDRESS)
    for name in (DEE, STRANGER):
        challenge = server.register.challenge(name, source=ADDRESS)
        with pytest.raises(Refused):
            server.register.signed_in(challenge, challenge.verify("wrong and wrong again"), ADDRESS, 0)
    with pytest.raises(Refused):
        server.register.enrol("WRONG", ADDRESS)
    check = server.table("H").desk.game.book.permission(Act.OPEN_TABLE).checks[0]
    await given(server, GUS, Role.CASINO_SUPERVISOR, c.RecordCheck(check, passed=False, why=WHY), table="H")
    await opened(server, "R", 1, 2)
    await given(server, SHI, Role.SHIFT_MANAGER, c.AssignPost(DEE, "game-supervisor"))
    await given(server, DEE, Role.DEALER, c.LockSeat(2, "asked for by Mr Aloysius"))
    await given(server, DEE, Role.DEALER, c.ReleaseSeat(2, PROCEDURE))
    await given(server, SHI, Role.SHIFT_MANAGER, c.AssignPost(DEE, ""))
    await given(server, DEE, Role.DEALER, c.OpenBets())
    await given(server, "terminal-1", Role.PLAYER, c.PlaceWager(1, "big", 100))
    await given(server, GUS, Role.CASINO_SUPERVISOR, c.VoidRound(Trouble.DICE_EXPOSED))
    await given(server, "terminal-1", Role.PLAYER, c.OpenDispute(1, 1, CLAIM))
    await given(server, SHI, Role.SHIFT_MANAGER, c.DecideDispute(1, REASON, 500), second=Person(GUS, Role.PIT_MANAGER))


async def given(server, name, role, command, *, table="R", second=None):
    desk = server.table(table).desk
    number = desk.table.round + (type(desk.table.phase).__name__ == "Idle")
    by = Person(name, role, 1 if role is Role.PLAYER else 0)
    order = Order(f"by {name} {desk.head.seq}", by, command, number, second)
    answer = await server.table(table).live.do(order)
    if isinstance(answer, Exception):
        raise answer


def live(folder, *acts, **settings):
    async def play():
        async with house(folder, *TABLES, **settings) as server:
            for act in acts:
                await act(server) if asyncio.iscoroutinefunction(act) else act(server)

    asyncio.run(play())


@pytest.fixture(scope="module")
def lived(tmp_path_factory):
    """A house after an evening, with a mirror and checkpoints outside."""
    place = tmp_path_factory.mktemp("evening")
    again(begun(place), evening)
    return place


@pytest.fixture
def folder(lived, tmp_path):
    for name in ("house", "mirror", "checkpoints"):
        shutil.copytree(lived / name, tmp_path / name)
    return begun(tmp_path)


def begun(place):
    home = place / "house"
    home.mkdir(mode=0o700, exist_ok=True)
    settings = settings_of(
        home, *TABLES, mirror_folder=str(place / "mirror"), checkpoints_folder=str(place / "checkpoints")
    )
    settings.file.write_text(written(settings))
    return home


def again(folder, *acts):
    home = folder.parent
    live(folder, *acts, mirror_folder=str(home / "mirror"), checkpoints_folder=str(home / "checkpoints"))


async def whole_test(server):
    await server.house.test_whole()


def found(path, *texts):
    content = all_bytes(path).lower()
    return [text for text in texts if text.lower().encode() in content]


def files(folder):
    return [path for path in sorted(folder.rglob("*")) if path.is_file()]


def exported(folder, journal, out):
    with closing(journal_of(folder / "journal.sqlite", journal)) as store:
        export(store, journal, out)
    return out


def run(command, *args, typed="", code=0):
    told = CliRunner().invoke(command, [str(arg) for arg in args], input=typed, catch_exceptions=code != 0)
    assert told.exit_code == code, told.output
    return told


def erased(folder, name=DEE, *, by=SHI, second=GUS, code=0):
    typed = f"{WORD}\n{WORD}\n{name}\n"
    return run(erase, folder, name, "--by", by, "--second", second, typed=typed, code=code)


def check_everything_verifies(folder, out):
    for journal in ("R", "house"):
        exported(folder, journal, out / f"{journal}.jsonl")
    run(verify, out / "R.jsonl", "--key", folder / "keys" / "taisai-public.pem")
    with closing(journal_of(folder / "journal.sqlite", "house")) as store:
        assert store.verify() == store.head()


def test_a_thief_finds_nobody_in_the_files_of_a_house(folder, tmp_path):
    for name in ("R", "house"):
        exported(folder, name, tmp_path / f"{name}.jsonl")
    run(backup, folder, tmp_path / "copy.tar", "--plain")
    with tarfile.open(tmp_path / "copy.tar") as pack:
        pack.extractall(tmp_path / "unpacked", filter="data")
    looked = [path for path in files(tmp_path) if path.suffix not in {".py", ".pyc", ".toml"}]
    names = {path.relative_to(tmp_path).as_posix() for path in looked}
    assert {"house/journal.sqlite", "mirror/journal.sqlite", "checkpoints/marks.json", "R.jsonl", "copy.tar"} <= names
    assert {path: told for path in looked if (told := found(path, *SECRETS))} == {}


def test_a_thief_finds_nobody_while_the_house_runs_and_after_it_was_killed(folder):
    async def look(server):
        server.sign_in(DEE, ADDRESS)
        await given(server, "terminal-1", Role.PLAYER, c.OpenDispute(1, 1, CLAIM))
        server.register.save_snapshot()
        server.table("R").desk.save_snapshot()
        kept = {path.name: found(path, *SECRETS) for path in folder.glob("journal.sqlite*")}
        assert kept["journal.sqlite-wal"] == kept["journal.sqlite"] == []

    again(folder, look)


def test_whoever_works_there_sees_names_and_words_as_ever(folder):
    async def look(server):
        words = " ".join(one.words for one in server.register.search(limit=1000).happenings)
        for text in (CLAIM, REASON, PROCEDURE, WHY, STRANGER):
            assert text in words
        assert ADDRESS in {one.device for one in happened(server, Happening.SIGN_IN_FAILED)}
        assert ADDRESS in {one.value for one in happened(server, Happening.ENROLMENT_FAILED)}
        assert server.table("R").desk.table.disputes[1].claim == CLAIM
        told = await server.get("/api/tables/R/dispute?number=1", server.sign_in(GUS))
        assert told.json["evidence"]["decided"]["by"] == SHI
        assert told.json["evidence"]["fits"]

    again(folder, look)


def test_whoever_has_the_keys_is_told_names_and_whoever_has_not_pseudonyms(folder, tmp_path):
    """As an outsider is who gets a copy of the journal and the key that tells who wrote it, and no other."""
    told = run(recall, folder / "journal.sqlite", 1, "--table", "R").output
    assert f"{GUS} (casino-supervisor)" in told
    shutil.copy(folder / "journal.sqlite", tmp_path / "copy.sqlite")
    (tmp_path / "keys").mkdir()
    shutil.copy(folder / "keys" / BATCH_KEY, tmp_path / "keys")
    told = run(recall, tmp_path / "copy.sqlite", 1, "--table", "R").output
    assert GUS not in told
    assert PersonKeys(folder / "keys" / PERSON_KEYS).ids[GUS] in told


def test_two_people_are_two_pseudonyms_and_the_verifier_agrees(folder, tmp_path):
    check_everything_verifies(folder, tmp_path)
    keys, lines = PersonKeys(folder / "keys" / PERSON_KEYS), (tmp_path / "R.jsonl").read_text()
    decided = next(line for line in lines.splitlines() if "dispute-decided" in line)
    assert f'"name":"~{keys.ids[SHI]}"' in decided
    assert f'"second":"~{keys.ids[GUS]}"' in decided


def test_an_erased_person_is_gone_and_every_seal_stays_valid(folder, tmp_path):
    (tmp_path / "before").mkdir()
    (tmp_path / "after").mkdir()
    check_everything_verifies(folder, tmp_path / "before")
    known_as = PersonKeys(folder / "keys" / PERSON_KEYS).ids[DEE]
    before = files(tmp_path / "before")
    erased(folder)
    check_everything_verifies(folder, tmp_path / "after")
    for path in before:
        now = (tmp_path / "after" / path.name).read_text().splitlines()
        then = [line for line in path.read_text().splitlines() if line.startswith('{"seal"')]
        assert [line for line in now if line.startswith('{"seal"')][: len(then)] == then, "nothing was rewritten"

    def look(server):
        assert DEE not in {one.name for one in server.register.staff()}
        (noted,) = happened(server, Happening.PERSON_ERASED)
        assert (noted.by, noted.value) == (SHI, f"erased person {known_as}")
        assert GUS in noted.words
        told = " ".join(f"{one.by} {one.words} {one.value}" for one in server.register.search(limit=1000).happenings)
        assert DEE not in told
        assert PROCEDURE not in told
        assert f"erased person {known_as}" in told
        assert WHY in told, "what others wrote stays"

    again(folder, look)
    again(folder, whole_test)
    assert known_as.encode() in (folder / "keys" / PERSON_KEYS).read_bytes(), "that somebody was erased is remembered"


def test_not_even_all_old_files_bring_an_erased_person_back(folder, tmp_path):
    """But for the keys: whoever kept a copy of those has everything."""
    old = tmp_path / "old"
    shutil.copytree(folder, old)
    erased(folder)
    shutil.copy(folder / "keys" / PERSON_KEYS, old / "keys" / PERSON_KEYS)
    keys = PersonKeys(old / "keys" / PERSON_KEYS)
    assert DEE not in keys.ids
    for name in ("house", "R"):
        with closing(journal_of(old / "journal.sqlite", name)) as store:
            read = readable(keyed(store, name, old / "keys" / "snapshot.key"), name, old / "keys")
            said = b"".join(entry.clear for entry in read.read())
            assert read.snapshot() is None
        assert DEE.encode() not in said.replace(PROCEDURE.encode(), b"")
        assert PROCEDURE.encode() not in said


def test_the_name_of_whoever_was_erased_is_free_and_stands_for_somebody_else(folder):
    erased(folder)

    def employ(server):
        server.employ(DEE, Role.AUDITOR, by=SHI)
        assert server.register.state.people[DEE].full_name == DEE.title()

    again(folder, employ)
    again(folder, lambda server: server.sign_in(DEE))


def test_nobody_erases_alone_or_themselves_or_somebody_at_work(folder):
    assert erased(folder, SHI, by=SHI, second=GUS, code=1).exception.code is No.PERSON_SELF
    assert erased(folder, GUS, by=SHI, second=GUS, code=1).exception.code is No.PERSON_SELF
    assert erased(folder, by=SHI, second=SHI, code=1).exception.code is No.APPROVAL_SAME_PERSON
    assert erased(folder, by=GUS, second=SHI, code=1).exception.code is No.RIGHT_MISSING
    assert erased(folder, by=BOSS, second=GUS, code=1).exception.code is No.SECOND_NOT_INDEPENDENT
    typed = f"{WORD}\nwrong and wrong again\n{DEE}\n"
    told = run(erase, folder, DEE, "--by", SHI, "--second", GUS, typed=typed, code=1)
    assert told.exception.code is No.SIGN_IN_FAILED

    async def put_to_work(server):
        await given(server, SHI, Role.SHIFT_MANAGER, c.AssignPost(DEE, "game-supervisor"))

    again(folder, put_to_work)
    assert erased(folder, code=1).exception.code is No.PERSON_BUSY
    again(folder, lambda server: server.sign_in(DEE))


def test_a_players_dispute_is_erased_and_its_money_stays(folder):
    typed = f"{WORD}\n{WORD}\nR:1\n"
    run(erase, folder, "--dispute", "R:1", "--by", SHI, "--second", GUS, typed=typed)

    def look(server):
        decided = server.table("R").desk.table.disputes[1]
        assert (decided.claim, decided.decided) == ("erased", True)
        told = " ".join(one.words for one in server.register.search(limit=1000).happenings)
        assert CLAIM not in told
        assert REASON not in told
        assert happened(server, Happening.RECORD_ERASED)

    again(folder, look)
    told = run(erase, folder, "--dispute", "R:1", "--by", SHI, "--second", GUS, typed=typed, code=1)
    assert told.exception.code is No.RECORD_UNKNOWN


def test_a_rated_player_is_erased_and_the_ratings_stay_nobodys(folder):
    def rate(server):
        server.register.begin_rating(GUS, "C-4711", name="Aloysius Rated", table="R", seat=1, after=0)

    again(folder, rate)
    assert found(folder / "journal.sqlite", "Aloysius Rated", "C-4711") == []
    typed = f"{WORD}\n{WORD}\nP1\n"
    run(erase, folder, "--player", "P1", "--by", SHI, "--second", GUS, typed=typed)

    def look(server):
        assert server.register.ratings() == ()
        assert not server.register.state.players
        assert happened(server, Happening.RECORD_ERASED)

    again(folder, look)
    told = run(erase, folder, "--player", "P1", "--by", SHI, "--second", GUS, typed=typed, code=1)
    assert told.exception.code is No.RECORD_UNKNOWN


KILLED_AT = ("append", "_write", "rename", "_read_again", "begin")


@pytest.mark.parametrize("step", KILLED_AT)
def test_a_kill_at_any_step_of_erasing_leaves_it_undone_or_done_by_the_next_start(folder, step):
    child = [sys.executable, str(TESTS / "attack" / "erasing_killed.py"), str(folder), step, DEE, SHI, GUS, WORD]
    assert subprocess.run(child, check=False, capture_output=True).returncode == -signal.SIGKILL
    there = []
    again(folder, lambda server: there.append(DEE in {one.name for one in server.register.staff()}))
    assert there == [step == "append"], "written down first, then carried out"
    keys = PersonKeys(folder / "keys" / PERSON_KEYS)
    assert (DEE in keys.ids) is there[0]
    if not there[0]:
        assert len(keys.erased) == 1
    again(folder, whole_test)


def test_a_key_that_was_made_for_an_entry_that_never_came_does_no_harm(folder):
    PersonKeys(folder / "keys" / PERSON_KEYS).person("new.comer")
    path = folder / "keys" / PERSON_KEYS
    path.write_bytes(path.read_bytes() + b'{"id":"cutoffhere","ke')
    again(folder, lambda server: server.employ("new.comer", Role.DEALER))
    again(folder, lambda server: server.sign_in("new.comer"))


@pytest.mark.parametrize("marks", [True, False], ids=["marks outside", "no marks outside"])
def test_a_backup_of_before_the_erasure_does_not_bring_anybody_back_by_itself(folder, tmp_path, marks):
    """Where a mark of the erasure is left; else it must be repeated by hand, which the guide says."""
    copied(folder, tmp_path / "copy", "2026-11-15", lambda *_: None)
    erased(folder)
    again(folder)
    shutil.rmtree(folder)
    run(restore, tmp_path / "copy", folder)
    shutil.rmtree(tmp_path / "mirror")
    if marks:
        keep_only_what_was_erased(tmp_path / "checkpoints", folder)
    else:
        shutil.rmtree(tmp_path / "checkpoints")
    there = []
    again(folder, lambda server: there.append(DEE in {one.name for one in server.register.staff()}))
    assert there == [not marks]
    if marks:
        again(folder, lambda server: happened(server, Happening.PERSON_ERASED)[0].by == "taisai")
        assert DEE not in PersonKeys(folder / "keys" / PERSON_KEYS).ids


def keep_only_what_was_erased(checkpoints, folder):
    """As taisai write-off leaves the marks: journals are as far as they are, and who was erased stays known."""
    for path in checkpoints.glob("*.checkpoints"):
        path.unlink()
    settings = settings_of(folder, *TABLES, checkpoints_folder=str(checkpoints))
    with closing(Losses(settings)) as losses:
        losses.accept("2026-11-15T06:10:00.000+00:00", "the owner", "restored from Monday's backup")


def test_addresses_of_nobody_in_particular_are_gone_after_ninety_days(folder, monkeypatch):
    monkeypatch.setattr("taisai.privacy.veil.DAYS_KEPT", timedelta(days=-2))

    def look(server):
        (noted,) = happened(server, Happening.ENROLMENT_FAILED)
        assert noted.value == "erased"
        assert ADDRESS not in {one.device for one in happened(server, Happening.SIGN_IN_FAILED)}

    again(folder, look)


def test_a_house_that_lost_the_keys_of_people_says_so_and_lets_a_manager_in_again(folder):
    path = folder / "keys" / PERSON_KEYS
    boss, kept = PersonKeys(path).ids[BOSS], path.read_bytes()
    path.unlink()
    told = []
    again(folder, lambda server: told.extend(happened(server, Happening.DATA_LOST)))
    assert told[0].severity == "critical"
    assert boss in told[0].value
    name = f"erased person {boss}"
    code = json.loads(run(rescue, folder, name, "--json").stdout)["code"]

    def begin_anew(server):
        server.set_password(name, code, NEW)
        server.employ("new.manager", Role.SHIFT_MANAGER, by=name)
        server.sign_in("new.manager")

    again(folder, begin_anew)
    path.write_bytes(kept + path.read_bytes())

    def found_again(server):
        challenge = server.register.challenge(BOSS)
        assert server.register.signed_in(challenge, challenge.verify(NEW), "making", 0)
        assert {"new.manager", *STAFF} <= {one.name for one in server.register.staff()}

    again(folder, found_again)


VIO, FULL = "vi.olet", "Violet Hush"
ABOUT = f"{VIO} and {FULL.upper()}, or {FULL}, were here"


async def mentioned_everywhere(server):
    """Made, changed and removed by two people over HTTP, and named in every text that people write."""
    boss, gus = server.sign_in(SHI), server.sign_in(GUS)
    made = {"name": VIO, "full_name": FULL, "role": "dealer"}
    assert (await server.together("POST", "/api/staff", boss, made)).status == 200
    assert (await server.together("POST", f"/api/staff/{VIO}/role", boss, {"role": "auditor"})).status == 200
    check = server.table("H").desk.game.book.permission(Act.OPEN_TABLE).checks[0]
    await given(server, GUS, Role.CASINO_SUPERVISOR, c.RecordCheck(check, passed=False, why=ABOUT), table="H")
    await given(server, SHI, Role.SHIFT_MANAGER, c.AssignPost(DEE, "game-supervisor"))
    await given(server, DEE, Role.DEALER, c.LockSeat(2, ABOUT))
    await given(server, DEE, Role.DEALER, c.ReleaseSeat(2, ABOUT))
    await given(server, SHI, Role.SHIFT_MANAGER, c.AssignPost(DEE, ""))
    await given(server, "terminal-1", Role.PLAYER, c.OpenDispute(1, 1, ABOUT))
    await given(server, SHI, Role.SHIFT_MANAGER, c.DecideDispute(2, ABOUT, 0))
    seq = server.register.note(Happening.SUPERVISOR_CALLED, ABOUT)
    server.register.add_footage(SHI, seq, ABOUT[:64], ABOUT[:64], ABOUT[:64], ABOUT)
    server.register.begin_rating(GUS, "C-1", name=ABOUT, table="R", seat=1, after=0)
    server.register.add_item(SHI, "d-9", ItemKind.LAYOUT, label=ABOUT)
    server.register.report_fault(SHI, "d-9", ABOUT)
    server.register.invite_device(SHI, DeviceKind.DISPLAY, label=ABOUT[:64])
    assert (await server.together("POST", f"/api/staff/{VIO}/deactivate", boss)).status == 200
    words = " ".join([await told_everywhere(server, boss), await told_everywhere(server, gus)])
    assert VIO in words
    assert FULL in words
    assert FULL.upper() in words


async def told_everywhere(server, who):
    """The answer of every route that only reads, and of every report in every form."""
    made = {
        "table": "R", "log": "house", "level": "0", "tile": "000.p/1", "seq": "1", "name": "events", "book": "nz-2008",
        "number": "1", "item": "d-9", "rating": "1", "entry": "1",
    }  # fmt: skip
    paths = [one.path for one in ROUTES if one.method == "GET" and "export" not in one.path]
    asked = [path.format_map(defaultdict(lambda: "1", made)) for path in paths]
    asked += [f"/api/reports/{one}?format={form}" for one in REPORTS for form in ("csv", "text", "json")]
    asked += ["/api/tables/R/dispute?number=2", "/api/tables/R/recall?round=1", "/api/events?limit=1000"]
    asked += ["/api/staff?after=", "/api/attempts?limit=1000", "/api/tables/R/export"]
    answers = [await server.get(path, who) for path in asked]
    assert sum(one.status == 200 for one in answers) > len(answers) / 2
    return b" ".join(one.body for one in answers).decode("utf-8", "replace")


def test_no_route_report_export_file_or_log_has_the_name_of_whoever_was_erased(folder, tmp_path, caplog):
    caplog.set_level(logging.DEBUG)
    again(folder, mentioned_everywhere)
    for name in ("R", "house"):
        exported(folder, name, tmp_path / f"{name}.jsonl")
    looked = [path for path in files(tmp_path) if path.suffix not in {".py", ".pyc", ".toml"}]
    assert {path: told for path in looked if (told := found(path, VIO, "violet"))} == {}, "before, no thief finds it"
    erased(folder, VIO)
    words = []

    async def look(server):
        words.extend([await told_everywhere(server, server.sign_in(name)) for name in (SHI, GUS)])

    again(folder, look)
    for text in (VIO, "violet"):
        assert text not in " ".join(words).lower()
        assert text not in caplog.text.lower()
        assert {path: told for path in looked if (told := found(path, text))} == {}
    assert "were here" in words[0], "what others wrote stays"
