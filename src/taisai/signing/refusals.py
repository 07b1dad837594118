"""Why a token did not sign, or a signature could not be verified."""

from enum import Enum


class SigningRefusal(Enum):
    """In order of precedence. A code never gets a second meaning."""

    LIBRARY_MISSING = "token-library-missing"
    PIN_MISSING = "token-pin-missing"
    TOKEN_REFUSED = "token-refused"  # noqa: S105 - a code
    KEY_MISSING = "token-key-missing"
    KEY_EXISTS = "token-key-exists"
    FAILED = "token-failed"
    BEACON_LIBRARY_MISSING = "beacon-library-missing"
