"""Where long histories are read from: a replica of the database, if there is one."""

import asyncio

from msgspec.structs import replace

from taisai.journal.place import Place
from taisai.server.house import House


async def place_to_read(house: House) -> Place:
    """Return the place. Readers of a replica wait until it has everything written so far."""
    place, address = house.settings.place, house.settings.replica
    if not address:
        return place
    return replace(place, replica=await asyncio.to_thread(house.journals.replica, address))
