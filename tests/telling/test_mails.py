"""Alerts by e-mail, to a real mail server: under TLS or not at all, once each, through refusals and restarts."""

import asyncio
import ssl

import pytest
from server.making import HAND, house, until
from telling.mailing import PASSWORD, USER, mailing

from taisai.house.receiver_settings import ReceiverRefusal, ReceiverSettings
from taisai.outside import connections
from taisai.people.significant_events import Happening
from taisai.rules.refusals import Refused
from taisai.server import alert_sender as running_telling
from taisai.telling import outbox

PIT = ReceiverSettings("pit", mail="pit@example.com")
TLS = pytest.mark.parametrize("implicit", [True, False], ids=["implicit", "starttls"])


@pytest.fixture(autouse=True)
def hurried(monkeypatch):
    monkeypatch.setattr(outbox, "DELAY_FIRST_S", 0.01)
    monkeypatch.setattr(outbox, "DELAY_MOST_S", 0.05)
    monkeypatch.setattr(running_telling, "TURN_S", 0.01)


def by_mail(folder, port, certificate, *, implicit=True, password=PASSWORD, **more):
    folder.mkdir(exist_ok=True)
    (folder / "mail.password").write_text(f"{password}\n", encoding="utf-8")
    given = {
        "receiver": (PIT,), "mail_host": "127.0.0.1", "mail_port": port, "mail_sender": "house@casino.example",
        "mail_tls": "implicit" if implicit else "starttls", "mail_user": USER, "alerts_roots": certificate[0],
        "mail_password_file": str(folder / "mail.password"),
    }  # fmt: skip
    return house(folder, HAND, **(given | more))


def note(server, words="12 MB are left", code=Happening.DISK_LOW):
    return server.register.note(code, words, table="H")


async def told(server, number):
    await until(lambda: server.register.told("pit").upto >= number)


def box(server):
    return server.house.telling.told["pit"].box


@TLS
async def test_an_alert_is_one_message_under_tls(tmp_path, certificate, implicit):
    with mailing(certificate, implicit=implicit) as post:
        async with by_mail(tmp_path, post.port, certificate, implicit=implicit) as server:
            await told(server, note(server, "12 MB are left\n.\nQUIT"))
    ((sender, to, is_tls, message),) = post.taken
    assert (sender, to, is_tls) == ("house@casino.example", ("pit@example.com",), True)
    assert message["Subject"] == "[critical] disk-low at H"
    assert (message["To"], message["Auto-Submitted"]) == ("pit@example.com", "auto-generated")
    assert "12 MB are left" in message.get_content()
    assert post.signed_in == ["PLAIN"]


@TLS
async def test_a_server_that_nobody_vouches_for_is_told_nothing_not_even_the_password(tmp_path, certificate, implicit):
    with mailing(certificate, implicit=implicit) as post:
        async with by_mail(tmp_path, post.port, certificate, implicit=implicit, alerts_roots="") as server:
            note(server)
            await until(lambda: box(server).failures > 2)
            assert "certificate" in box(server).why
    assert (post.tried, post.signed_in) == ([], [])


async def test_a_wrong_password_is_said_and_nothing_is_told(tmp_path, certificate):
    with mailing(certificate) as post:
        async with by_mail(tmp_path, post.port, certificate, password="another") as server:
            note(server)
            await until(lambda: box(server).failures > 1)
            assert "535" in box(server).why
    assert post.tried == []


@pytest.mark.parametrize("reply", ["451 later", "421 closing", "554 spam"])
async def test_what_the_server_does_not_take_is_tried_again_as_the_same_message(tmp_path, certificate, reply):
    answers = iter([reply, reply, "250 taken"])

    with mailing(certificate) as post:
        post.answer = lambda _: next(answers)
        async with by_mail(tmp_path, post.port, certificate) as server:
            await told(server, note(server))
    assert len(post.tried) == 3
    assert len({message["Message-ID"] for message in post.tried}) == 1
    assert len(post.taken) == 1


async def test_an_address_that_is_refused_holds_up_no_other_receiver(tmp_path, certificate):
    with mailing(certificate) as post:
        other = ReceiverSettings("other", mail="other@example.com")
        async with by_mail(tmp_path, post.port, certificate, receiver=(PIT, other)) as server:
            post.rcpt = "550 nobody here"
            note(server)
            await until(lambda: "550" in box(server).why)
            post.rcpt = "250 OK"
            await until(lambda: len(post.taken) == 2)
    assert {to for _, to, *_ in post.taken} == {("pit@example.com",), ("other@example.com",)}


