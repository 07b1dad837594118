"""Facts about drop boxes: which one is on the table, and what people found in one that was taken away."""

from taisai.table.events.parts import Tagged


class BoxPlaced(Tagged, frozen=True, tag="box-placed"):
    """From here on cash for chips goes into this box."""

    box: str
    by: str
    second: str


class BoxRemoved(Tagged, frozen=True, tag="box-removed"):
    """It does not say what should be inside: whoever counts must not know."""

    box: str
    by: str
    second: str


class SoftCountEntered(Tagged, frozen=True, tag="soft-count-entered"):
    """What somebody found, as a digest: nobody can read it, or try what it may be, before another has entered what they
    found. Its key belongs to `nonce`, which each count has anew; none in journals of before there were keys."""

    box: str
    digest: str
    by: str
    second: str = ""
    nonce: str = ""


class SoftCountMade(Tagged, frozen=True, tag="soft-count-made"):
    """Two entries, of `by` and of `second`, that agree; `variance` is what was found beyond what is `expected`. The
    `key` lets anybody see that this is what both had entered."""

    box: str
    notes: dict[str, int]
    amount: int
    expected: int
    variance: int
    by: str
    second: str
    key: str = ""


class SoftCountSetAside(Tagged, frozen=True, tag="soft-count-set-aside"):
    """The entries differ, or `why` the third person does not agree with them; all is counted again."""

    box: str
    why: str
    by: str


class SoftCountConfirmed(Tagged, frozen=True, tag="soft-count-confirmed"):
    """By the third who counted. Where there is no variance, the money goes to the cage."""

    box: str
    amount: int
    variance: int
    by: str
    second: str = ""


class SoftCountApproved(Tagged, frozen=True, tag="soft-count-approved"):
    """A variance, explained; what was found goes to the cage."""

    box: str
    amount: int
    variance: int
    why: str
    by: str
    second: str = ""
