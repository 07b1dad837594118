"""Settings of a witness of a house's logs."""

from typing import Annotated

import msgspec

from taisai.house.setting_rows import row
from taisai.log.notes import COSIGNATURE, parse_key
from taisai.log.refusals import LogRefusal
from taisai.rules.refusals import Refused


class WitnessSettings(msgspec.Struct, frozen=True):
    key: Annotated[
        str,
        msgspec.Meta(max_length=400),
        row("The witness's key, as taisai witness prints it: name+id+key."),
    ]
    url: Annotated[
        str,
        msgspec.Meta(max_length=400, pattern=r"^https?://[^\s/][^\s]*[^\s/]\Z"),
        row("The address of the witness, such as https://witness.example.com, without a slash at the end."),
    ]

    def __post_init__(self) -> None:
        if parse_key(self.key).kind != COSIGNATURE:
            words = "this is the key of a log, not of a witness; use the key that taisai witness prints"
            raise Refused(LogRefusal.KEY_INVALID, words, self.key)
