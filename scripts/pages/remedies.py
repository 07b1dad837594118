"""The page of remedies: what can be done about each irregularity at each moment of a round, by rulebook."""

from pages.writing import headed

from taisai.books.files import book_ids
from taisai.books.load import rulebook
from taisai.books.remedies import moments
from taisai.rules.rulebook import Outcome, Rulebook
from taisai.rules.vocabulary import Does
from taisai.table.remedies import KINDS, Kind, left_of

INTRODUCTION = [
    "Each cell says what comes of an order (first column) about an irregularity (second) at a moment of the round; the",
    "list under each table says what each outcome means. In italics: refused. **Two**: a second person must agree.",
    "An irregularity that a table does not name is not provided for: open a dispute. Tables that people deal,",
    "with chips or with credits, and electronic tables have a table each. A closed table with chips has no float:",
    "there, an order that would pay somebody is refused, whole, until the table opens; what players owe is recorded.\n",
]
NAMES: dict[Kind, str] = {
    "chips": "dealt by hand, with chips",
    "credits": "dealt by hand, with credits",
    "electronic": "electronic",
}
STAKES = {"": "", "stay": "collected stakes stay collected", "go-back": "collected stakes go back"}
AWARDS = {"": "", "stay": "paid awards stay paid", "taken-back": "paid awards are taken back"}


def remedies_page() -> str:
    lines = [*INTRODUCTION]
    for name in book_ids():
        book = rulebook(name)
        columns = list(moments(book.play))
        meanings: dict[str, str] = {}
        lines.append(f"## {name}\n")
        for kind in KINDS:
            lines += [
                f"### {name}, {NAMES[kind]}\n",
                f"| order | irregularity | {' | '.join(columns)} |",
                "|---|---|" + "---|" * len(columns),
            ]
            for row in book.remedies.remedy:
                outcomes = [left_of(kind, row.order, moment, book.outcome(row, moment)) for moment in columns]
                lines.append(f"| {row.order} | {', '.join(row.troubles)} | {' | '.join(map(_cell, outcomes))} |")
                meanings |= {one.name: _meaning(book, one) for one in outcomes}
            lines.append("")
        lines += [*(f"- **{one}**: {meaning}" for one, meaning in sorted(meanings.items())), ""]
    return headed("Remedies, moment by moment", lines, source="remedies.toml of the rulebooks")


def _cell(outcome: Outcome) -> str:
    named = f"*{outcome.name}*" if outcome.does is Does.REFUSE else outcome.name
    return f"**two** {named}" if outcome.two else named


def _meaning(book: Rulebook, outcome: Outcome) -> str:
    if outcome.does is Does.REFUSE:
        return f"refused: {outcome.why}."
    permission = book.permission(outcome.act) if outcome.act else None
    by = f"by {', '.join(permission.by)}" if permission else ""
    two = "with a second person" if outcome.two else ""
    return "; ".join(filter(None, (outcome.does.value, by, two, STAKES[outcome.stakes], AWARDS[outcome.awards]))) + "."
