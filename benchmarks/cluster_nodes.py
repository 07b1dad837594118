"""Wagers at a house on several nodes, compared with one on SQLite: processor time per wager of each process, time to
answer, and time until a table is back after its node failed."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread
from typing import NamedTuple

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from engines.nats import Bus, bus
from engines.postgres import Server, serving
from load import NO_COMPILER, Load, Slice, Variant, compiled, cpu_s, seats_taken, served
from measure import Claim, rate

NODE = Path(__file__).with_name("cluster_serving.py")
TAKEOVER = Path(__file__).with_name("cluster_takeover.py")
TERMINALS, SLICE_S, TURNS = 96, 1.0, 5
CALM, CALM_PER_S = 40, 200  # number of terminals, and wagers a second of all of them
LEASE_S = 3.0


class Process(NamedTuple):
    """`pids` are all processes of a server; they change with its connections."""

    name: str
    pids: Callable[[], list[int]]

    def cpu_s(self) -> float:
        return sum(map(cpu_s, self.pids()))


class Way(NamedTuple):
    """A load over one path to the tables, and the processes whose time it uses."""

    load: Load
    calm: Load
    processes: tuple[Process, ...]


class Measured(NamedTuple):
    slice: Slice
    cpu_us: dict[str, float]


def claims() -> Iterator[Claim]:
    with compiled() as program:
        if program is None:
            yield Claim("wagers at nodes", "not measured", NO_COMPILER, 0)
            return
        with _ways(program) as ways:
            found = _in_turns(ways, lambda way: way.load.wager(SLICE_S))
            calm = _in_turns(ways, lambda way: way.calm.wager(SLICE_S, CALM / CALM_PER_S))
        yield from _wagers(found, calm)
        yield from _growth(program)
    yield from _back_after()


@contextmanager
def _ways(program: Path) -> Iterator[dict[str, Way]]:
    """Return the paths to one table: in SQLite; at a node alone; at one of two; and through another that relays."""
    with ExitStack() as opened:
        server, nats = opened.enter_context(serving(max_connections="100")), opened.enter_context(bus())
        database, engine = _database(server), Process("NATS", lambda: [nats.pid])
        server.database("alone")
        alone = opened.enter_context(_node(server.uri("alone"), "alone", 2 * TERMINALS, bus=nats))
        server.database("nodes")
        one = opened.enter_context(_node(server.uri("nodes"), "one", 4 * TERMINALS, bus=nats))
        two = opened.enter_context(_node(server.uri("nodes"), "two", 4 * TERMINALS, bus=nats, like=one))
        sqlite = opened.enter_context(served(program, Variant("sqlite", "house", 1, TERMINALS)))
        calm = opened.enter_context(served(program, Variant("sqlite", "house", 1, CALM)))
        ways = {"SQLite": Way(sqlite.load, calm.load, (Process("node", lambda: [sqlite.pid]),))}
        own, both = (
            Process("node", lambda: [alone.pid]),
            (
                Process("owner", lambda: [one.pid]),
                Process("other", lambda: [two.pid]),
            ),
        )
        for name, at, processes in (
            ("PostgreSQL", alone, (own, database, engine)),
            ("direct", one, (*both, database, engine)),
            ("relayed", two, (*both, database, engine)),
        ):
            loads = [opened.enter_context(_joined(program, at.address, many)) for many in (TERMINALS, CALM)]
            ways[name] = Way(loads[0], loads[1], processes)
        yield ways


def _joined(program: Path, address: str, terminals: int) -> Load:
    return Load(program, address, list(seats_taken(address, 1, terminals)))


def _database(server: Server) -> Process:
    def pids() -> list[int]:
        found = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text()
        return [server.pid, *map(int, found.split())]

    return Process("PostgreSQL", pids)


class Node(NamedTuple):
    address: str
    pid: int
    folder: Path


@contextmanager
def _node(
    database: str, name: str, seats: int, *, bus: Bus, tables: int = 1, like: Node | None = None
) -> Iterator[Node]:
    with TemporaryDirectory() as folder:
        if like is not None:
            shutil.copytree(like.folder / "keys", Path(folder) / "keys")
        words = [
            sys.executable,
            str(NODE),
            folder,
            str(tables),
            str(seats),
            database,
            name,
            bus.url,
        ]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            yield Node(process.stdout.readline().strip(), process.pid, Path(folder))
        finally:
            process.terminate()
            process.communicate()


def _in_turns(ways: dict[str, Way], act: Callable[[Way], Slice]) -> dict[str, list[Measured]]:
    found: dict[str, list[Measured]] = {name: [] for name in ways}
    for turn in range(TURNS + 1):
        for name in ways if turn % 2 else reversed(ways):
            measured = _measured(ways[name], act)
            found[name] += [measured] if turn else []  # the first one warms up
    return found


def _measured(way: Way, act: Callable[[Way], Slice]) -> Measured:
    before = [one.cpu_s() for one in way.processes]
    made = act(way)
    taken = [one.cpu_s() - s for one, s in zip(way.processes, before, strict=True)]
    return Measured(made, {one.name: s / made.answered * 1e6 for one, s in zip(way.processes, taken, strict=True)})


def _wagers(found: dict[str, list[Measured]], calm: dict[str, list[Measured]]) -> Iterator[Claim]:
    per_s = {name: median(one.slice.per_s for one in some) for name, some in found.items()}
    p50 = {name: median(one.slice.p50_ms for one in some) for name, some in calm.items()}
    cpu = {name: _each(some) for name, some in found.items()}
    for name, each in cpu.items():
        told = ", ".join(f"{process} {us:.0f}" for process, us in each.items())
        yield Claim(f"processor time of a wager, µs by process: {name}", f"{sum(each.values()):.0f} µs", told,
                    sum(each.values()) / sum(cpu["SQLite"].values()))  # fmt: skip
    what = "wagers durably accepted in PostgreSQL, against SQLite"
    ratio = per_s["PostgreSQL"] / per_s["SQLite"]
    yield Claim(what, rate(per_s["PostgreSQL"]), rate(per_s["SQLite"]), ratio, "at least 0.7", ratio >= 0.7)
    yield _slower(f"an answer of it, p50 at {CALM_PER_S} a second", p50["PostgreSQL"], p50["SQLite"], 2)
    direct = cpu["direct"]["owner"]
    both = cpu["relayed"]["owner"] + cpu["relayed"]["other"]
    yield Claim("nodes' processor time of a relayed wager, against a direct one", f"{both:.0f} µs", f"{direct:.0f} µs",
                both / direct, "at most 1.8", both / direct <= 1.8)  # fmt: skip
    yield _slower(f"an answer of it, p50 at {CALM_PER_S} a second", p50["relayed"], p50["direct"], 2.2)


def _each(some: list[Measured]) -> dict[str, float]:
    return {process: median(one.cpu_us[process] for one in some) for process in some[0].cpu_us}


def _slower(what: str, ours: float, limit: float, most: float) -> Claim:
    return Claim(what, f"{ours:.2f} ms", f"{limit:.2f} ms", ours / limit, f"at most {most}", ours <= most * limit)


def _growth(program: Path) -> Iterator[Claim]:
    """Compare two tables at one node with one table at each of two nodes, each with its own terminals."""
    per_s = {}
    for many in (1, 2):
        with ExitStack() as opened:
            server, nats = opened.enter_context(serving(max_connections="100")), opened.enter_context(bus())
            server.database("growth")
            nodes: list[Node] = []
            for number in range(many):
                made = _node(server.uri("growth"), f"n{number}", TERMINALS, tables=2, bus=nats,
                             like=nodes[0] if nodes else None)  # fmt: skip
                nodes.append(opened.enter_context(made))
            loads = [opened.enter_context(_of_table(program, nodes, table)) for table in ("T1", "T2")]
            _together(loads, 0.5)
            per_s[many] = median(_together(loads, SLICE_S) for _ in range(TURNS))
    what = "wagers a second at two tables by two nodes, against one; this machine has few cores for both and the load"
    yield Claim(what, rate(per_s[2]), rate(per_s[1]), per_s[2] / per_s[1])


def _of_table(program: Path, nodes: list[Node], table: str) -> Load:
    """Return the node of a table. The first tables of a house stay where they are opened, and relaying costs more."""
    number = int(table.removeprefix("T")) - 1
    address = nodes[number % len(nodes)].address
    seats = [line for line in seats_taken(address, 2, TERMINALS) if line.startswith(table)]
    return Load(program, address, seats)


def _together(loads: list[Load], seconds: float) -> float:
    made: list[Slice] = []
    threads = [Thread(target=lambda load=load: made.append(load.wager(seconds))) for load in loads]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(one.per_s for one in made)


def _back_after() -> Iterator[Claim]:
    """Return the time from the fault to the first answer of the next node."""
    told = subprocess.run([sys.executable, str(TAKEOVER)], check=True, stdout=subprocess.PIPE, text=True).stdout
    most_s = LEASE_S + 1.5
    for fault, taken_s in json.loads(told).items():
        if fault == "drain":
            what, limit, wanted_s = "a table is handed over: it does not answer for", "0.5 s", 0.5
        else:
            what, limit, wanted_s = (
                f"a node fails ({fault}): its table answers after",
                f"{LEASE_S:.0f} s of lease",
                most_s,
            )
        yield Claim(what, f"{taken_s:.2f} s", limit, taken_s / wanted_s, f"at most {wanted_s} s", taken_s <= wanted_s)
