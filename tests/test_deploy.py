"""Examples of how a house is run: every flag, setting, path and port in them exists, and where the program that reads
one is installed, it reads it and a table is played through it."""

import asyncio
import configparser
import os
import re
import shlex
import shutil
import ssl
import subprocess
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yaml
from click.testing import CliRunner
from proxies import CADDY, DEPLOY, NGINX, PORT, caddy, free_port, in_front, nginx, program, reached
from server.making import HAND, house, until

from taisai.cli.main import app
from taisai.house.setting_rows import rows
from taisai.house.settings import Settings
from taisai.house.settings_reader import load
from taisai.server.sockets import PATH

ROOT = Path(__file__).parents[1]
HOST = "tables.example.com"
UNIT, CONTAINER = ((DEPLOY / name).read_text() for name in ("taisai.service", "Containerfile"))
ALL = {path.name: path.read_text() for path in DEPLOY.iterdir() if path.is_file()}


def flags_of(command):
    told = CliRunner().invoke(app, [command, "--help"])
    return set(re.findall(r"--[a-z-]+", told.output))


@pytest.fixture(scope="module")
def unit():
    read = configparser.ConfigParser(strict=False, interpolation=None)
    read.optionxform = str
    read.read_string(UNIT)
    return read


@pytest.mark.parametrize("name", ALL)
def test_every_setting_that_is_named_there_is_one(name):
    known = {f"TAISAI_{row.flat.upper()}" for row in rows(Settings).values()} | {"TAISAI_SCREENS"}
    assert set(re.findall(r"TAISAI_[A-Z_]+", ALL[name])) <= known


def commands():
    yield shlex.split(next(line for line in UNIT.splitlines() if line.startswith("ExecStart=")).partition("=")[2])[1:]
    yield re.findall(r'"([^"]*)"', next(line for line in CONTAINER.splitlines() if line.startswith("CMD [")))


def test_the_house_is_started_with_flags_that_exist_at_one_port():
    for serve, *words in commands():
        assert serve == "serve"
        assert {word for word in words if word.startswith("--")} <= flags_of("serve")
        assert words[words.index("--port") + 1] == PORT
        assert words[words.index("--folder") + 1].startswith("/var/lib/taisai/")
    for text in (NGINX, CADDY):
        assert f"127.0.0.1:{PORT}" in text
    assert f"EXPOSE {PORT}" in CONTAINER
    assert f"127.0.0.1:{PORT}/api/health" in CONTAINER


def test_the_service_may_write_where_the_house_is_and_nowhere_else(unit):
    service = unit["Service"]
    assert (service["ProtectSystem"], service["ProtectHome"], service["StateDirectory"]) == ("strict", "yes", "taisai")
    assert service["UMask"] == "0077"
    assert "ReadWritePaths" not in service


def test_no_part_of_a_house_can_take_all_memory_of_its_machine(unit, compose):
    assert (unit["Service"]["MemoryHigh"], unit["Service"]["MemoryMax"]) == ("2G", "3G")
    bounds = {name: one.get("mem_limit") for name, one in compose["services"].items()}
    assert None not in bounds.values(), bounds
    assert {bounds[name] for name in nodes_of(compose)} == {"3g"}, "a node has as much as the service"


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd here")
@pytest.mark.parametrize("name", ["taisai.service", "taisai@8081.service"])
def test_systemd_understands_the_service_and_finds_it_well_shut_in(tmp_path, name):
    path = tmp_path / name
    path.write_text(UNIT.replace("/opt/taisai/bin/taisai", shutil.which("true")))
    if "@" in name:
        (tmp_path / f"{name}.d").mkdir()
        drop_in = ALL["node.conf"].replace("/opt/taisai/bin/taisai", shutil.which("true"))
        (tmp_path / f"{name}.d" / "node.conf").write_text(drop_in)
    told = subprocess.run(["systemd-analyze", "verify", path], capture_output=True, text=True, check=False)
    assert not [line for line in told.stderr.splitlines() if name in line or "node.conf" in line], told.stderr
    judged = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", path], capture_output=True, text=True, check=False
    )
    assert float(re.search(r"exposure level for \S+ ([\d.]+)", judged.stdout)[1]) < 2.5


