"""Gaming equipment (dice, tumblers, entry terminals, layouts), and footage of significant events."""

from taisai.house.floor_table import FloorTable
from taisai.people.rights import Right
from taisai.rules.refusals import Refusal, Refused
from taisai.server.call import Answer, Call, Route
from taisai.server.listing_pages import AfterQuery, first_page
from taisai.wire import equipment as w


async def equipment(call: Call) -> Answer:
    return Answer(w.Items(*first_page(call.house.register.items_after(call.query.after))))


async def add_item(call: Call) -> Answer:
    said = call.body
    call.house.register.add_item(
        call.caller.name, said.item, said.kind, label=said.label, serials=said.serials, seal=said.seal
    )
    return Answer()


async def seal_item(call: Call) -> Answer:
    call.house.register.seal_item(call.caller.name, call.path["item"], call.body.seal)
    return Answer()


async def open_item(call: Call) -> Answer:
    try:
        call.house.register.open_item(call.caller.name, call.path["item"], call.body.seal)
    finally:
        call.house.tell_staff()
    return Answer()


async def test_item(call: Call) -> Answer:
    call.house.register.test_item(call.caller.name, call.path["item"], call.body.words, passed=call.body.passed)
    return Answer()


async def report_fault(call: Call) -> Answer:
    call.house.register.report_fault(call.caller.name, call.path["item"], call.body.words)
    return Answer()


async def mend_item(call: Call) -> Answer:
    call.house.register.mend_item(call.caller.name, call.path["item"], call.body.words)
    return Answer()


async def retire_item(call: Call) -> Answer:
    call.house.register.retire_item(call.caller.name, call.path["item"], call.body.words)
    return Answer()


async def destroy_item(call: Call) -> Answer:
    call.house.register.destroy_item(call.caller.name, call.path["item"], call.body.words)
    return Answer()


async def place_item(call: Call) -> Answer:
    one = call.table
    call.house.register.place_item(call.caller.name, call.path["item"], one.settings.id, _last_round(one))
    return Answer()


async def remove_item(call: Call) -> Answer:
    one = call.table
    call.house.register.remove_item(call.caller.name, call.path["item"], one.settings.id, _last_round(one))
    return Answer()


def _last_round(one: FloorTable) -> int:
    """Return the last round.

    Refused during a round: equipment changes only between rounds, so that each round's is known."""
    table = one.desk.table
    if table.current is not None:
        words = f"round {table.current.number} is in progress at {one.settings.id}; change equipment between rounds"
        raise Refused(Refusal.ROUND_RUNNING, words, table.current.number)
    return table.round


async def add_footage(call: Call) -> Answer:
    said, number = call.body, call.path["seq"]
    seq = int(number) if number.isascii() and number.isdecimal() else -1
    call.house.register.add_footage(call.caller.name, seq, said.camera, said.since, said.until, said.note)
    return Answer()


_one = "/api/equipment/{item}"
_at = "/api/tables/{table}/equipment/{item}"
_manage = Right.MANAGE_EQUIPMENT
ROUTES = (
    Route("GET", "/api/equipment", equipment, "List the equipment, one page at a time", Right.READ_DEVICES, w.Items,
          query=AfterQuery),
    Route("POST", "/api/equipment", add_item, "Add equipment to the register", _manage, takes=w.NewItem),
    Route("POST", f"{_one}/seal", seal_item, "Record a new seal", _manage, takes=w.SealRead),
    Route("POST", f"{_one}/open", open_item, "Record that its seal was read and broken", _manage, takes=w.SealRead),
    Route("POST", f"{_one}/test", test_item, "Record a test or an inspection", _manage, takes=w.ItemTested),
    Route("POST", f"{_one}/fault", report_fault, "Record a fault", _manage, takes=w.InWords),
    Route("POST", f"{_one}/mend", mend_item, "Record how its faults were repaired", _manage, takes=w.InWords),
    Route("POST", f"{_one}/retire", retire_item, "Retire it permanently", _manage, takes=w.InWords),
    Route("POST", f"{_one}/destroy", destroy_item, "Record that it was destroyed", _manage, takes=w.InWords, two=True),
    Route("POST", _at, place_item, "Use it at a table from the next round", _manage),
    Route("POST", f"{_at}/remove", remove_item, "Remove it from the table", _manage),
    Route("POST", "/api/events/{seq}/footage", add_footage, "Record which camera shows an event",
          Right.ACKNOWLEDGE_EVENTS, takes=w.NewFootage),
)  # fmt: skip
