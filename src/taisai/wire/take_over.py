"""Messages of a console when one dealer relieves another."""

from taisai.wire.bodies import Body, Name, Secret


class TakeOver(Body, frozen=True):
    name: Name
    pin: Secret


class DealersHere(Body, frozen=True):
    """The last one first; empty if no PIN is accepted, because no dealer has signed in there with a password."""

    names: tuple[str, ...]
