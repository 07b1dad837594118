"""Which tests prove which clause, as the suite last wrote it down."""

from typing import Final, Literal

import msgspec

from taisai.books.files import SHIPPED
from taisai.books.load import clauses, rulebook
from taisai.rules.rulebook import Clause

PROOFS: Final = SHIPPED / "proofs.json"


class Proof(msgspec.Struct, frozen=True):
    id: str
    clause: Clause
    tests: tuple[str, ...]

    @property
    def status(self) -> Literal["proven", "open", "procedural"]:
        if self.clause.kind == "procedural":
            return "procedural"
        return "proven" if self.tests else "open"


def proofs(ref: str) -> tuple[Proof, ...]:
    """Every clause of a rulebook with its tests, in the document's order."""
    tests = msgspec.json.decode(PROOFS.read_bytes(), type=dict[str, tuple[str, ...]])
    book_id = rulebook(ref).id
    return tuple(Proof(number, clause, tests.get(f"{book_id}:{number}", ())) for number, clause in clauses(ref).items())
