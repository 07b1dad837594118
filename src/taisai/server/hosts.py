"""The host names of the house. This stops DNS rebinding: a foreign site that points its own name here gets nothing."""

from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from cryptography import x509

from taisai.house.settings import Settings
from taisai.server.addresses import plain_address

OURS: Final = frozenset(("localhost",))


class Hosts:
    """Known host names. IP addresses are always accepted, because only names can be pointed elsewhere."""

    def __init__(self, settings: Settings) -> None:
        origins = (urlsplit(origin).hostname or "" for origin in settings.origins)
        self._names = OURS | {settings.host.lower(), *origins, *_certified(settings.tls.cert)} - {""}

    def knows(self, host: str) -> bool:
        """Return whether a Host header, with or without a port, names this house."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name.removesuffix(".") in self._names or plain_address(name) is not None


def _certified(path: str) -> list[str]:
    """Return the DNS names in the house's own TLS certificate."""
    if not path:
        return []
    try:
        certificate = x509.load_pem_x509_certificate(Path(path).read_bytes())
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, x509.ExtensionNotFound):
        return []
    return [name.lower() for name in names.get_values_for_type(x509.DNSName)]
