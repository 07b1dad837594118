"""What a start reports: marker files left for it, and passwords that can no longer match."""

from typing import Final

from taisai.keeping.backup import RESTORED
from taisai.keeping.own_keys import MOVED
from taisai.keeping.repair import REPAIRED
from taisai.people.significant_events import Happening

PEPPER_LOST: Final = (
    "keys/pepper.key is not the key that passwords and PINs were hashed with: restore it, or stop the house, run"
    " taisai rescue for a shift manager, and reset everyone else"
)
MARKERS: Final = {
    RESTORED: (Happening.DATA_RESTORED, "restored from a backup"),
    REPAIRED: (Happening.DATA_RESTORED, "repaired from a copy"),
    MOVED: (Happening.DATA_MOVED, "moved: its journals are in another place now"),
}
"""Marker files that a start records and deletes."""
