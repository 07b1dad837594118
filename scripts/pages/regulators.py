"""The page for regulators: every requirement, whether and how it is met, and the tests that prove it."""

import json
import re
from typing import Final

from pages.writing import ROOT, headed, table

from taisai.books.files import book_ids
from taisai.books.load import rulebook
from taisai.books.proofs import proofs

ANSWERS: Final = ROOT / "docs" / "decisions" / "0009-requirements.md"
TESTS: Final = ROOT / "scripts" / "pages" / "requirements.json"
ROW: Final = re.compile(r"^\| (\d+) \| ([^|]+) \| (met|partly|not met) \| ([^|]+) \|$", re.MULTILINE)
INTRO = """\
This page lists what an examiner needs first, and where to look. We gathered the requirements from public technical
rules for electronic table games and casino systems; their numbers are our own. The page says of each requirement
whether it is met. This is **no certificate**: no laboratory has tested this software.

## How to examine it

1. **The rules.** The software holds four published documents as data, clause by clause. [Every clause](clauses.md)
   names the tests that prove it; a clause that only people can follow is marked *procedural*, with the reason.
   `make clauses` breaks each clause on purpose and shows that its tests notice.
2. **The figures.** [Every edge and variance](figures.md) of the nine pay tables is an exact fraction;
   [the mathematics](mathematics.md) derives the formulas. `taisai par rws-6/2 --pdf par.pdf` prints a PAR sheet.
3. **A round.** [Check a round](tutorials/check-a-round.md) with a one-file program that imports none of our code.
4. **Randomness.** `taisai dice FILE --laboratory` runs a laboratory's tests on recorded throws at 99 %;
   [how a throw is made](reference/throws.md) is written so that others can implement it.
5. **Rights.** [The matrix](reference/rights.md) of roles and acts is generated from the table that the program
   enforces.
6. **Irregularities.** [Remedies, moment by moment](remedies.md): what may be corrected, when, by whom, and with which
   second person.
7. **Security.** [Who could do what, and what stops it](security.md), attack by attack, with the tests.
8. **Personal data.** [What a house knows about people](guides/privacy.md), how long it keeps it, and how to erase it.

"""
PROVEN = """\
## Requirement by requirement

"Met" means that code does it. The last column names where it is tested.

"""


def regulators_page() -> str:
    answers = ROW.findall(ANSWERS.read_text(encoding="utf-8"))
    tests: dict[str, list[str]] = json.loads(TESTS.read_text(encoding="utf-8"))
    rows = [(number, what, state, _from_here(how), _named(tests[number])) for number, what, state, how in answers]
    heads = ("", "requirement, in short", "", "how, and where", "proven by")
    return headed(
        "For regulators", [INTRO, *_books(), PROVEN, *table(heads, rows)],
        source="docs/decisions/0009-requirements.md or scripts/pages/requirements.json",
    )  # fmt: skip


def _books() -> list[str]:
    rows = []
    for book in book_ids():
        states = [proof.status for proof in proofs(book)]
        counts = (str(states.count(state)) for state in ("proven", "procedural", "open"))
        rows.append((f"`{book}`", rulebook(book).rulebook.title, *counts))
    return ["## Clauses of the rule documents\n", *table(("", "document", "proven", "procedural", "open"), rows)]


def _from_here(how: str) -> str:
    """Make the links of a decision relative to the folder above."""
    return re.sub(r"\]\((?=\d)", "](decisions/", how)


def _named(files: list[str]) -> str:
    return ", ".join(f"`{file}`" for file in files)
