"""How soon everyone at a table learns of a roll: from ENTER to the last of many terminals."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import sockets
from load import BY_HAND, NO_COMPILER, compiled, serving
from measure import Claim

ROUNDS, SILENCE_MS = 3, 500


def claims() -> Iterator[Claim]:
    with compiled(sockets.SOURCE) as program:
        if program is None:
            yield Claim("ENTER to the last terminal", "not measured", NO_COMPILER, 0)
            return
        for count in sockets.AUDIENCES:
            yield _informed(program, count)


def _informed(program: Path, count: int) -> Claim:
    """Measure alternately and after equal pauses, so that a disturbance affects both."""
    bare = [str(program), "serve", str(count), str(sockets.FRAME_BYTES)]
    times: dict[str, list[float]] = {"house": [], "bare": []}
    for _ in range(2):
        with serving("house", 1) as (address, house):
            times["house"] += list(_entries(program, address, house, count))
        with sockets.started(bare) as (port, _):
            times["bare"] += sockets.counted(program, port, count, upgraded=False, tries=ROUNDS, pause_ms=SILENCE_MS)
    ours, limit = min(times["house"]), min(times["bare"])
    figure, peer = f"{ours / 1e3:.1f} ms", f"bare C epoll: {limit / 1e3:.1f} ms"
    wanted = "at most 2" if count == sockets.AUDIENCES[-1] else ""
    holds = ours <= 2 * limit if wanted else None
    return Claim(f"ENTER to the last of {count:,} terminals informed", figure, peer, ours / limit, wanted, holds)


def _entries(program: Path, address: str, house: "subprocess.Popen[str]", count: int) -> Iterator[float]:
    words = [str(program), "listen", address.rpartition(":")[2], str(count), BY_HAND]
    audience = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert audience.stdin
    assert audience.stdout
    assert house.stdin
    assert house.stdout
    audience.stdout.readline()
    for _ in range(ROUNDS):
        house.stdin.write("prepare\n")
        house.stdin.flush()
        house.stdout.readline()
        sleep(SILENCE_MS / 1000)  # totals and staff views follow a little later
        audience.stdin.write("go\n")
        audience.stdin.flush()
        audience.stdout.readline()
        house.stdin.write("enter\n")
        house.stdin.flush()
        yield float(audience.stdout.readline())
    audience.stdin.close()
    audience.wait()


if __name__ == "__main__":
    for claim in claims():
        print(claim)
