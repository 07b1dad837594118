"""Alerts that could not be delivered to outside receivers."""

from collections.abc import Iterator

from taisai.people.register import Register
from taisai.people.rights import Right
from taisai.server.call import Answer, Call, Route
from taisai.server.listing_pages import first_page
from taisai.wire.alerts import DeadLetterInfo, DeadLetters


async def dead_letters(call: Call) -> Answer:
    return Answer(DeadLetters(*first_page(_letters(call.house.register)), call.house.telling.waiting()))


def _letters(register: Register) -> Iterator[DeadLetterInfo]:
    for receiver, letters in register.dead_letters().items():
        for seq, letter in letters.items():
            yield DeadLetterInfo(receiver, register.event(seq), letter.at, letter.tries, letter.why)


async def send_again(call: Call) -> Answer:
    number = call.path["seq"]
    seq = int(number) if number.isascii() and number.isdecimal() else -1
    call.house.register.send_again(call.caller.name, call.path["receiver"], seq)
    return Answer()


ROUTES = (
    Route("GET", "/api/alerts/dead", dead_letters, "List alerts that could not be delivered", Right.READ_EVENTS,
          DeadLetters, acts=False),
    Route("POST", "/api/alerts/{receiver}/{seq}/again", send_again, "Send an undelivered alert again",
          Right.ACKNOWLEDGE_EVENTS),
)  # fmt: skip
