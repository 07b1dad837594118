"""The site is built from the documents with no mistake, asks nothing of other hosts, and can be searched."""

import json
import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest
from loading import module

ROOT = Path(__file__).parents[1]
LOADED = {
    "script": "src",
    "img": "src",
    "link": "href",
    "iframe": "src",
    "source": "src",
    "video": "src",
    "audio": "src",
}

website = module("scripts", "website")


class Reading(HTMLParser):
    """What a browser would load by itself, where links lead, and which places there are."""

    def __init__(self, text):
        super().__init__()
        self.loaded, self.links, self.places, self.tags = [], [], set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.tags.add(tag)
        self.places |= {given[key] for key in ("id", "name") if given.get(key)}
        if tag in LOADED and given.get(LOADED[tag]) and given.get("rel") not in {"canonical", "next", "prev"}:
            self.loaded.append(given[LOADED[tag]])
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])


@pytest.mark.long
def test_the_site_is_whole_and_stands_alone(tmp_path):
    """One build for all that is asked of it: it takes a while."""
    website.main(ROOT, tmp_path)
    pages = {path: Reading(path.read_text(encoding="utf-8")) for path in tmp_path.rglob("*.html")}
    assert_every_page_is_there_and_can_be_searched(tmp_path / "dev")
    assert_nothing_is_loaded_from_another_host(tmp_path, pages)
    assert_every_link_leads_to_a_page_and_a_place(pages)
    assert_the_four_kinds_of_pages_lead_the_way(tmp_path)
    assert_formulas_are_drawn_by_the_browser_itself(pages[tmp_path / "dev" / "mathematics.html"])


def assert_every_page_is_there_and_can_be_searched(site):
    sources = {path.relative_to(ROOT / "docs").with_suffix("") for path in (ROOT / "docs").rglob("*.md")}
    assert sources <= {path.relative_to(site).with_suffix("") for path in site.rglob("*.html")}
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    found = json.loads(index.removeprefix("Search.setIndex(").removesuffix(")"))
    assert {str(path) for path in sources} <= set(found["docnames"])
    assert "voucher" in found["terms"]


def assert_nothing_is_loaded_from_another_host(site, pages):
    for path, page in pages.items():
        assert not [address for address in page.loaded if re.match(r"(\w+:)?//", address)], path
    for style in site.rglob("*.css"):
        assert not re.findall(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//", style.read_text(encoding="utf-8")), style


def assert_every_link_leads_to_a_page_and_a_place(pages):
    for path, page in pages.items():
        for link in page.links:
            target, _, place = link.partition("#")
            if re.match(r"\w+:", link):
                continue
            other = (path.parent / target).resolve() if target else path
            assert other.exists(), f"{path.name}: {link}"
            if place and other in pages and not place.startswith(":~:"):
                assert place in pages[other].places, f"{path.name}: {link}"


def assert_the_four_kinds_of_pages_lead_the_way(site):
    first = (site / "dev" / "index.html").read_text(encoding="utf-8")
    for kind in ("Tutorials", "How-to guides", "Reference", "Explanation"):
        assert re.search(rf'class="nav-link[^"]*"[^>]*>\s*{kind}', first), kind
    assert "theme-switch" in first
    assert "url=dev/index.html" in (site / "index.html").read_text(encoding="utf-8")


def assert_formulas_are_drawn_by_the_browser_itself(page):
    assert "math" in page.tags
    assert not [address for address in page.loaded if "mathjax" in address.lower()]


CONF = """\
import os
project = "x"
extensions = ["myst_parser"]
html_title = os.environ["TAISAI_VERSION"] + os.environ["TAISAI_VERSIONS"]
"""


def test_every_release_has_its_own_pages_beside_this_checkout(tmp_path):
    def git(*words):
        subprocess.run(["git", "-C", tmp_path, "-c", "user.name=x", "-c", "user.email=x@x", *words], check=True)

    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "conf.py").write_text(CONF)
    (docs / "index.md").write_text("# First edition\n")
    (tmp_path / "pyproject.toml").write_text("")
    git("init", "--quiet")
    git("add", ".")
    git("commit", "--quiet", "--message", "one")
    for tag in ("v0.9.0", "v0.10.0", "vfoo"):
        git("tag", tag)
    (docs / "index.md").write_text("# Second edition\n")
    website.main(tmp_path, tmp_path / "site")
    read = {name: (tmp_path / "site" / name / "index.html").read_text() for name in ("dev", "0.9.0", "0.10.0")}
    assert "Second edition" in read["dev"]
    assert "First edition" in read["0.9.0"]
    assert "0.10.0[&#34;dev&#34;, &#34;0.10.0&#34;, &#34;0.9.0&#34;]" in read["0.10.0"]
    assert "url=0.10.0/index.html" in (tmp_path / "site" / "index.html").read_text()


def test_a_page_with_a_mistake_stops_the_build(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "conf.py").write_text(CONF)
    (tmp_path / "docs" / "index.md").write_text("# One\n")
    (tmp_path / "docs" / "lost.md").write_text("# Nothing leads here\n")
    with pytest.raises(SystemExit, match="mistakes"):
        website.main(tmp_path, tmp_path / "site")
