"""Makes a release in dist/ without uploading: version, changelog, wheel, sdist, SBOM, licences, checksums."""

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from pages.licences import licences_page
from pages.writing import ROOT, as_json
from releasing.numbering import number
from releasing.parts import parts_list
from releasing.sums import sums

DIST = ROOT / "dist"
DONE = """\
release {version}: {count} files in dist/, nothing was uploaded. Look at git diff, then:
  git commit --all --message "Release {version}" && git tag --annotate v{version} --message "Release {version}"
Then write the next version into pyproject.toml, such as 0.3.0.dev0, so that no later build is taken for this one.
"""


def main() -> None:
    if len(sys.argv) != 2:
        raise SystemExit("release: say the version, such as: make release VERSION=0.2.0")
    version, day = sys.argv[1], datetime.now(UTC).date()
    _refuse_changes()
    _refuse_leftovers()
    number(ROOT, version, day)
    wheel, sdist = _built(version)
    _run("twine", "check", "--strict", str(wheel), str(sdist))
    (DIST / f"taisai-{version}.cdx.json").write_text(as_json(parts_list(wheel, version, str(day))), encoding="utf-8")
    (DIST / f"taisai-{version}-licences.md").write_text(licences_page(), encoding="utf-8")
    files = list(DIST.glob(f"taisai-{version}*"))
    (DIST / "SHA256SUMS").write_text(sums(files), encoding="utf-8")
    sys.stdout.write(DONE.format(version=version, count=len(files) + 1))


def _refuse_changes() -> None:
    words = ["git", "status", "--porcelain", "--untracked-files=no"]
    told = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    if told.returncode or told.stdout:
        raise SystemExit(f"release: commit or undo these changes first:\n{told.stdout or told.stderr}")


def _refuse_leftovers() -> None:
    if DIST.exists() and any(DIST.iterdir()):
        raise SystemExit("release: dist/ holds an earlier release; move it away first")


def _built(version: str) -> tuple[Path, Path]:
    """Build with the pinned build tool that is installed here, including the built screens."""
    _run("uv", "build", "--quiet", "--no-build-isolation", "--python", sys.executable, "--out-dir", str(DIST))
    (DIST / ".gitignore").unlink(missing_ok=True)
    return DIST / f"taisai-{version}-py3-none-any.whl", DIST / f"taisai-{version}.tar.gz"


def _run(program: str, *words: str) -> None:
    place = Path(sys.executable).parent / program
    environment = os.environ | {"TAISAI_SCREENS": "as-built"}
    if subprocess.run([str(place), *words], cwd=ROOT, check=False, env=environment).returncode:
        raise SystemExit(f"release: {program} failed; what it says is above")


if __name__ == "__main__":
    main()