def test_the_container_copies_what_is_there_and_does_not_run_as_root():
    for line in CONTAINER.splitlines():
        if line.startswith("COPY ") and "--from" not in line:
            *sources, _ = line.split()[1:]
            assert all((ROOT / source).exists() for source in sources), line
    stages = re.findall(r"^FROM \S+ AS (\w+)$", CONTAINER, re.MULTILINE)
    assert set(re.findall(r"from=(\w+)", CONTAINER)) <= set(stages)
    last = CONTAINER[CONTAINER.rindex("FROM ") :]
    assert last.index("USER 10001") < last.index("ENTRYPOINT")
    assert "VOLUME /var/lib/taisai" in last


def instructions():
    """Each with its words; a line that ends in a backslash goes on in the next."""
    joined = re.sub(r"\\\n\s*", " ", re.sub(r"^#.*\n", "", CONTAINER, flags=re.MULTILINE))
    return [tuple(line.split(maxsplit=1)) for line in joined.splitlines() if line.strip()]


def container_faults(found):
    """What a linter of container files would say of it (the rules of hadolint that apply)."""
    kinds, stages = [kind for kind, _ in found], [words for kind, words in found if kind == "FROM"]
    last = kinds[len(kinds) - 1 - kinds[::-1].index("FROM") :]
    runs = [words for kind, words in found if kind == "RUN"]
    yield from (f"DL3006: {words} has no tag" for words in stages if ":" not in words.split()[0])
    yield from (f"DL3007: {words} may be any version" for words in stages if ":latest" in words)
    yield from (f"DL3020: use COPY for {words}" for kind, words in found if kind == "ADD")
    yield from (f"DL3003: use WORKDIR: {words}" for words in runs if re.match(r"cd ", words))
    yield from (f"DL3004: no sudo: {words}" for words in runs if "sudo" in words)
    yield from (f"DL3008: pin packages: {words}" for words in runs if "apt-get install" in words)
    yield from (f"DL3016: npm ci, not install: {words}" for words in runs if "npm install" in words)
    yield from (
        f"DL3000: WORKDIR {words} is not absolute" for kind, words in found if kind == "WORKDIR" and words[0] != "/"
    )
    unpinned = (words for words in runs if re.search(r"pip (install|download)", words))
    offline = ("--require-hashes", "--no-index")
    yield from (f"DL3013: {words}" for words in unpinned if not any(flag in words for flag in offline))
    for once in ("CMD", "ENTRYPOINT", "HEALTHCHECK", "USER"):
        if last.count(once) != 1:
            yield f"DL4003: {last.count(once)} times {once} in the last stage"
    yield from (
        f"DL3025: {kind} is not a JSON list"
        for kind, words in found
        if kind in {"CMD", "ENTRYPOINT"} and words[0] != "["
    )


def test_the_container_file_has_no_fault_that_a_linter_knows():
    assert list(container_faults(instructions())) == []


BAD = """\
FROM debian
FROM node:latest AS one
WORKDIR build
ADD web ./
RUN cd /x
RUN sudo apt-get install curl
RUN npm install
RUN pip install taisai
USER root
CMD taisai serve
"""


def test_faults_of_a_container_file_are_found(monkeypatch):
    monkeypatch.setitem(globals(), "CONTAINER", BAD)
    codes = [fault.partition(":")[0] for fault in container_faults(instructions())]
    assert codes == [
        "DL3006", "DL3007", "DL3020", "DL3003", "DL3004", "DL3008", "DL3016", "DL3000", "DL3013", "DL4003", "DL4003",
        "DL3025",
    ]  # fmt: skip


def test_the_container_installs_an_extra_that_there_is():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = re.findall(r"taisai\[(\w+)\]", CONTAINER + UNIT)
    assert asked
    assert set(asked) <= project["optional-dependencies"].keys()
    assert project["requires-python"] == ">=3.11"
    assert "python:3.11-" in CONTAINER


@pytest.fixture(scope="module")
def compose():
    return yaml.safe_load(ALL["compose.yaml"])


def nodes_of(compose):
    return {name: one for name, one in compose["services"].items() if "serve" in one.get("command", ())}


