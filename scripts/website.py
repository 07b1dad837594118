"""Builds the documentation site into site/: this checkout as `dev`, and every tagged version."""

import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
SITE = ROOT / "site"
DEV = "dev"
PARTS = ("docs", "pyproject.toml")
FIRST = """\
<!doctype html><meta charset="utf-8"><title>taisai</title>
<meta http-equiv="refresh" content="0; url={0}/index.html">
"""


def main(root: Path = ROOT, site: Path = SITE) -> None:
    tags = _tags(root)
    versions = [DEV, *(tag.removeprefix("v") for tag in tags)]
    shutil.rmtree(site, ignore_errors=True)
    for tag in tags:
        with TemporaryDirectory() as folder:
            _take_out(root, tag, Path(folder))
            _build(Path(folder), site / tag.removeprefix("v"), versions)
    _build(root, site / DEV, versions)
    newest = versions[1] if tags else DEV
    (site / "index.html").write_text(FIRST.format(newest), encoding="utf-8")
    sys.stdout.write(f"site: {site / 'index.html'}, with {', '.join(versions)}\n")


def _tags(root: Path) -> list[str]:
    """Return the releases that have a site, the newest first."""
    told = _git(root, "tag", "--list", "v*").decode().split()
    found = [tag for tag in told if re.fullmatch(r"v\d+\.\d+\.\d+", tag)]
    with_site = (tag for tag in found if _git(root, "ls-tree", "--name-only", tag, "docs/conf.py"))
    return sorted(with_site, key=lambda tag: [int(part) for part in tag[1:].split(".")], reverse=True)


def _git(root: Path, *words: str) -> bytes:
    """Return the output of git; empty if there is no history, as in a source archive."""
    return subprocess.run(["git", "-C", str(root), *words], capture_output=True, check=False).stdout


def _take_out(root: Path, tag: str, folder: Path) -> None:
    archive = _git(root, "archive", tag, *PARTS)
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(folder, filter="data")


def _build(root: Path, out: Path, versions: list[str]) -> None:
    """Build with warnings as errors: an orphan page, a missing heading."""
    words = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going", "--builder", "html"]
    plain = {"LC_ALL": "C", "PYTHONUTF8": "1"}  # Sphinx ends where the machine lacks the locale that is asked for
    told = os.environ | plain | {"TAISAI_VERSIONS": json.dumps(versions), "TAISAI_VERSION": out.name}
    with TemporaryDirectory() as doctrees:
        command = [*words, "--doctree-dir", doctrees, str(root / "docs"), str(out)]
        if subprocess.run(command, check=False, env=told).returncode:
            raise SystemExit(f"site: the pages of {out.name} have mistakes, named above")


if __name__ == "__main__":
    main()
