"""Texts of events that name people or are about them. The type of a field says whose text it is; all other text is
about the game."""

from enum import Enum, auto
from typing import Annotated


class Personal(Enum):
    NAME = auto()
    TYPED_NAME = auto()
    OWN = auto()
    TYPED = auto()
    DISPUTE = auto()
    PLAYER = auto()
    PLACE = auto()
    HOUSE = auto()
    DIGEST = auto()


Name = Annotated[str, Personal.NAME]
"""Of a person, a device or the house."""
TypedName = Annotated[str, Personal.TYPED_NAME]
"""A name as someone typed it."""
OwnText = Annotated[str, Personal.OWN]
"""About the person whom the event names."""
TypedText = Annotated[str, Personal.TYPED]
"""Typed by the author of the entry."""
DisputeText = Annotated[str, Personal.DISPUTE]
"""About the player of a dispute."""
PlayerText = Annotated[str, Personal.PLAYER]
"""About the player whose pseudonym the event has."""
Place = Annotated[str, Personal.PLACE]
"""A device, or else a network address."""
HouseText = Annotated[str, Personal.HOUSE]
"""The house's own, which may contain names."""
TextDigest = Annotated[str, Personal.DIGEST]
"""Of something with a name in it, which could be guessed."""
