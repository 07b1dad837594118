"""No page has an indented block that nobody runs: who adds one adds a test, and then the number here."""

import re
import subprocess

from guides.shown import guide
from test_docs import README, ROOT, blocks, lines

INDENTED = {
    "README.md": 1,
    "docs/concepts/house.md": 1,  # a drawing
    "docs/guides/alerts.md": 9,
    "docs/guides/cluster.md": 7,
    "docs/guides/floor.md": 6,
    "docs/guides/lab.md": 5,
    "docs/guides/privacy.md": 2,
    "docs/guides/witnesses.md": 7,
    "docs/reference/throws.md": 4,  # formulas, which the vectors of the page prove
}


def indented_in(text: str) -> int:
    return len(re.findall(r"(?<=\n\n)(?: {4}.*\n)+", re.sub(r"(?ms)^```.*?^```$", "", text)))


def test_every_indented_block_is_known():
    pages = [ROOT / "README.md", ROOT / "SECURITY.md", *(ROOT / "docs").rglob("*.md")]
    found = {str(page.relative_to(ROOT)): indented_in(page.read_text(encoding="utf-8")) for page in pages}
    assert {page: number for page, number in found.items() if number} == INDENTED


def test_the_first_command_of_the_readme_opens_a_house_as_the_guide_does():
    """Which is run for the guide; to set up is what was done before this suite could run."""
    target = re.findall(r"(?m)^    make (\w+)", README)[0]
    command = ["make", "--dry-run", "--no-print-directory", target]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    shown = lines(blocks(guide("house"), "console")[0])[0]
    assert told.splitlines()[-1] == shown.replace("$ ", ".venv/bin/").replace("./house", ".house")
