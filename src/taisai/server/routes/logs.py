"""Every journal as a public transparency log: checkpoints, tiles and bundles of entries."""

import msgspec

from taisai.house.clock import now
from taisai.house.rotations import encoded, lines_of
from taisai.people.rights import Right
from taisai.rules.refusals import Refused
from taisai.server.call import Access, Answer, Call, Route
from taisai.server.logs import Log
from taisai.server.refusals import ServerRefusal
from taisai.wire import logs as w

TEXT = "text/plain; charset=utf-8"
BYTES = "application/octet-stream"


async def logs(call: Call) -> Answer:
    found = [_log(one) for one in call.house.logs.logs.values()]
    if call.house.beside and not call.relayed:
        for answer in await call.house.beside.gathered(call, "/api/logs"):
            found += msgspec.json.decode(answer, type=w.Logs).logs
    return Answer(w.Logs(tuple(found)))


def _log(one: Log) -> w.LogInfo:
    return w.LogInfo(one.name, one.key.name, str(one.key), one.told[0].size if one.told else 0)


async def checkpoint(call: Call) -> Answer:
    one = call.house.logs.log(call.path["log"])
    if one.told is None:
        words = f"the log {one.name} has no checkpoint yet; try again in a moment"
        raise Refused(ServerRefusal.TILE_UNKNOWN, words, one.name)
    return Answer(str(one.told[1]).encode(), media=TEXT)


async def rotations(call: Call) -> Answer:
    """Return key rotations, one per line: a checkpoint signed by both the old and the new key of the log."""
    one = call.house.logs.log(call.path["log"])
    return Answer(encoded(lines_of(call.house.settings, one.name)), media=TEXT)


async def tile(call: Call) -> Answer:
    return await _tile(call, f"{call.path['level']}/{call.path['tile']}")


async def entries(call: Call) -> Answer:
    answer = await _tile(call, f"entries/{call.path['tile']}")
    call.house.logs.note_reader(call.caller.name, call.path["log"], now()[:10])
    return answer


async def _tile(call: Call, path: str) -> Answer:
    one = call.house.logs.log(call.path["log"])
    return Answer(await call.house.logs.tile(one, path, call.asker), media=BYTES, lasts=True)


_one = "/api/logs/{log}"
ROUTES = (
    Route("GET", "/api/logs", logs, "List the logs, one per journal, with their keys", Access.ANYBODY, w.Logs),
    Route("GET", f"{_one}/checkpoint", checkpoint, "Get the newest checkpoint of a log", Access.ANYBODY, bytes,
          media=("text/plain",), acts=False),
    Route("GET", f"{_one}/rotations", rotations, "Get the key rotations of a log", Access.ANYBODY, bytes,
          media=("text/plain",), acts=False),
    Route("GET", f"{_one}/tile/entries/{{tile}}", entries, "Get a bundle of entries", Right.READ_JOURNAL, bytes,
          media=(BYTES,), acts=False),
    Route("GET", f"{_one}/tile/{{level}}/{{tile}}", tile, "Get a tile of hashes", Access.ANYBODY, bytes, media=(BYTES,),
          acts=False),
)  # fmt: skip
