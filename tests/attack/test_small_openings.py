"""Small things that an attacker found: each made a traceback, a program error, an endless log or a text in clear."""

import logging
import socket

import pytest
from attack.kit.houses import happened
from server.making import HAND, house, settings_of

from taisai.cli import serve
from taisai.people.significant_events import Happening
from taisai.rules.refusals import Refused
from taisai.server.approvals import APPROVALS
from taisai.server.nodes.post import Post
from taisai.server.run import running

NO_BREAK_SPACE = "\xa0"


async def test_an_approval_header_of_blanks_is_refused_and_is_no_program_error(tmp_path):
    async with house(tmp_path, HAND) as server:
        manager = server.sign_in("shi.manager")
        body = {"name": "new.comer", "full_name": "New Comer", "role": "dealer"}
        for header in (NO_BREAK_SPACE, NO_BREAK_SPACE * 3, "act-1", f"act-1{NO_BREAK_SPACE}"):
            answer = await server.http("POST", "/api/staff", manager, body, headers={APPROVALS: header})
            assert (answer.status, answer.json["code"]) == (409, "approval-same-person"), header
        server.house.caretaker._write_notes()
        assert not happened(server, Happening.PROGRAM_ERROR)


def test_rubbish_on_the_bus_is_one_line_a_minute(caplog):
    heard = []
    post = Post("one 1", b"secret" * 6, lambda *given: heard.append(given), heard.append)
    with caplog.at_level(logging.WARNING):
        for number in range(2_000):
            post.arrived(bytes([number % 256]) * (number % 64))
    assert (heard, len(caplog.records)) == ([], 1)


async def test_what_is_said_of_a_camera_is_in_no_file(tmp_path):
    camera, since, note = "camera above Mr Aloysius", "when Aloysius sat down", "Aloysius leaves"
    async with house(tmp_path, HAND) as server:
        seq = server.register.note(Happening.SUPERVISOR_CALLED, "a supervisor was called")
        server.register.add_footage("shi.manager", seq, camera, since, "", note)
        (kept,) = server.register.footage(seq)
        assert (kept.camera, kept.since, kept.note) == (camera, since, note)
    content = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"Aloysius" not in content


@pytest.mark.parametrize("blocked", ["port", "folder", "checkpoints"])
async def test_a_start_that_cannot_be_says_so_in_a_sentence_and_leaves_nothing_behind(tmp_path, blocked):
    (tmp_path / "file").write_text("")
    home = tmp_path / ("file/house" if blocked == "folder" else "house")
    changes = {"checkpoints_folder": str(tmp_path / "file" / "checkpoints")} if blocked == "checkpoints" else {}
    with socket.create_server(("127.0.0.1", 0)) as taken:
        changes |= {"port": taken.getsockname()[1]} if blocked == "port" else {}
        with pytest.raises(Refused, match="nothing can listen|cannot be made") as refused:
            async with running(settings_of(home, HAND, **changes)):
                pass
    assert "\n" not in refused.value.words
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_folder_that_cannot_be_made_is_refused_before_the_command_begins_anew(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Refused, match="cannot be made"):
        serve._clean(["--folder", str(tmp_path / "file" / "house")])
