"""Where long readings are read from: a replica of the database, where there is one."""

import asyncio

from msgspec.structs import replace

from taisai.journal.place import Place
from taisai.server.house import House


async def place_to_read(house: House) -> Place:
    """With all that is written by now."""
    place, address = house.settings.place, house.settings.replica
    if not address:
        return place
    return replace(place, replica=await asyncio.to_thread(house.journals.replica, address))
