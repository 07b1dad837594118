"""A house that tells a real receiver: signed, once each, through restarts, and without play waiting for it."""

import threading

import pytest
from patience import PATIENCE_S
from server.making import HAND, house, until
from standardwebhooks.webhooks import WebhookVerificationError
from telling.receiver import receiving

from taisai.house.receiver_settings import ReceiverSettings
from taisai.outside import connections
from taisai.people.significant_events import Happening, Severity
from taisai.rules.vocabulary import Role
from taisai.server import alert_sender as running_telling
from taisai.telling import outbox
from taisai.telling.webhooks import secret_of

ALL = tuple(Severity)


@pytest.fixture(autouse=True)
def hurried(monkeypatch):
    monkeypatch.setattr(outbox, "DELAY_FIRST_S", 0.01)
    monkeypatch.setattr(outbox, "DELAY_MOST_S", 0.05)
    monkeypatch.setattr(running_telling, "TURN_S", 0.01)


def hook(url, name="pager", **more):
    return ReceiverSettings(name, url=url, **more)


def told(server, name="pager"):
    return server.register.told(name)


def entries(server, kind):
    found = [one for one in server.register.store.read() if f'"is":"{kind}"'.encode() in one.body]
    return len(found)


def note(server, code=Happening.DISK_LOW, words="12 MB are left", **more):
    return server.register.note(code, words, **more)


async def test_an_alert_is_told_once_signed_as_the_standard_says(tmp_path):
    with receiving() as receiver:
        async with house(tmp_path, HAND, receiver=(hook(receiver.url),)) as server:
            number = note(server, table="H", value="12")
            await until(lambda: told(server).upto >= number)
            (got,) = receiver.got
            secret = secret_text(server.house.settings.keys_folder / "receiver-pager.key")
            assert got.path == "/alerts?of=house"
            assert got.checked(secret) == got.json
            assert got.json["type"] == "event.disk-low"
            wanted = {"number": number, "code": "disk-low", "severity": "critical", "table": "H", "value": "12"}
            assert got.data | wanted == got.data
            assert got.data["words"] == "12 MB are left"
            for changed in (
                got._replace(body=got.body.replace(b"12 MB", b"99 GB")),
                got._replace(headers=got.headers | {"Webhook-Id": "another"}),
                got._replace(headers=got.headers | {"Webhook-Timestamp": "1"}),
            ):
                with pytest.raises(WebhookVerificationError):
                    changed.checked(secret)
        assert len(receiver.got) == 1


def secret_text(path):
    return secret_of(bytes.fromhex(path.read_text().strip()))


async def test_over_tls_it_tells_only_whom_the_roots_vouch_for(tmp_path, certificate):
    async def go(receiver, roots):
        async with house(tmp_path, HAND, receiver=(hook(receiver.url),), alerts_roots=roots) as server:
            number = note(server)
            if roots:
                await until(lambda: told(server).upto >= number)
            else:
                await until(lambda: server.house.telling.told["pager"].box.failures > 2)
                assert "certificate" in server.house.telling.told["pager"].box.why
            return len(receiver.got)

    with receiving(certificate) as receiver:
        assert await go(receiver, "") == 0
        assert await go(receiver, certificate[0]) > 0


async def test_only_what_fits_by_severity_table_and_kind_is_told(tmp_path):
    with receiving() as receiver:
        receivers = (
            hook(receiver.url, "grave", severities=(Severity.CRITICAL,)),
            hook(receiver.url, "at-e", tables=("E",), severities=ALL),
            hook(receiver.url, "wins", kinds=("large-win",), severities=()),
        )
        async with house(tmp_path, receiver=receivers) as server:
            await until(lambda: not server.house.telling.waiting())
            receiver.taken.clear()
            note(server, Happening.DISK_LOW)
            note(server, Happening.LARGE_WIN, table="H")
            note(server, Happening.TABLE_OPENED, table="E")
            last = note(server, Happening.LARGE_WIN, table="E")
            boxes = [one.box for one in server.house.telling.told.values()]
            await until(lambda: min(box.seen for box in boxes) >= last and not server.house.telling.waiting())
        got = {(one.id.rsplit("-", 2)[0], one.data["code"], one.data["table"]) for one in receiver.taken}
        assert got == {
            ("grave", "disk-low", ""), ("at-e", "table-opened", "E"), ("at-e", "large-win", "E"),
            ("wins", "large-win", "H"), ("wins", "large-win", "E"),
        }  # fmt: skip


