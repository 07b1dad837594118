"""Refusals of the lab."""

from enum import Enum


class LabRefusal(Enum):
    """In order of precedence; a code never gets a second meaning."""

    ROUNDS_INVALID = "rounds-invalid"
    CHANCE_INVALID = "chance-invalid"
    BANKROLL_INVALID = "bankroll-invalid"
    GOAL_INVALID = "goal-invalid"
    SYSTEM_UNKNOWN = "system-unknown"
    SYSTEM_UNFIT = "system-unfit"
    MIX_INVALID = "mix-invalid"
    LATTICE_TOO_LARGE = "lattice-too-large"
    TOO_LONG = "too-long"
    NEVER = "never"
    THROWS_INVALID = "throws-invalid"
    NOT_SIMULATED = "not-simulated"
