"""Which tests prove which clause, and which deliberate faults they catch, as last recorded."""

from typing import Final, Literal

import msgspec

from taisai.books.files import SHIPPED
from taisai.books.load import clauses, rulebook
from taisai.rules.rulebook import Clause

PROOFS: Final = SHIPPED / "proofs.json"
MUTANTS: Final = SHIPPED / "mutants.json"


class Mutant(msgspec.Struct, frozen=True):
    """A change of rulebook or program that breaks a clause, in words, and the test that catches it."""

    breaks: str
    caught_by: str


class Proof(msgspec.Struct, frozen=True):
    id: str
    clause: Clause
    tests: tuple[str, ...]
    mutant: Mutant | None

    @property
    def status(self) -> Literal["proven", "open", "procedural"]:
        if self.clause.kind == "procedural":
            return "procedural"
        return "proven" if self.tests else "open"


def proofs(ref: str) -> tuple[Proof, ...]:
    """Return every clause of a rulebook with its tests and its mutant, in the document's order."""
    tests = msgspec.json.decode(PROOFS.read_bytes(), type=dict[str, tuple[str, ...]])
    mutants = msgspec.json.decode(MUTANTS.read_bytes(), type=dict[str, Mutant])
    book_id = rulebook(ref).id
    named = ((number, f"{book_id}:{number}", clause) for number, clause in clauses(ref).items())
    return tuple(Proof(number, clause, tests.get(name, ()), mutants.get(name)) for number, name, clause in named)
