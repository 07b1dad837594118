"""Sign-in, staff accounts and approvals."""

import time
from collections.abc import Callable
from typing import TypeVar

from taisai.keeping.build import build
from taisai.people.approvals import Binding
from taisai.people.challenge import Proof
from taisai.people.refusals import PeopleRefusal
from taisai.people.rights import Right, listing
from taisai.people.sessions import SignedIn
from taisai.rules.refusals import Refused
from taisai.server.approvals import Act, bound
from taisai.server.call import Access, Answer, Call, Route
from taisai.server.callers import SESSION, Caller, caller_of, check_place, cookie
from taisai.server.listing_pages import AfterQuery, first_page
from taisai.wire import bodies as b
from taisai.wire.take_over import DealersHere, TakeOver

Result = TypeVar("Result")


async def _checked(call: Call, check: Callable[..., Result], *given: str) -> Result:
    ours = call.device is not None or call.caller.session is not None
    return await call.house.secret_threads.run(check, *given, ours=ours)


async def sign_in(call: Call) -> Answer:
    register, said = call.house.register, call.body
    challenge = register.challenge(said.name, source=call.source)
    fits = await _checked(call, challenge.verify, said.password)
    return _let_in(call, register.signed_in(challenge, fits, call.place, time.monotonic()))


def _let_in(call: Call, signed: SignedIn) -> Answer:
    _ended(call, signed.session.name)
    caller = Caller(signed.session, call.device, signed.token)
    return Answer(_me(call, caller), (cookie(SESSION, signed.token, secure=call.secure),))


async def dealers_here(call: Call) -> Answer:
    return Answer(DealersHere(call.house.register.dealers_at(call.device, time.monotonic())))


async def take_over(call: Call) -> Answer:
    register, said = call.house.register, call.body
    device = register.check_opened(call.device, time.monotonic())
    challenge = register.challenge(said.name, Proof.PIN, source=call.source)
    fits = await _checked(call, challenge.verify, said.pin)
    return _let_in(call, register.take_over(challenge, fits, device, time.monotonic()))


async def reenter(call: Call) -> Answer:
    """Unlock an idle session by PIN."""
    register, token = call.house.register, call.cookies.get(SESSION, "")
    session = register.sessions.held(token, time.monotonic()).session
    check_place(session, call.device)
    challenge = register.challenge(session.name, Proof.PIN, source=call.source)
    fits = await _checked(call, challenge.verify, call.body.pin)
    awake = register.reenter(token, challenge, fits, call.place, time.monotonic())
    call.house.hub.look_after_sessions()
    return Answer(_me(call, Caller(awake, call.device, token)))


async def sign_out(call: Call) -> Answer:
    call.house.register.sign_out(call.caller.token, time.monotonic())
    _ended(call, call.caller.name)
    return Answer(_me(call, Caller(device=call.device)), (cookie(SESSION, "", secure=call.secure),))


def _ended(call: Call, name: str) -> None:
    """Close the sockets of someone whose session has ended, so that they see no more private data."""
    call.house.hub.drop_person(name, f"the session of {name} has ended")
    call.house.hub.look_after_sessions()


async def me(call: Call) -> Answer:
    return Answer(_me(call, call.caller))


def _me(call: Call, caller: Caller) -> b.Me:
    """Return who the caller is, or is from now on."""
    settings, session, now_s = call.house.settings, caller.session, time.monotonic()
    rights = tuple(right for right in sorted(Right) if caller.may(right))
    left_s = call.house.register.sessions.left_s(caller.token, now_s) if session else 0
    alone = session is not None and call.house.register.stands_alone(session.name)
    return b.Me(
        caller.name, caller.role, rights, session is not None and session.must_change_password, caller.device,
        settings.demo, int(left_s), session is None and _is_asleep(call), alone, settings.care.helpline,
        settings.care.reality_minutes, session is not None and session.by_pin, build() if session else "",
    )  # fmt: skip


def _is_asleep(call: Call) -> bool:
    try:
        caller_of(call.house.register, call.cookies, acting=False)
    except Refused as refused:
        return refused.code is PeopleRefusal.SESSION_IDLE
    return False


async def set_password(call: Call) -> Answer:
    """Set a new password. The present secret may be a one-time code."""
    register, said = call.house.register, call.body
    renewal = register.renewal(said.name, source=call.source)
    made = await _checked(call, renewal.password, said.present, said.password)
    register.set_password(made, call.place)
    return Answer()


async def set_pin(call: Call) -> Answer:
    register, said = call.house.register, call.body
    renewal = register.renewal(call.caller.name, source=call.source)
    made = await _checked(call, renewal.pin, said.password, said.pin)
    register.set_pin(made, call.place)
    return Answer()


