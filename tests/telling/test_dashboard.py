"""The dashboard for Grafana shows figures that a running house gives, all of them, and nothing else."""

import json
import re
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families
from server.making import HAND, house, until
from telling.receiver import receiving
from telling.test_feeds import bearer, key_of

from taisai.house.feed_settings import FeedSettings
from taisai.house.receiver_settings import ReceiverSettings
from taisai.people.significant_events import Happening

BOARD = json.loads((Path(__file__).parents[2] / "deploy" / "grafana" / "house.json").read_text(encoding="utf-8"))
FUNCTIONS = {"sum", "min", "rate", "increase", "histogram_quantile", "by"}


def expressions():
    return [target["expr"] for panel in BOARD["panels"] for target in panel["targets"]]


async def samples(folder):
    """What a house gives to Prometheus after a little of everything, by the key of a feed."""

    async def go(receiver):
        watch = FeedSettings("watch", metrics=True)
        pager = ReceiverSettings("pager", url=receiver.url)
        async with house(folder, HAND, feed=(watch,), receiver=(pager,)) as server:
            await server.open("H", 1)
            await server.get("/api/staff")
            number = server.register.note(Happening.DISK_LOW, "little is left")
            await until(lambda: server.register.told("pager").upto >= number)
            answer = await server.http("GET", "/api/metrics", headers=bearer(key_of(server, "watch")).items())
            assert answer.status == 200
            return answer.body.decode()

    with receiving() as receiver:
        families = text_string_to_metric_families(await go(receiver))
        return [sample for family in families for sample in family.samples if not sample.name.endswith("_created")]


async def test_the_dashboard_names_only_metrics_and_labels_that_exist_and_every_one_of_them(tmp_path):
    found = await samples(tmp_path)
    named = {name for text in expressions() for name in re.findall(r"\btaisai_\w+", text)}
    assert named == {sample.name for sample in found}
    labels = {label for sample in found for label in sample.labels}
    for text in expressions():
        for group in re.findall(r"by \(([\w, ]+)\)", text):
            assert set(group.split(", ")) <= labels, text
        rest = re.sub(r"by \([\w, ]+\)|\btaisai_\w+|\[\d+[hm]\]", "", text)
        assert set(re.findall(r"[a-z_]+", rest)) <= FUNCTIONS, text


def test_the_legends_name_labels_that_their_queries_keep():
    for panel in BOARD["panels"]:
        for target in panel["targets"]:
            kept = {label for group in re.findall(r"by \(([\w, ]+)\)", target["expr"]) for label in group.split(", ")}
            assert set(re.findall(r"{{(\w+)}}", target["legendFormat"])) <= kept, panel["title"]


def test_every_panel_has_its_own_place_and_the_source_that_whoever_imports_it_chooses():
    places = [panel["gridPos"] for panel in BOARD["panels"]]
    cells = [
        (x, y)
        for place in places
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    ]
    assert len(cells) == len(set(cells))
    assert max(x for x, _ in cells) == 23
    assert len({panel["id"] for panel in BOARD["panels"]}) == len(BOARD["panels"])
    assert {target["datasource"]["uid"] for panel in BOARD["panels"] for target in panel["targets"]} == {"${source}"}
    assert [one["name"] for one in BOARD["templating"]["list"]] == ["source"]


async def test_a_feed_for_metrics_reads_no_journal_and_one_for_journals_no_metrics(tmp_path):
    given = (FeedSettings("watch", metrics=True), FeedSettings("copy"))
    async with house(tmp_path, HAND, feed=given) as server:
        for name, path in (("watch", "/api/tables/H/entries"), ("copy", "/api/metrics")):
            answer = await server.http("GET", path, headers=bearer(key_of(server, name)).items())
            assert (answer.status, answer.json["code"]) == (403, "right-missing")
            assert f"the feed {name}" in answer.json["words"]
