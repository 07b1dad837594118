"""Who deals and supervises at which table, who is on a break, and the rotation of dealers."""

from collections.abc import Iterable

from taisai.people.register import Register
from taisai.people.rights import DEALING, SUPERVISORS, Right
from taisai.people.state import Standing
from taisai.rules.vocabulary import Role
from taisai.server.call import Answer, Call, Route
from taisai.wire import duties as w


async def on_duty(call: Call) -> Answer:
    register = call.house.register
    return Answer(w.OnDuty(register.duties(), _of(register, DEALING), _of(register, SUPERVISORS)))


def _of(register: Register, roles: Iterable[Role]) -> tuple[str, ...]:
    known = register.state.people.values()
    return tuple(sorted(one.name for one in known if one.role in roles and one.standing is not Standing.INACTIVE))


async def begin_duty(call: Call) -> Answer:
    if call.body.table:
        _ = call._replace(path={"table": call.body.table}).named
    call.house.register.begin_duty(call.caller.name, call.body.name, call.body.duty, call.body.table)
    return Answer()


async def end_duty(call: Call) -> Answer:
    call.house.register.end_duty(call.caller.name, call.body.name)
    return Answer()


async def rotate_dealers(call: Call) -> Answer:
    call.house.register.rotate(call.caller.name, call.body.tables, call.body.relief)
    return Answer()


ROUTES = (
    Route("GET", "/api/duties", on_duty, "List current duties and the staff available", Right.READ_REPORTS,
          w.OnDuty, acts=False),
    Route("POST", "/api/duties", begin_duty, "Assign a person to deal, to supervise or to a break",
          Right.MANAGE_DUTIES, takes=w.DutyTaken, anywhere=True),
    Route("POST", "/api/duties/end", end_duty, "End a person's duty", Right.MANAGE_DUTIES, takes=w.DutyLeft),
    Route("POST", "/api/duties/rotate", rotate_dealers, "Move each dealer to the next table", Right.MANAGE_DUTIES,
          takes=w.Rotation),
)  # fmt: skip