async def approve(call: Call) -> Answer:
    said = call.body
    return await _approved(call, bound(said.table, said.giver, said.id, said.round, said.command))


async def _approved(call: Call, binding: Binding) -> Answer:
    """Approve one order or act, proved by PIN or password.

    Failed attempts count against the caller, not the address: a caller could use many addresses."""
    register, said = call.house.register, call.body
    if call.caller.name != said.giver:
        call.caller.need(Right.APPROVE)
    proof = Proof.PIN if said.pin else Proof.PASSWORD
    challenge = register.challenge(said.name, proof, source=f"by {call.caller.name}")
    fits = await _checked(call, challenge.verify, said.pin or said.password)
    token = register.approve(challenge, fits, call.place, binding, time.monotonic())
    return Answer(b.Approved(token))


async def approve_act(call: Call) -> Answer:
    """Approve one request that needs two people."""
    said = call.body
    return await _approved(call, Act(said.method, said.path, said.body).bound(said.giver, said.id))


async def staff(call: Call) -> Answer:
    return Answer(b.Staff(*first_page(call.house.register.staff_after(call.query.after))))


async def rights(_: Call) -> Answer:
    return Answer(b.Rights(listing()))


async def add_person(call: Call) -> Answer:
    said = call.body
    return Answer(b.Code(call.house.register.add_staff(call.caller.name, said.name, said.full_name, said.role)))


async def change_role(call: Call) -> Answer:
    call.house.register.change_role(call.caller.name, call.path["name"], call.body.role)
    _ended(call, call.path["name"])
    return Answer()


async def reset(call: Call) -> Answer:
    code = call.house.register.reset(call.caller.name, call.path["name"])
    _ended(call, call.path["name"])
    return Answer(b.Code(code))


async def unlock(call: Call) -> Answer:
    call.house.register.unlock(call.caller.name, call.path["name"])
    return Answer()


async def deactivate(call: Call) -> Answer:
    call.house.register.deactivate(call.caller.name, call.path["name"])
    _ended(call, call.path["name"])
    return Answer()


_one = "/api/staff/{name}"
ROUTES = (
    Route("POST", "/api/sign-in", sign_in, "Sign in by name and password", Access.ANYBODY, b.Me, b.SignIn,
          proves=True),
    Route("POST", "/api/reenter", reenter, "Resume an idle session by PIN", Access.ANYBODY, b.Me, b.Pin,
          proves=True),
    Route("GET", "/api/take-over", dealers_here, "List who has dealt at this console this shift", Access.ANYBODY,
          DealersHere, acts=False),
    Route("POST", "/api/take-over", take_over, "Take over as dealer at this console by PIN", Access.ANYBODY, b.Me,
          TakeOver, proves=True),
    Route("POST", "/api/sign-out", sign_out, "End this session", Access.SIGNED_IN, b.Me),
    Route("GET", "/api/me", me, "Get the caller's name, role and rights", Access.ANYBODY, b.Me, acts=False),
    Route("POST", "/api/password", set_password, "Set a new password", Access.ANYBODY, takes=b.NewPassword,
          proves=True),
    Route("POST", "/api/pin", set_pin, "Set a PIN for quick re-entry", Access.SIGNED_IN, takes=b.NewPin, proves=True),
    Route("POST", "/api/approvals", approve, "Approve one order", Access.SIGNED_IN, b.Approved, b.Approval,
          proves=True),
    Route("POST", "/api/approvals/acts", approve_act, "Approve one request that needs two people", Access.SIGNED_IN,
          b.Approved, b.ActApproval, proves=True),
    Route("GET", "/api/staff", staff, "List the staff with their rights, one page at a time", Right.READ_STAFF, b.Staff,
          query=AfterQuery),
    Route("GET", "/api/rights", rights, "List the rights of every role", Right.READ_STAFF, b.Rights),
    Route("POST", "/api/staff", add_person, "Add a person; returns a one-time code", Right.MANAGE_STAFF, b.Code,
          b.NewPerson, two=True),
    Route("POST", f"{_one}/role", change_role, "Change a person's role", Right.MANAGE_STAFF, takes=b.NewRole,
          two=True),
    Route("POST", f"{_one}/reset", reset, "Create a one-time code for a person", Right.MANAGE_STAFF, b.Code, two=True),
    Route("POST", f"{_one}/unlock", unlock, "Unlock a person", Right.MANAGE_STAFF),
    Route("POST", f"{_one}/deactivate", deactivate, "Deactivate a person", Right.MANAGE_STAFF, two=True),
)  # fmt: skip
