"""Events about drop boxes: which one is on the table, and what people found in a removed one."""

from taisai.table.events.parts import Tagged


class BoxPlaced(Tagged, frozen=True, tag="box-placed"):
    """From now on, cash for chips goes into this box."""

    box: str
    by: str
    second: str


class BoxRemoved(Tagged, frozen=True, tag="box-removed"):
    """It does not state the expected contents: the people who count must not know."""

    box: str
    by: str
    second: str


class SoftCountEntered(Tagged, frozen=True, tag="soft-count-entered"):
    """What one person found, as a digest. Nobody can read or guess it before the second person has entered their count.
    Its key belongs to `nonce`, which is new for each count."""

    box: str
    digest: str
    by: str
    nonce: str
    second: str = ""


class SoftCountMade(Tagged, frozen=True, tag="soft-count-made"):
    """Two entries, by `by` and `second`, that agree. `variance` is what was found minus what was `expected`. With the
    `key` anyone can check that both had entered this."""

    box: str
    notes: dict[str, int]
    amount: int
    expected: int
    variance: int
    by: str
    second: str
    key: str


class SoftCountSetAside(Tagged, frozen=True, tag="soft-count-set-aside"):
    """The entries differ, or the third person disagrees and says `why`. Everything is counted again."""

    box: str
    why: str
    by: str


class SoftCountConfirmed(Tagged, frozen=True, tag="soft-count-confirmed"):
    """Confirmed by the third person of the count. Without a variance, the money goes to the cage."""

    box: str
    amount: int
    variance: int
    by: str
    second: str = ""


class SoftCountApproved(Tagged, frozen=True, tag="soft-count-approved"):
    """A variance with its explanation. The money found goes to the cage."""

    box: str
    amount: int
    variance: int
    why: str
    by: str
    second: str = ""
