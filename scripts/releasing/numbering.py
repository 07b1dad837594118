"""Writes the version and the date of a release into the three files that have them."""

import re
from datetime import date
from pathlib import Path

PROJECT = "pyproject.toml"
UNFINISHED = ".dev0"  # between releases
CHANGELOG = "CHANGELOG.md"
SOFTWARE = "src/taisai/keeping/software.py"
UNRELEASED = "## Unreleased\n"
_SAID = re.compile(r'^version = "(.+)"$', re.MULTILINE)
_DAY = re.compile(r'^RELEASED: Final = "([\d-]+)"', re.MULTILINE)


def number(root: Path, version: str, day: date) -> None:
    """Check everything before anything is written."""
    texts = {name: (root / name).read_text(encoding="utf-8") for name in (PROJECT, CHANGELOG, SOFTWARE)}
    _refuse_misfits(version, _only(_SAID, texts[PROJECT]), _news(texts[CHANGELOG]))
    texts[PROJECT] = _SAID.sub(f'version = "{version}"', texts[PROJECT], count=1)
    texts[CHANGELOG] = texts[CHANGELOG].replace(UNRELEASED, f"{UNRELEASED}\n## {version}, {day}\n", 1)
    texts[SOFTWARE] = texts[SOFTWARE].replace(_only(_DAY, texts[SOFTWARE]), str(day), 1)
    for name, text in texts.items():
        (root / name).write_text(text, encoding="utf-8")


def _refuse_misfits(version: str, before: str, news: str) -> None:
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise SystemExit(f"release: {version!r} is not a version such as 1.2.3")
    if _order(version) <= _order(before):
        raise SystemExit(f"release: {version} is not newer than {before}")
    if not news.strip():
        raise SystemExit(f"release: nothing is written under {UNRELEASED.strip()!r} in {CHANGELOG}")


def _order(version: str) -> tuple[list[int], bool]:
    """An unfinished version comes before the release of its number."""
    parts = version.removesuffix(UNFINISHED).split(".")
    return [*map(int, parts)], not version.endswith(UNFINISHED)


def _only(pattern: re.Pattern[str], text: str) -> str:
    (found,) = pattern.findall(text)
    return str(found)


def _news(changelog: str) -> str:
    return changelog.partition(UNRELEASED)[2].partition("\n## ")[0]
