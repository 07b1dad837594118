"""Facts about the public beacon of a table that throws by itself."""

from taisai.table.events.parts import Tagged


class BeaconChosen(Tagged, frozen=True, tag="beacon-chosen"):
    """From now on each round names a round of this beacon before wagers open; all empty: none does. `chain` is the
    hash of the rest, as drand works it out."""

    chain: str
    public_key: str
    period_s: int
    genesis_s: int
    group: str
    name: str


class BeaconNamed(Tagged, frozen=True, tag="beacon-named"):
    """Before wagers open: the throw of a round takes in what the beacon will publish as its round `beacon`."""

    round: int
    beacon: int
