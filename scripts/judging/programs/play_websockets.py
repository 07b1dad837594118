"""A wager to its settlement by the library websockets."""

import asyncio

from playing import Said, main, play
from websockets.asyncio.client import connect


async def judge(url: str, cookie: str) -> list[Said]:
    async with connect(url, additional_headers={"Cookie": cookie}, max_size=None) as socket:
        return await play(socket.send, socket.recv)


asyncio.run(main(judge))
