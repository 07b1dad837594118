"""How to reach each receiver in the settings."""

from pathlib import Path
from typing import Protocol

from taisai.house.key_files import made_key
from taisai.house.receiver_settings import ReceiverRefusal, ReceiverSettings
from taisai.house.settings import Settings
from taisai.outside.connections import Connections
from taisai.rules.refusals import Refused
from taisai.telling.alerts import News
from taisai.telling.mails import Mail
from taisai.telling.smtp import MailServer
from taisai.telling.webhooks import Webhook


class Teller(Protocol):
    async def tell(self, news: News, letter: str, at_s: int) -> None: ...


def teller_of(settings: Settings, one: ReceiverSettings, connections: Connections) -> Teller:
    house = settings.site or settings.name
    if one.url:
        return Webhook(connections, one.url, made_key(key_of(settings, one.name)), house)
    return Mail(connections, _server(settings), settings.mail.sender, one.mail, house)


def key_of(settings: Settings, receiver: str) -> Path:
    """Return the file of the key that signs the bodies for a webhook."""
    return settings.keys_folder / f"receiver-{receiver}.key"


def _server(settings: Settings) -> MailServer:
    password = _password(settings.mail.password_file) if settings.mail.user else ""
    return MailServer(
        settings.mail.host, settings.mail.port, settings.mail.tls == "implicit", settings.mail.user, password
    )


def _password(path: str) -> str:
    try:
        password = Path(path).read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        words = f"the password of the mail server cannot be read ({error}); allow this user to read the file"
        raise Refused(ReceiverRefusal.INVALID, words, path) from error
    if not password or not password.isprintable():
        raise Refused(ReceiverRefusal.INVALID, "this file has no password; write it on one line", path)
    return password
