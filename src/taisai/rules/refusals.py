"""Reasons why something was not accepted. A refusal means that the system worked."""

from collections.abc import Iterable
from enum import Enum

from taisai.rules.control_characters import spelled_out

LONGEST = 120
LONG = 300
WORD_LONGEST = 128
ENORMOUS = "a number of more than 38 digits"


class Refusal(Enum):
    """Why something was not accepted, in order of precedence; a code never gets a second meaning.

    >>> Refusal("spot-unknown")
    <Refusal.SPOT_UNKNOWN: 'spot-unknown'>
    """

    BOOK_UNKNOWN = "book-unknown"
    BOOK_INVALID = "book-invalid"
    TABLE_UNKNOWN = "table-unknown"
    TABLE_UNSAID = "table-unsaid"
    LAYOUT_MISSING = "layout-missing"
    ROLL_INVALID = "roll-invalid"
    SPOT_UNKNOWN = "spot-unknown"
    ODDS_INVALID = "odds-invalid"
    WAGER_INVALID = "wager-invalid"
    STAKE_INVALID = "stake-invalid"
    STAKE_TOO_LARGE = "stake-too-large"
    LIMITS_INVALID = "limits-invalid"
    UNIT_MISFIT = "unit-misfit"

    TABLE_CLOSED = "table-closed"
    TABLE_OPEN = "table-open"
    TABLE_STOPPED = "table-stopped"
    LIMITS_MISSING = "limits-missing"
    CHECKS_MISSING = "checks-missing"
    TEST_RUN_WRONG = "test-run-wrong"
    ROLL_COMMITTED = "roll-committed"
    ROLL_NOT_KEYED = "roll-not-keyed"
    ROLE_NOT_ALLOWED = "role-not-allowed"
    POST_INVALID = "post-invalid"
    SEAT_UNKNOWN = "seat-unknown"
    SEAT_NOT_YOURS = "seat-not-yours"
    SEAT_LOCKED = "seat-locked"
    SEAT_RESTING = "seat-resting"
    TERMINAL_FAILED = "terminal-failed"
    ROUND_STALE = "round-stale"
    ROUND_RUNNING = "round-running"
    ROUND_UNKNOWN = "round-unknown"
    STEP_OUT_OF_ORDER = "step-out-of-order"
    BETS_NOT_OPEN = "bets-not-open"
    PREVIOUS_UNPAID = "previous-unpaid"
    ENTRY_SHORT = "entry-short"
    COMMITMENT_MISSING = "commitment-missing"
    COMMITMENT_WRONG = "commitment-wrong"
    CONTRIBUTION_INVALID = "contribution-invalid"
    CONTRIBUTION_GIVEN = "contribution-given"
    DICE_DIFFER = "dice-differ"
    TROUBLE_UNKNOWN = "trouble-unknown"
    REMEDY_REFUSED = "remedy-refused"
    CAUSE_NOT_COVERED = "cause-not-covered"
    WAGER_ABSENT = "wager-absent"
    STAKE_BELOW_MINIMUM = "stake-below-minimum"
    STAKE_ABOVE_BOX = "stake-above-box"
    STAKE_ABOVE_DIFFERENTIAL = "stake-above-differential"
    STAKE_ABOVE_EXPOSURE = "stake-above-exposure"
    CREDIT_SHORT = "credit-short"
    LOSS_LIMITED = "loss-limited"
    TIME_LIMITED = "time-limited"
    STAKE_LIMITED = "stake-limited"
    OWN_LIMIT_INVALID = "own-limit-invalid"
    CHIPS_NOT_HERE = "chips-not-here"
    CHIP_UNKNOWN = "chip-unknown"
    STACK_ORDER = "stack-order"
    COLOUR_TAKEN = "colour-taken"
    COLOUR_OUT = "colour-out"
    CHIPS_LACKING = "chips-lacking"
    PAYOUT_DIFFERS = "payout-differs"
    SEAT_NOT_EMPTY = "seat-not-empty"
    COUNT_MISSING = "count-missing"
    COUNT_DIFFERS = "count-differs"
    SLIP_UNKNOWN = "slip-unknown"
    SLIP_STEP = "slip-step"
    BOX_MISSING = "box-missing"
    BOX_UNKNOWN = "box-unknown"
    BOX_STEP = "box-step"
    TIPS_NOT_ALLOWED = "tips-not-allowed"
    TIPS_ABSENT = "tips-absent"
    VOUCHER_UNKNOWN = "voucher-unknown"
    VOUCHER_EXPIRED = "voucher-expired"
    VOUCHER_UNCOLLECTED = "voucher-uncollected"
    DISPUTE_UNKNOWN = "dispute-unknown"
    REASON_MISSING = "reason-missing"
    DUAL_CONTROL = "dual-control"
    COMMAND_CONFLICT = "command-conflict"

    SCENARIO_UNCLEAR = "scenario-unclear"
    SCENARIO_WRONG = "scenario-wrong"
    TABLE_INSTALLED = "table-installed"
    SETUP_INVALID = "setup-invalid"


class Refused(Exception):  # noqa: N818 - the system worked, so it is not an error
    """Something was not accepted: with a code for programs, words for people and the value.

    >>> try:
    ...     paytable("rws-6/2")["biig"]
    ... except Refused as refused:
    ...     print(refused.code.value, "-", refused)
    spot-unknown - no spot 'biig' on rws-6/2; did you mean big?
    """

    def __init__(self, code: Enum, words: str, value: object) -> None:
        assert isinstance(code, Enum), "a refusal has a code"
        assert isinstance(words, str), code
        assert words, code
        words = _shortened(words) if len(words) > LONG else words
        value = shown(value) if isinstance(value, int) and value.bit_length() > WORD_LONGEST else value
        super().__init__(code, words, value)
        self.code = code
        self.words = words
        self.value = value

    def __str__(self) -> str:
        return self.words


def _shortened(words: str) -> str:
    """Return the words without the digits of numbers that nobody reads."""
    import re  # noqa: PLC0415 - only a long refusal needs it

    return re.sub(r"[0-9][0-9,]{48,}", ENORMOUS, words)


def shown(value: object) -> str:
    """Return a value in a form that fits into a sentence: escaped and shortened."""
    if isinstance(value, int) and value.bit_length() > WORD_LONGEST:
        return ENORMOUS
    text = spelled_out(str(value))
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the end of a refusal's sentence: the nearest valid word, or nothing."""
    from difflib import get_close_matches  # noqa: PLC0415 - only a refusal needs it

    near = get_close_matches(word, list(known), n=1)
    return f"; did you mean {near[0]}?" if near else ""
