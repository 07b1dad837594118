"""Table journals for outside programs, by entry number."""

from typing import Annotated

import msgspec

from taisai.house.clock import now
from taisai.people.refusals import PeopleRefusal
from taisai.people.rights import Right
from taisai.rules.refusals import Refused
from taisai.server.call import Answer, Call, Route
from taisai.server.readings import AskEntries
from taisai.wire.feeds import Feed


class EntriesQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ask for entries after entry `after`, whose seal is `seal` if given. If there is none yet, wait up to `wait_s`."""

    after: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 0
    seal: Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?\Z")] = ""
    limit: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1000
    wait_s: Annotated[int, msgspec.Meta(ge=0, le=30)] = 0


async def feed_entries(call: Call) -> Answer:
    one, query, house, feed = call.table, call.query, call.house, call.caller.feed
    name = one.settings.id
    if feed is not None and not feed.may_read(name):
        words = f"the feed {feed.name} may not read {name}; add the table to it in the settings"
        raise Refused(PeopleRefusal.RIGHT_MISSING, words, name)
    by = f"feed {feed.name}" if feed else call.caller.name
    house.logs.note_reader(by, name, now()[:10])
    await house.feeds.news(one, query.after, query.wait_s, by)
    question = AskEntries(house.settings.place, name, query.after, query.seal, query.limit)
    return Answer(await house.reader.read(question, *call.asker))


ROUTES = (
    Route("GET", "/api/tables/{table}/entries", feed_entries,
          "Read journal entries by number, for programs that follow a journal", Right.READ_JOURNAL, Feed,
          query=EntriesQuery, acts=False, long=True, feed=True),
)  # fmt: skip
