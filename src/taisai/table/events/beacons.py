"""Events about the public beacon of an electronic table."""

from taisai.table.events.parts import Tagged


class BeaconChosen(Tagged, frozen=True, tag="beacon-chosen"):
    """From now on each round names a round of this beacon before wagers open; if all fields are empty, none does.
    `chain` is the hash of the other fields, as drand calculates it."""

    chain: str
    public_key: str
    period_s: int
    genesis_s: int
    group: str
    name: str


class BeaconNamed(Tagged, frozen=True, tag="beacon-named"):
    """Recorded before wagers open: the throw will use what the beacon publishes in its round `beacon`."""

    round: int
    beacon: int
