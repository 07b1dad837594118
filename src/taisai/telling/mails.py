"""An alert as an e-mail."""

from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime

from taisai.outside.connections import Connections
from taisai.telling.alerts import Alert, News
from taisai.telling.smtp import MailServer, hand_over


class Mail:
    """The Message-ID is the same at every attempt, so that mail systems and people recognise duplicates."""

    def __init__(self, connections: Connections, server: MailServer, sender: str, to: str, house: str) -> None:
        self._connections, self._server, self._house = connections, server, house
        self._sender, self._to = sender, to

    async def tell(self, news: News, letter: str, at_s: int) -> None:
        message = self._message(news, letter, at_s).as_bytes()
        await hand_over(self._connections, self._server, self._sender, self._to, message)

    def _message(self, news: News, letter: str, at_s: int) -> EmailMessage:
        alert, made = news.alert, EmailMessage()
        made["From"], made["To"] = self._sender, self._to
        made["Subject"] = f"[{alert.severity}] {alert.code}{f' at {alert.of}' if alert.of else ''}"
        made["Date"] = format_datetime(datetime.fromtimestamp(at_s, UTC))
        made["Message-ID"] = f"<{letter}@{self._sender.partition('@')[2]}>"
        made["Auto-Submitted"] = "auto-generated"
        escalated = f"\nThis event was not acknowledged:\n\n{_lines(news.first)}" if news.first else ""
        made.set_content(f"{self._house}\n\n{_lines(alert)}{escalated}", cte="quoted-printable")
        return made


def _lines(alert: Alert) -> str:
    told = {
        "Event": f"{alert.number}, {alert.code} ({alert.severity})", "Time": alert.at, "Table": alert.of,
        "Device": alert.device, "By": alert.by, "Value": alert.value, "Words": alert.words,
    }  # fmt: skip
    return "".join(f"{name + ':':<9}{value}\n" for name, value in told.items() if value)
