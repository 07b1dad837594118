"""Files for the gallery, and nothing else: the built screens, its own scripts and the records. It knows no house."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

OWN = Path(__file__).parent
ROOT = Path(__file__).parents[3]
BUILT = ROOT / "src/taisai/web"
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
TYPES = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".json": "application/json", ".svg": "image/svg+xml", ".woff2": "font/woff2",
}  # fmt: skip
STAGE = '<script src="/gallery/stage.js"></script>'


def screen(file):
    """A page of the house, in the world of the gallery."""
    return (BUILT / file).read_text(encoding="utf-8").replace("<head>", f"<head>{STAGE}", 1).encode()


class Files(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    records = Path("nowhere")

    def do_GET(self):
        path = unquote(urlsplit(self.path).path)
        try:
            kind, content = self._found(path)
        except OSError:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(content)))
        lasts = path.startswith("/assets/") or path in ("/gallery/axe.js", "/gallery/measures.js")
        self.send_header("cache-control", "public, max-age=31536000, immutable" if lasts else "no-store")
        self.end_headers()
        self.wfile.write(content)

    def _found(self, path):
        folders = {"/assets/": BUILT / "assets", "/gallery/records/": self.records, "/gallery/": OWN}
        for start, folder in folders.items():
            if path.startswith(start):
                file = (
                    AXE if path == "/gallery/axe.js" else folder / (Path(path).name if path != start else "page.html")
                )
                if path == "/gallery/records/names.json":
                    return TYPES[".json"], json.dumps(sorted(one.stem for one in folder.glob("*.json"))).encode()
                if path == "/gallery/measures.js":
                    return TYPES[".js"], b"(() => {" + (OWN.parent / "measures.js").read_bytes() + b"})()"
                return TYPES.get(file.suffix, "application/octet-stream"), file.read_bytes()
        return TYPES[".html"], screen("verify.html" if path == "/verify" else "index.html")

    def log_message(self, *_):
        """Nobody reads it."""


@contextmanager
def serving(records=Path("nowhere"), port=0):
    """The address of the gallery, until the block ends."""
    handler = type("Files", (Files,), {"records": records})
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
