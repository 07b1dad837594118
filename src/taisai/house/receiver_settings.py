"""Settings of an outside receiver of alerts."""

from enum import Enum
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Annotated, Final
from urllib.parse import SplitResult, urlsplit

import msgspec

from taisai.house.setting_rows import row
from taisai.people.significant_events import Happening, Severity
from taisai.rules.refusals import Refused, did_you_mean

NAME: Final = r"^[a-z0-9][a-z0-9-]{0,39}\Z"
MAIL: Final = r"^([A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,255})?\Z"
WEB: Final = "https://, or http:// to this machine only (127.0.0.1, [::1] or localhost)"


class ReceiverRefusal(Enum):
    INVALID = "receiver-invalid"


class ReceiverSettings(msgspec.Struct, frozen=True):
    name: Annotated[
        str,
        msgspec.Meta(pattern=NAME),
        row("1 to 40 lower-case letters, digits and hyphens; each receiver needs its own name."),
    ]
    url: Annotated[
        str,
        msgspec.Meta(max_length=400, pattern=r"^[!-~]*\Z"),
        row("A webhook: https://, or http:// to 127.0.0.1, [::1] or localhost. Its key is created in the folder keys."),
    ] = ""
    mail: Annotated[
        str, msgspec.Meta(pattern=MAIL), row("An e-mail address, such as pit@example.com; requires host under [mail].")
    ] = ""
    severities: Annotated[
        tuple[Severity, ...],
        row("The severities that it receives: any of info, warning and critical; empty for all."),
    ] = (Severity.WARNING, Severity.CRITICAL)
    tables: Annotated[
        tuple[str, ...],
        row("The tables whose events it receives; empty for all, including events that concern no table."),
    ] = ()
    kinds: Annotated[
        tuple[str, ...],
        row("The kinds of significant events that it receives, such as large-win; empty for all."),
    ] = ()
    escalation: Annotated[bool, row("true or false: it receives only events that were not acknowledged in time.")] = (
        False
    )

    def __post_init__(self) -> None:
        if bool(self.url) == bool(self.mail):
            words = "a receiver needs either url or mail; to use both, add two receivers"
            raise Refused(ReceiverRefusal.INVALID, words, self.name)
        if self.url:
            check_url(self.url)
        known = tuple(code.value for code in Happening)
        for kind in self.kinds:
            if kind not in known:
                words = f"there is no significant event of the kind {kind!r}{did_you_mean(kind, known)}"
                raise Refused(ReceiverRefusal.INVALID, words, kind)


def check_url(url: str) -> None:
    parts = _parts(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise Refused(ReceiverRefusal.INVALID, f"this is not a webhook address; use {WEB}", url)
    if parts.username is not None or parts.password is not None:
        words = "the address has a name or password, which would be stored; remove it: alerts are signed instead"
        raise Refused(ReceiverRefusal.INVALID, words, parts.hostname)
    if parts.fragment:
        raise Refused(ReceiverRefusal.INVALID, "the part after # is never sent; remove it", url)
    if parts.scheme == "http" and not is_here(parts.hostname):
        words = f"alerts must not cross a network unencrypted; use {WEB}"
        raise Refused(ReceiverRefusal.INVALID, words, url)
    literal = address_of(parts.hostname)
    if literal is not None and not is_allowed(literal, here=True):
        words = "a receiver cannot have this address; link-local, multicast and unspecified addresses are refused"
        raise Refused(ReceiverRefusal.INVALID, words, url)


def _parts(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError as error:
        raise Refused(ReceiverRefusal.INVALID, f"this is not a webhook address ({error}); use {WEB}", url) from None
    return parts


def is_here(host: str) -> bool:
    """Return whether a host is this machine by its spelling alone, whatever a name server says."""
    address = address_of(host)
    return host == "localhost" or (address is not None and address.is_loopback)


def address_of(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def is_allowed(address: IPv4Address | IPv6Address, *, here: bool) -> bool:
    """Return whether an address may be contacted. Private networks may, because houses have them. This machine may only
    if it was written so (`here`): a name that resolves to it is an attack. Link-local addresses are refused, because in
    a cloud they hand out secrets."""
    mapped = getattr(address, "ipv4_mapped", None)
    if mapped is not None:
        return is_allowed(mapped, here=here)
    if address.is_loopback:
        return here
    return not (address.is_link_local or address.is_multicast or address.is_unspecified)
