"""A wager to its settlement by the library aiohttp."""

import asyncio

from aiohttp import ClientSession
from playing import Said, main, play


async def judge(url: str, cookie: str) -> list[Said]:
    async with (
        ClientSession() as session,
        session.ws_connect(url, headers={"Cookie": cookie}, max_msg_size=0) as socket,
    ):
        return await play(socket.send_str, socket.receive_str)


asyncio.run(main(judge))
