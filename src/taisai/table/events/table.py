"""Events about a whole table."""

import msgspec

from taisai.rules.commission import Commission
from taisai.rules.multipliers import NONE, Multipliers
from taisai.rules.vocabulary import Trouble
from taisai.table.events.parts import Tagged
from taisai.table.limits import LimitRule


class TableInstalled(Tagged, frozen=True, tag="table-installed", omit_defaults=True):
    """`wins` is the whole pay table: spot, roll, odds to one. `multipliers` is what is drawn with the throw, if
    anything; `commissions` is what is kept of a spot's winnings, if that is rounded."""

    table: str
    book: str
    paytable: str
    fingerprint: str
    wins: dict[str, dict[str, str]]
    currency: str
    money: str
    seats: int
    automation: tuple[str, ...]
    chips: tuple[int, ...]
    limits: tuple[LimitRule, ...]
    multipliers: Multipliers = NONE
    commissions: dict[str, Commission] = msgspec.field(default_factory=dict)


class RulesStated(Tagged, frozen=True, tag="rules-stated"):
    """Who may press keys and enter rolls from now on, and how many tumbles are valid: outsiders check rolls by this."""

    tumbles_min: int
    enter: tuple[str, ...]
    amend: tuple[str, ...]
    correct: tuple[str, ...]


class CheckRecorded(Tagged, frozen=True, tag="check-recorded"):
    check: str
    passed: bool = True
    why: str = ""


class TestRollEntered(Tagged, frozen=True, tag="test-roll-entered"):
    """On a closed table: the layout is lit for it."""

    roll: str
    lit: tuple[str, ...]


class TestRollJudged(Tagged, frozen=True, tag="test-roll-judged"):
    """The supervisor's verdict: whether the layout was lit correctly."""

    roll: str
    right: bool
    why: str


class TableOpened(Tagged, frozen=True, tag="table-opened"):
    opening_float: int


class TableClosed(Tagged, frozen=True, tag="table-closed"):
    """The win is closing float, credits and drop, minus opening float and fills. The drop stays in its boxes until they
    are counted."""

    opening_float: int
    fills: int
    credits: int
    drop: int
    closing_float: int
    win: int


class LimitsChanged(Tagged, frozen=True, tag="limits-changed"):
    old: tuple[LimitRule, ...]
    new: tuple[LimitRule, ...]
    second: str = ""


class PostAssigned(Tagged, frozen=True, tag="post-assigned"):
    """The person acts in this post, and in no other role. An empty post ends it."""

    name: str
    post: str


class TroubleReported(Tagged, frozen=True, tag="trouble-reported"):
    """`lit` is what was actually lit; `dice` is what they show, recorded separately from the entry."""

    trouble: Trouble
    clause: str
    stops: bool
    note: str
    lit: tuple[str, ...] = ()
    dice: str = ""


class TroubleCleared(Tagged, frozen=True, tag="trouble-cleared"):
    procedure: str
