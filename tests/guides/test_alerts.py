"""The commands, requests and scrape settings of the guide to alerts, at a house that plays and has what it shows."""

import json
import re
import shlex
import subprocess
import sys
import time
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
import yaml
from browser.making import living
from guides.shown import blocks_with, command, meant, run, taken
from guides.witnessed import TABLE
from patience import PATIENCE_S
from server.making import house, settings_of
from telling.receiver import receiving
from test_docs import ROOT, blocks
from test_guides import guide

from taisai.house.settings_writer import written
from taisai.table import commands as c

SHOWN, SKIPPED = "127.0.0.1:8080", 41


@asynccontextmanager
async def opened(folder, changes):
    """Its address; the table has as many entries as the guide wants to skip, and more."""
    async with house(folder, TABLE, **changes) as server:
        await server.open("T1", 1)
        for _ in range(SKIPPED):
            await server.do("T1", c.BuyIn(1, 100))
        yield server.address


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """Of a house with the webhook and both feeds of the guide; the receiver is one of this machine."""
    folder = tmp_path_factory.mktemp("alerts")
    pager, *_ = blocks_with("alerts", "https://pager.example.com/taisai")
    feeds = [taken(block, folder / f"feed-{at}") for at, block in enumerate(blocks_with("alerts", "feed = "))]
    with receiving() as receiver, pytest.MonkeyPatch.context() as patch:
        changes = taken(meant(pager, ("https://pager.example.com/taisai", receiver.url)), folder / "receiver")
        changes["feed"] = tuple(feed for one in feeds for feed in one["feed"])
        settings = settings_of(folder / "taisai-house", TABLE, **changes)
        (folder / "taisai-house").mkdir(mode=0o700)
        settings.file.write_text(written(settings), encoding="utf-8")
        patch.chdir(folder)
        with living(lambda: opened(settings.folder, changes)) as (address, _):
            yield address


@pytest.mark.usefixtures("address")
def test_the_secret_of_a_webhook_is_printed():
    assert re.search(r"whsec_\S+", run(*command("alerts", "--secret")))


@pytest.mark.usefixtures("address")
def test_receivers_and_dead_letters_are_listed():
    (words,) = (shlex.split(line)[1:] for line in blocks_with("alerts", "taisai alerts") if "--secret" not in line)
    assert run(*words).startswith("pager: http")


def answered(url: str, key: str) -> bytes:
    with urlopen(Request(url, headers={"Authorization": f"Bearer {key}"}), timeout=PATIENCE_S) as answer:
        return answer.read()


def test_a_feed_gives_the_entries_after_a_number(address):
    get, header = blocks_with("alerts", "GET /api/tables/T1/entries")[0].splitlines()
    key = Path("taisai-house/keys/feed-copy.key").read_text(encoding="utf-8").strip()
    assert header == "Authorization: Bearer KEY"
    entries = json.loads(answered(f"{address}/api/tables/T1/entries", key))["entries"]
    path = meant(get.removeprefix("GET "), ("seal=...", f"seal={entries[SKIPPED - 1]['seal']}"))
    assert json.loads(answered(address + path, key))["entries"] == entries[SKIPPED:]


def test_the_client_that_the_guide_names_keeps_a_copy(address, tmp_path):
    line = meant(blocks_with("alerts", "follow.py")[0], (SHOWN, urlsplit(address).netloc))
    program, script, *words, copy = shlex.split(line)
    assert program == "python"
    copy = tmp_path / copy
    child = subprocess.Popen([sys.executable, str(ROOT / script), *words, str(copy)])
    try:
        end = time.monotonic() + PATIENCE_S
        while not (copy.exists() and copy.read_text(encoding="utf-8").endswith("\n")):
            assert child.poll() is None
            assert time.monotonic() < end
            time.sleep(0.02)
    finally:
        child.kill()
        child.wait()
    assert json.loads(copy.read_text(encoding="utf-8").splitlines()[0])["seq"] == 1


def test_prometheus_reads_the_figures_with_the_key_of_the_feed(address):
    (text,) = blocks(guide("alerts"), "yaml")
    (job,) = yaml.safe_load(meant(text, (SHOWN, urlsplit(address).netloc)))["scrape_configs"]
    ((target,),) = (one["targets"] for one in job["static_configs"])
    key = Path("taisai-house/keys") / Path(job["authorization"]["credentials_file"]).name
    figures = answered(f"http://{target}{job['metrics_path']}", key.read_text(encoding="utf-8").strip())
    assert b"\ntaisai_" in figures
