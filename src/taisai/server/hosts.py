"""By which names a browser may call the house: a page of another site that had its own name point here gets nowhere."""

from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from cryptography import x509

from taisai.house.settings import Settings
from taisai.server.addresses import plain_address

OURS: Final = frozenset(("localhost",))


class Hosts:
    """Addresses are always right: names alone can be made to point somewhere else."""

    def __init__(self, settings: Settings) -> None:
        origins = (urlsplit(origin).hostname or "" for origin in settings.origins)
        self._names = OURS | {settings.host.lower(), *origins, *_certified(settings.tls_cert)} - {""}

    def knows(self, host: str) -> bool:
        """Of a Host header, with a port or without."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name.removesuffix(".") in self._names or plain_address(name) is not None


def _certified(path: str) -> list[str]:
    """The names in the certificate of the house itself."""
    if not path:
        return []
    try:
        certificate = x509.load_pem_x509_certificate(Path(path).read_bytes())
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, x509.ExtensionNotFound):
        return []
    return [name.lower() for name in names.get_values_for_type(x509.DNSName)]
