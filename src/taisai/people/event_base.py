"""The base of all events of the register."""

import msgspec


class Tagged(msgspec.Struct, frozen=True, tag_field="is"):
    """An event. Each kind has its own permanent tag."""
