"""Why a note, a checkpoint, a proof or a tile was refused."""

from enum import Enum


class LogRefusal(Enum):
    """In order of precedence. A code never gets a second meaning."""

    KEY_INVALID = "log-key-invalid"
    NOTE_INVALID = "note-invalid"
    NOTE_UNSIGNED = "note-unsigned"
    NOTE_FORGED = "note-forged"
    CHECKPOINT_INVALID = "checkpoint-invalid"
    PROOF_INVALID = "log-proof-invalid"
    PROOF_WRONG = "log-proof-wrong"
    WITNESSES_MISSING = "witnesses-missing"
    TILE_INVALID = "tile-invalid"
    HEAD_INVALID = "head-invalid"
    ROTATION_INVALID = "rotation-invalid"
