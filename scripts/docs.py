"""Writes the generated pages and the list of tests that prove each clause; --check only compares."""

import sys

from pages import (
    architecture,
    command,
    house,
    http,
    library,
    licences,
    notebook,
    regulators,
    remedies,
    rights,
    rulebooks,
    socket,
)
from pages.writing import ROOT

from taisai.books.proofs import MUTANTS, PROOFS

DOCS = ROOT / "docs"
REFERENCE = DOCS / "reference"
PAGES = {
    PROOFS: rulebooks.collected_proofs,
    MUTANTS: rulebooks.collected_mutants,
    DOCS / "clauses.md": rulebooks.clauses_page,
    DOCS / "figures.md": rulebooks.figures_page,
    DOCS / "remedies.md": remedies.remedies_page,
    DOCS / "regulators.md": regulators.regulators_page,
    DOCS / "pictures" / "layers.svg": architecture.layers_picture,
    DOCS / "pictures" / "wager.svg": architecture.wager_picture,
    DOCS / "guides" / "notebook.md": notebook.notebook_page,
    REFERENCE / "command.md": command.command_page,
    REFERENCE / "library.md": library.library_page,
    REFERENCE / "socket.md": socket.socket_page,
    REFERENCE / "asyncapi.json": socket.asyncapi_file,
    REFERENCE / "messages.schema.json": socket.schema_file,
    ROOT / "web" / "src" / "wire.ts": socket.typescript_file,
    REFERENCE / "http.md": http.http_page,
    REFERENCE / "openapi.json": http.openapi_file,
    REFERENCE / "rights.md": rights.rights_page,
    REFERENCE / "events.md": house.events_page,
    REFERENCE / "settings.md": house.settings_page,
    REFERENCE / "licences.md": licences.licences_page,
}


def main() -> None:
    check = "--check" in sys.argv
    stale = []
    for path, make in PAGES.items():
        text = make()
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(str(path.relative_to(ROOT)))
            if not check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
    said = "are out of date; run make docs" if check else "written"
    sys.stdout.write(f"{', '.join(stale)} {said}\n" if stale else "all generated pages are up to date\n")
    sys.exit(1 if check and stale else 0)


if __name__ == "__main__":
    main()