def test_nodes_of_a_composed_house_are_told_what_they_need(compose, tmp_path):
    shared = {}
    for name, node in nodes_of(compose).items():
        words = node["command"][1:]
        flags = dict(zip(words[::2], words[1::2], strict=True))
        assert flags.keys() <= flags_of("serve")
        assert urlsplit(flags["--nodes-database"]).hostname in compose["services"]
        assert urlsplit(flags["--nodes-bus"]).hostname in compose["services"]
        told = {key: re.sub(r"\$\{HOUSE_HOST.*?\}", HOST, value) for key, value in node["environment"].items()}
        given = {flag.removeprefix("--").replace("-", "_"): value for flag, value in flags.items()}
        settings = load(given | {"folder": tmp_path, "nodes_bus": [flags["--nodes-bus"]]}, told)
        assert (settings.nodes.name, settings.proxies) == (name, ("10.77.0.0/24",))
        shared[name] = node["volumes"]
    assert shared == {name: [f"{name}:/var/lib/taisai"] for name in ("one", "two")}, "each has a folder of its own"


def test_the_second_node_begins_with_the_keys_of_the_first(compose, tmp_path):
    service = compose["services"]["keys"]
    assert service["volumes"] == ["one:/one:ro", "two:/two"]
    assert compose["services"]["two"]["depends_on"]["keys"] == {"condition": "service_completed_successfully"}
    (tmp_path / "one" / "house" / "keys").mkdir(parents=True)
    (tmp_path / "one" / "house" / "keys" / "voucher.key").write_text("the first's")
    (tmp_path / "two").mkdir()
    shell, flag, script = service["entrypoint"]
    script = script.replace(" /one/", f" {tmp_path}/one/").replace(" /two/", f" {tmp_path}/two/")
    subprocess.run([shell, flag, script], check=True)
    copied = tmp_path / "two" / "house" / "keys" / "voucher.key"
    assert copied.read_text() == "the first's"
    copied.write_text("its own by now")
    subprocess.run([shell, flag, script], check=True)
    assert copied.read_text() == "its own by now", "a second start overwrites nothing"


def test_a_composed_house_names_only_what_is_there(compose):
    volumes = [place.partition(":")[0] for one in compose["services"].values() for place in one.get("volumes", ())]
    assert {name for name in volumes if not name.startswith(".")} == compose["volumes"].keys()
    assert all((DEPLOY / name).exists() for name in volumes if name.startswith("."))
    assert compose["networks"]["house"]["ipam"]["config"] == [{"subnet": "10.77.0.0/24"}]
    behind = compose["services"]["proxy"]["environment"]["HOUSE_NODES"].split()
    assert behind == [f"{name}:{PORT}" for name in nodes_of(compose)]


@pytest.mark.skipif(not shutil.which("caddy"), reason="there is no Caddy here")
@pytest.mark.parametrize("name", [name for name in ALL if name.endswith("Caddyfile")])
def test_caddy_understands_its_examples(name):
    words = ["caddy", "adapt", "--adapter", "caddyfile", "--config", DEPLOY / name]
    environment = os.environ | {"HOUSE_HOST": HOST, "HOUSE_NODES": "one:8080 two:8080"}
    told = subprocess.run(words, capture_output=True, text=True, check=False, env=environment)
    assert told.returncode == 0, told.stderr
    assert HOST in told.stdout


@pytest.mark.parametrize("proxy", [nginx, caddy], ids=["nginx", "Caddy"])
async def test_a_page_and_a_socket_come_through_the_proxy(proxy, tmp_path):
    if not program(proxy.__name__):
        pytest.skip(f"there is no {proxy.__name__} here; scripts/proxies installs it")
    folder = tmp_path / "proxy"
    folder.mkdir()
    folder.chmod(0o755)

    port = free_port()
    origin = f"https://localhost:{port}"
    async with house(tmp_path / "house", HAND, proxies=("127.0.0.1",), origins=(origin,)) as server:
        with in_front(proxy(folder, port, urlsplit(server.address).port), folder) as process:
            await until(lambda: process.poll() is not None or reached(port))
            assert process.poll() is None, (folder / "log").read_text()
            assert "200 OK" in await answered(folder, origin, "/")
            upgraded = await answered(folder, origin, PATH, *UPGRADE, f"Origin: {origin}")
            assert "101 Switching Protocols" in upgraded


UPGRADE = (
    "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
)  # fmt: skip


async def answered(folder, origin, path, *lines):
    """The first line of the answer."""
    trusted = ssl.create_default_context(cafile=folder / "cert.pem")
    reader, writer = await asyncio.open_connection("localhost", urlsplit(origin).port, ssl=trusted)
    head = (f"GET {path} HTTP/1.1", f"Host: {urlsplit(origin).netloc}", *lines)
    writer.write(("\r\n".join(head) + "\r\n\r\n").encode())
    told = await reader.readline()
    writer.transport.abort()
    return told.decode()