async def test_names_of_people_do_not_leave_the_house(tmp_path):
    with receiving() as receiver:
        async with house(tmp_path, HAND, receiver=(hook(receiver.url, severities=ALL),)) as server:
            note(server, Happening.PERSON_RESET, "pit.manager has reset dee.dealer", by="pit.manager")
            number = note(server, Happening.CHECK_FAILED, "the man in seat 3 says so", by="dee.dealer", table="H")
            await until(lambda: told(server).upto >= number)
        everything = b"".join(one.body for one in receiver.got)
        assert b"dee.dealer" not in everything
        assert b"pit.manager" not in everything
        assert b"the man in seat 3" not in everything
        assert receiver.got[-1].data["words"] == "(withheld)"
        assert receiver.got[-2].data["by"].startswith("~")


async def test_what_was_not_taken_is_tried_again_under_the_same_id_until_it_is(tmp_path):
    answers = iter([503, 500, 429, 401, 302, None, 400, 200])

    with receiving() as receiver, receiving() as elsewhere:
        receiver.answer = lambda _: next(answers)
        receiver.headers = {"Location": elsewhere.url}
        async with house(tmp_path, HAND, receiver=(hook(receiver.url),)) as server:
            number = note(server)
            await until(lambda: told(server).upto >= number)
            assert entries(server, "alert-told") == 1
        assert len(receiver.got) == 8
        assert len({one.id for one in receiver.got}) == 1
        assert len(receiver.taken) == 1
        assert elsewhere.got == []  # a redirect is not followed


async def test_alerts_of_before_a_restart_are_told_after_it_and_none_twice(tmp_path):
    async def go(receiver, words):
        async with house(tmp_path, HAND, receiver=(hook(receiver.url),)) as server:
            if words:
                note(server, words=words)
            if receiver.answer("") == 204:
                await until(lambda: not server.house.telling.waiting() and told(server).upto >= 1)
                await until(lambda: server.house.telling.told["pager"].box.seen == server.register.head.seq)
                await until(lambda: not server.house.telling.waiting())

    with receiving() as receiver:
        await go(receiver, "one")
        receiver.answer = lambda _: 503
        await go(receiver, "two")
        await go(receiver, "three")
        receiver.answer = lambda _: 204
        await go(receiver, "")
        await go(receiver, "")
        words = [one.data["words"] for one in receiver.taken if one.data["code"] == "disk-low"]
        assert words == ["one", "two", "three"]
        assert len({one.id for one in receiver.taken}) == len(receiver.taken)


async def test_a_receiver_that_is_new_is_not_told_of_the_past_and_one_that_left_begins_anew(tmp_path):
    async def go(receivers, words):
        async with house(tmp_path, HAND, receiver=receivers) as server:
            note(server, words=words)
            follows = server.house.telling
            await until(lambda: all(one.box.seen == server.register.head.seq for one in follows.told.values()))
            await until(lambda: not follows.waiting())

    with receiving() as receiver:
        ours = (hook(receiver.url),)
        for receivers, words in (((), "one"), (ours, "two"), ((), "three"), (ours, "four")):
            await go(receivers, words)
        words = [one.data["words"] for one in receiver.taken if one.data["code"] == "disk-low"]
        assert words == ["two", "four"]


async def test_play_goes_on_while_a_receiver_holds_the_line(tmp_path, monkeypatch):
    released = threading.Event()

    def hold(_):
        released.wait(PATIENCE_S)
        return 204

    with receiving() as receiver:
        receiver.answer = hold
        try:
            receivers = tuple(hook(receiver.url, f"slow-{number}") for number in range(10))
            async with house(tmp_path, HAND, receiver=receivers) as server:
                note(server)
                await until(lambda: len(receiver.got) >= 10)
                await server.open("H", 1)
                await server.enter("H", (2, 2, 5))
                await server.settle("H")
                assert (await server.get("/api/health")).status == 200
                assert receiver.taken == []
                released.set()
                await until(lambda: len(receiver.taken) >= 10)
        finally:
            released.set()


async def test_a_house_stops_while_a_receiver_holds_the_line(tmp_path):
    released = threading.Event()

    def hold(_):
        released.wait(PATIENCE_S)
        return 204

    with receiving() as receiver:
        receiver.answer = hold
        async with house(tmp_path, HAND, receiver=(hook(receiver.url),)) as server:
            note(server)
            await until(lambda: receiver.got)
        assert receiver.taken == []
        released.set()


async def test_one_that_never_ends_its_answer_is_left_after_a_while(tmp_path, monkeypatch):
    monkeypatch.setattr(connections, "LONGEST_S", 0.2)
    released = threading.Event()

    with receiving() as receiver:
        receiver.answer = lambda _: released.wait(PATIENCE_S) and None
        async with house(tmp_path, HAND, receiver=(hook(receiver.url),)) as server:
            number = note(server)
            await until(lambda: "no answer within" in server.house.telling.told["pager"].box.why)
            released.set()
            receiver.answer = lambda _: 204
            await until(lambda: told(server).upto >= number)


