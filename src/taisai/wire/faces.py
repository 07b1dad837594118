"""Dice faces without pips."""

import msgspec


class FaceInfo(msgspec.Struct, frozen=True):
    """One face of dice without pips."""

    name: str
    colour: str
    picture: str
