"""Acceptance of changed software and changed settings: who takes responsibility at the machine, and who agrees."""

from typing import Final, NamedTuple

from taisai.keeping.changes import Changes, deciding, in_words
from taisai.keeping.software import digest, installed
from taisai.people.records import HOUSE
from taisai.people.register import Register
from taisai.people.rights import Right
from taisai.rules.refusals import Refusal, Refused


class Accepting(NamedTuple):
    """Names of people who have already been authenticated."""

    software: str = ""
    settings: str = ""
    second: str = ""


NOTHING_ACCEPTED: Final = Accepting()


def record_software(register: Register, version: str, accepting: Accepting, *, demo: bool) -> None:
    """Record the installed software as accepted.

    The first installation is accepted automatically; each later change needs two people, except in a demo house."""
    files, known, by = installed(), register.software, accepting.software
    if known.digest == digest(files):
        return
    if known.digest and not demo:
        if not by:
            return
        _agree(register, by, accepting.second, f"accept software {version} {digest(files)}")
    register.accept_software(by or HOUSE.name, version, digest(files), files)


def check_settings(register: Register, changed: Changes, accepting: Accepting) -> None:
    """Refuse changed settings that affect money, unless two people accept them."""
    money = {name: changed[name] for name in deciding(changed)}
    if money and not accepting.settings:
        words = f"{in_words(money)}: settings that affect money need two people"
        raise Refused(Refusal.DUAL_CONTROL, f"{words}; start with --accept-settings NAME --second NAME", "")
    if money:
        _agree(register, accepting.settings, accepting.second, f"change settings: {in_words(money)}")


def _agree(register: Register, giver: str, second: str, words: str) -> None:
    """Record the agreement of two people, or of one who is alone in the house.

    The first must have the right to accept software."""
    register.check_may(giver, Right.ACCEPT_SOFTWARE)
    if second:
        register.agree(giver, second, words)
    else:
        register.act_alone(giver, words)
