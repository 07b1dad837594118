"""Receivers as settings name them: what could tell the wrong place is refused, in words that say what is allowed."""

from ipaddress import ip_address

import pytest
from msgspec.structs import replace

from taisai.house.receiver_settings import ReceiverRefusal, ReceiverSettings, is_allowed
from taisai.house.settings import Settings
from taisai.house.settings_reader import load, read
from taisai.house.settings_tables import Mail
from taisai.house.settings_writer import written
from taisai.people.significant_events import Severity
from taisai.rules.refusals import Refused

WRONG = {
    "ftp://pager.example.com/": "https://",
    "//pager.example.com/": "https://",
    "https://": "https://",
    "https://pager.example.com:99999/": "https://",
    "http://pager.example.com/": "unencrypted",
    "http://10.0.0.7/": "unencrypted",
    "https://ann:secret@pager.example.com/": "name or password",
    "https://pager.example.com/#part": "after #",
    "https://169.254.169.254/latest/meta-data": "link-local",
    "https://[fe80::1]/": "link-local",
    "https://[::ffff:169.254.169.254]/": "link-local",
    "https://0.0.0.0/": "unspecified",
    "https://224.0.0.1/": "multicast",
}


@pytest.mark.parametrize("url", WRONG)
def test_an_address_that_no_receiver_has_is_refused(url):
    with pytest.raises(Refused) as refused:
        ReceiverSettings("pager", url=url)
    assert refused.value.code is ReceiverRefusal.INVALID
    assert WRONG[url] in refused.value.words
    assert "secret" not in str(refused.value.value)


@pytest.mark.parametrize(
    "url",
    ["https://pager.example.com/a?b=c", "https://10.0.0.7:8443/", "http://127.0.0.1:9000/", "http://localhost/",
     "http://[::1]:80/"],
)  # fmt: skip
def test_an_address_that_a_receiver_may_have_is_taken(url):
    assert ReceiverSettings("pager", url=url).url == url


@pytest.mark.parametrize("given", [{}, {"url": "https://a.example.com/", "mail": "a@example.com"}])
def test_a_receiver_is_told_in_one_way(given):
    with pytest.raises(Refused, match="either url or mail"):
        ReceiverSettings("pager", **given)


def test_a_kind_that_does_not_exist_is_refused_with_the_one_that_was_meant():
    with pytest.raises(Refused, match="large-win"):
        ReceiverSettings("pager", mail="a@example.com", kinds=("large-wins",))


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_this_machine_is_a_receiver_only_where_it_was_written_so(address):
    assert is_allowed(ip_address(address), here=True)
    assert not is_allowed(ip_address(address), here=False)


HOUSE = """
[[table]]
id = "H"
paytable = "nz-2008/1"
"""


def problems(folder, text):
    folder.mkdir(exist_ok=True)
    (folder / "taisai.toml").write_text(text + HOUSE, encoding="utf-8")
    return [str(one) for one in read({"folder": folder}, {})[1]]


TOGETHER = {
    'receiver = [{ name = "Pager!", url = "https://a.example.com/" }]': "receiver.name",
    'receiver = [{ name = "p", url = "https://a.example.com/", severities = ["grave"] }]': "receiver.severities",
    'receiver = [{ name = "p", mail = "no address" }]': "receiver.mail",
    'receiver = [{ name = "p", url = "https://a.example.com/" }, { name = "p", url = "https://b.example.com/" }]':
        "two receivers have this name",
    'receiver = [{ name = "p", url = "https://a.example.com/", tables = ["X"] }]': "no such table for p: X",
    'receiver = [{ name = "p", mail = "a@example.com" }]': "mail is set without mail.host",
    'mail.host = "mail.example.com"': "set without mail.sender",
    'mail.host = "mail.example.com"\nmail.sender = "a@example.com"\nmail.user = "a"': "set without mail.password_file",
    'mail.tls = "none"': "implicit (TLS from the first byte) or starttls",
    'alerts.roots = "nowhere.pem"': "no such file",
    "alerts.escalate_minutes = 0": "alerts.escalate_minutes",
    "mail.port = 0": "mail.port",
}  # fmt: skip


@pytest.mark.parametrize("text", TOGETHER)
def test_settings_that_do_not_go_together_are_told_with_their_line(tmp_path, text):
    found = problems(tmp_path, text)
    assert len(found) == len(set(found))
    assert any(TOGETHER[text] in one and "taisai.toml:" in one for one in found), found


def test_settings_with_receivers_are_written_and_read_again(tmp_path):
    receivers = (
        ReceiverSettings("pager", url="https://a.example.com/", tables=("H",), kinds=("large-win",), escalation=True),
        ReceiverSettings("post", mail="pit@example.com", severities=(Severity.CRITICAL,)),
    )
    (tmp_path / "taisai.toml").write_text(HOUSE, encoding="utf-8")
    before = load({"folder": tmp_path}, {})
    mail = Mail("mail.example.com", sender="house@example.com", tls="starttls")
    wanted = replace(before, receiver=receivers, mail=mail)
    (tmp_path / "taisai.toml").write_text(written(wanted), encoding="utf-8")
    assert load({"folder": tmp_path}, {}) == wanted
    assert Settings().receiver == ()
