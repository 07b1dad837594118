"""What a client does at a table, whichever library carries its messages: one wager, until it is settled."""

import asyncio
import json
import os
import secrets
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

Said = dict[str, Any]
STAKE, SPOT = 500, "big"
ROUND_WITHIN_S = 40


async def play(send: Callable[[str], Awaitable[Any]], receive: Callable[[], Awaitable[Any]]) -> list[Said]:
    """Return every message of both sides."""
    said: list[Said] = []

    async def say(message: Said) -> None:
        said.append(message)
        await send(json.dumps(message))

    async def until(fits: Callable[[Said], object]) -> Said:
        while True:
            said.append(json.loads(await receive()))
            if fits(said[-1]):
                return said[-1]

    await say({"is": "join", "table": os.environ["JUDGED_TABLE"]})
    view = await until(lambda one: one["is"] == "view")
    seat, number = view["seat"]["seat"], view["table"]["round"]
    if view["table"]["phase"] != "betting":
        number = (await until(lambda one: one.get("table", {}).get("phase") == "betting"))["table"].get("round", number)
    command = {"do": "place-wager", "seat": seat, "spot": SPOT, "stake": STAKE, "contribution": secrets.token_hex(32)}
    order = f"judge-{secrets.token_hex(4)}"
    await say({"is": "give", "id": order, "command": command, "round": number})
    taken = await until(lambda one: one.get("id") == order)
    assert taken["is"] == "taken", taken
    assert taken["stakes"] == {SPOT: STAKE}, taken
    settled = await until(lambda one: one["is"] == "seat" and (one["seat"]["result"] or {}).get("round") == number)
    result = settled["seat"]["result"]
    assert result["staked"] == STAKE, result
    assert settled["seat"]["credit"] == taken["credit"] + result["returned"], (taken, settled)
    await say({"is": "ping", "at": 1})
    await until(lambda one: one["is"] == "pong")
    return said


async def main(judge: Callable[[str, str], Awaitable[list[Said]]]) -> None:
    """Print the verdict, and keep the messages, which other judges compare with their schema."""
    try:
        said = await asyncio.wait_for(judge(os.environ["JUDGED_SOCKET"], os.environ["JUDGED_SEAT"]), ROUND_WITHIN_S)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is the finding
        verdict = {"cases": 1, "findings": [f"no settlement: {error!r}"]}
    else:
        folder = Path(os.environ["JUDGED_FOLDER"]) / "messages"
        folder.mkdir(exist_ok=True)
        for place, message in enumerate(said):
            (folder / f"{Path(sys.argv[0]).stem}-{place}.json").write_text(json.dumps(message))
        verdict = {"cases": len(said), "findings": []}
    sys.stdout.write(json.dumps(verdict))
