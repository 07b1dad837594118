"""Sides of dice that have no pips."""

import msgspec


class FaceInfo(msgspec.Struct, frozen=True):
    """A side of dice that have no pips."""

    name: str
    colour: str
    picture: str