async def test_a_receiver_that_is_lost_and_comes_back_is_on_record_and_not_told_of_itself(tmp_path, monkeypatch):
    monkeypatch.setattr(running_telling, "LOST_AFTER_S", 1)
    with receiving() as receiver, receiving() as other:
        receivers = (hook(receiver.url), hook(other.url, "other", severities=ALL))
        async with house(tmp_path, HAND, receiver=receivers) as server:
            receiver.answer = lambda _: 503
            note(server)
            await until(lambda: server.register.last(Happening.RECEIVER_LOST))
            assert "it answers 503" in server.register.last(Happening.RECEIVER_LOST).words
            receiver.answer = lambda _: 204
            await until(lambda: server.register.last(Happening.RECEIVER_BACK))
            await until(lambda: "receiver-back" in other.codes())
        assert "receiver-lost" in other.codes()
        assert "receiver-lost" not in [one.data["code"] for one in receiver.got]


async def test_what_cannot_be_told_is_a_dead_letter_that_a_supervisor_sends_again(tmp_path, monkeypatch):
    class Longest(outbox.Letter):
        def is_over(self, now_s, longest_s, oldest_at):
            return super().is_over(now_s, 0, oldest_at)

    monkeypatch.setattr(outbox, "Letter", Longest)

    with receiving() as receiver:
        async with house(tmp_path, HAND, receiver=(hook(receiver.url),)) as server:
            await until(lambda: not server.house.telling.waiting())
            receiver.answer = lambda got: 400 if got.data["words"] == "poison" else 204
            poison = note(server, words="poison")
            after = note(server, words="after it")
            await until(lambda: told(server).upto >= after)
            assert told(server).dead[poison].why == "it answers 400"
            assert told(server).dead[poison].tries == outbox.TRIES_LEAST
            who = server.sign_in("gus.supervisor")
            listed = (await server.get("/api/alerts/dead", who)).json["letters"]
            assert [(one["receiver"], one["event"]["seq"], one["why"]) for one in listed] == [
                ("pager", poison, "it answers 400")
            ]
            receiver.answer = lambda _: 204
            assert (await server.post(f"/api/alerts/pager/{poison}/again", who)).status == 200
            await until(lambda: "poison" in [one.data["words"] for one in receiver.taken])
            await until(lambda: not told(server).again)
            assert told(server).dead == {}
            again = await server.post(f"/api/alerts/pager/{poison}/again", who)
            assert (again.status, again.json["code"]) == (409, "letter-unknown")
            for path in ("/api/alerts/nobody/1/again", f"/api/alerts/pager/{after}/again", "/api/alerts/pager/x/again"):
                assert (await server.post(path, who)).json["code"] == "letter-unknown"
        assert [one.data["words"] for one in receiver.taken].count("poison") == 1


async def test_a_dead_letter_and_one_sent_again_outlive_a_restart(tmp_path, monkeypatch):
    class Longest(outbox.Letter):
        def is_over(self, now_s, longest_s, oldest_at):
            return super().is_over(now_s, 0, oldest_at)

    monkeypatch.setattr(outbox, "Letter", Longest)

    async def die(receiver):
        async with house(tmp_path, HAND, receiver=(hook(receiver.url),)) as server:
            number = note(server, words="poison")
            await until(lambda: number in told(server).dead)
            return number

    async def send(receiver, number):
        monkeypatch.setattr(outbox, "Letter", type("Patient", (outbox.Letter,), {"is_over": lambda *_: False}))
        async with house(tmp_path, HAND, receiver=(hook(receiver.url),)) as server:
            assert number in told(server).dead
            server.register.send_again("gus.supervisor", "pager", number)

    async def take(receiver, number):
        async with house(tmp_path, HAND, receiver=(hook(receiver.url),)) as server:
            await until(lambda: number in [one.data["number"] for one in receiver.taken])
            await until(lambda: not told(server).again)

    with receiving() as receiver:
        receiver.answer = lambda _: 400
        number = await die(receiver)
        await send(receiver, number)
        receiver.answer = lambda _: 204
        await take(receiver, number)
        assert [one.data["number"] for one in receiver.taken].count(number) == 1


@pytest.mark.parametrize("role", [Role.DEALER, Role.AUDITOR, Role.TECHNICIAN])
async def test_only_supervisors_send_again(tmp_path, role):
    async with house(tmp_path, HAND) as server:
        name = {Role.DEALER: "dee.dealer", Role.AUDITOR: "aud.auditor", Role.TECHNICIAN: "tec.technician"}[role]
        answer = await server.post("/api/alerts/pager/1/again", server.sign_in(name))
        assert (answer.status, answer.json["code"]) == (403, "right-missing")