async def test_a_slow_server_holds_nobody_up_and_is_left_after_a_while(tmp_path, certificate, monkeypatch):
    monkeypatch.setattr(connections, "LONGEST_S", 0.5)

    with mailing(certificate) as post:
        async with by_mail(tmp_path, post.port, certificate) as server:
            post.held.clear()
            number = note(server)
            await until(lambda: post.tried)
            await server.open("H", 1)
            await until(lambda: "no answer within" in box(server).why)
            post.answer = lambda _: "451 too late"
            post.held.set()
            post.answer = lambda _: "250 taken"
            monkeypatch.setattr(connections, "LONGEST_S", 60)
            await told(server, number)
    assert len({message["Message-ID"] for message in post.tried}) == 1


async def test_a_mail_server_that_starts_anew_gets_what_it_missed_and_a_house_that_does_tells_nothing_twice(
    tmp_path, certificate
):
    async def first(post):
        async with by_mail(tmp_path, post.port, certificate) as server:
            await told(server, note(server, "one"))

    async def away(port):
        async with by_mail(tmp_path, port, certificate) as server:
            note(server, "two")
            await until(lambda: box(server).failures > 1)

    async def back(post):
        async with by_mail(tmp_path, post.port, certificate) as server:
            await told(server, note(server, "three"))

    with mailing(certificate) as post:
        await first(post)
    await away(post.port)
    with mailing(certificate, port=post.port, post=post):
        await back(post)
        await back(post)
    words = [message.get_content().rpartition("Words:")[2].strip() for *_, message in post.taken]
    assert words == ["one", "two", "three", "three"]
    assert len({message["Message-ID"] for *_, message in post.taken}) == len(post.taken)


async def spoken(tmp_path, certificate, talk, **more):
    """A server of our own that says what no decent one does; gives why it was told nothing."""

    async def meet(reader, writer):
        try:
            await talk(reader, writer)
        finally:
            writer.close()

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    tls = context if more.get("implicit", True) else None
    listening = await asyncio.start_server(meet, "127.0.0.1", 0, ssl=tls)
    async with by_mail(tmp_path, listening.sockets[0].getsockname()[1], certificate, **more) as server:
        note(server)
        await until(lambda: box(server).failures > 0)
        why = box(server).why
    listening.close()
    return why


async def test_a_server_without_starttls_is_told_nothing(tmp_path, certificate):
    heard = []

    async def talk(reader, writer):
        writer.write(b"220 hello\r\n")
        heard.append(await reader.readline())
        writer.write(b"250-mail.test\r\n250 AUTH PLAIN\r\n")
        heard.append(await reader.readline())

    assert await spoken(tmp_path, certificate, talk, implicit=False) == "it does not offer STARTTLS"
    assert not [line for line in heard if line and not line.startswith(b"EHLO")]


async def test_what_is_slipped_in_before_tls_begins_is_not_believed(tmp_path, certificate):
    async def talk(reader, writer):
        writer.write(b"220 hello\r\n")
        await reader.readline()
        writer.write(b"250 STARTTLS\r\n")
        await reader.readline()
        writer.write(b"220 go on\r\n250 AUTH PLAIN\r\n")
        await reader.readline()

    assert "before TLS" in await spoken(tmp_path, certificate, talk, implicit=False)


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (b"HTTP/1.1 400 Bad\r\n", "like a mail server"),
        (b"220-on\r\n" * 200, "does not end"),
        (b"554 go away\r\n", "554 go away"),
        (b"", "closed the connection"),
        (b"220 hello\r\n250 mail.test\r\n", "not offer sign-in"),
    ],
)
async def test_a_server_that_speaks_otherwise_has_not_taken_it(tmp_path, certificate, lines, why):
    async def talk(reader, writer):
        writer.write(lines)
        await writer.drain()
        if lines.startswith(b"220"):
            await reader.readline()
            await reader.readline()

    assert why in await spoken(tmp_path, certificate, talk)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"a\x07b"])
async def test_a_file_without_a_password_is_refused(tmp_path, certificate, content):
    path = tmp_path / "other.password"
    path.write_bytes(content)
    with pytest.raises(Refused) as refused:
        async with by_mail(tmp_path / "house", 9, certificate, mail_password_file=str(path)):
            pass
    assert refused.value.code is ReceiverRefusal.INVALID
