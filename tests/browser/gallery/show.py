"""`make gallery`: records every state of every screen, and shows them with name and link, in all languages."""

import sys
import tempfile
import webbrowser
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event

from browser.conftest import chromium
from browser.gallery.hanging import Gallery
from browser.gallery.serving import serving
from browser.gallery.states import TOURS


@contextmanager
def hanging():
    """An empty gallery in a browser of its own."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        running, address = stack.enter_context(chromium()), stack.enter_context(serving())
        gallery = stack.enter_context(Gallery(running, address))
        yield stack.enter_context(gallery.visited(Path(folder)))


def record(records):
    """What hindered a state is told, and it is left out."""
    for tour in TOURS:
        with hanging() as gallery:
            for house, state in tour(gallery):
                for fault in gallery.record(house, state, records):
                    sys.stderr.write(f"gallery: {state.name}: {fault}\n")
        shown = len(list(records.glob("*.json")))
        sys.stdout.write(f"gallery: {shown} states after {tour.__name__}\n")
        sys.stdout.flush()


def main():
    with tempfile.TemporaryDirectory() as folder:
        records = Path(folder)
        record(records)
        with serving(records) as address:
            sys.stdout.write(f"gallery: {address}/gallery/ shows them until Ctrl-C\n")
            sys.stdout.flush()
            webbrowser.open(f"{address}/gallery/")
            try:
                Event().wait()
            except KeyboardInterrupt:
                return


if __name__ == "__main__":
    main()
