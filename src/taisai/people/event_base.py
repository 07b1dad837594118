"""What every fact in the register is."""

import msgspec


class Tagged(msgspec.Struct, frozen=True, tag_field="is"):
    """Every kind has a tag of its own, for ever."""
