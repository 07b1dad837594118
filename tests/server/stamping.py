"""An authority for time stamps: OpenSSL's own, behind a small HTTP server."""

import subprocess
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

CONFIG = """
[req]
distinguished_name = name
[name]
[ca]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign
[tsa]
basicConstraints = CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
[authority]
default_tsa = it
[it]
serial = {folder}/serial
signer_cert = {folder}/tsa.pem
signer_key = {folder}/tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha384, sha512
ess_cert_id_alg = sha256
"""


def run(*arguments):
    subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True)


class Authority:
    """`lies` is what it answers instead, where that is set."""

    def __init__(self, folder):
        folder.mkdir()
        self.folder, self.roots, self.lies, self.asked = folder, folder / "ca.pem", b"", []
        (folder / "config").write_text(CONFIG.format(folder=folder))
        (folder / "serial").write_text("01\n")
        self._certify("ca", "root")
        self._certify("tsa", "authority", "-CA", folder / "ca.pem", "-CAkey", folder / "ca.key")

    def _certify(self, name, called, *by):
        run("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-subj", f"/CN=test {called}",
            "-config", self.folder / "config", "-extensions", name, "-keyout", self.folder / f"{name}.key",
            "-out", self.folder / f"{name}.pem", *by)  # fmt: skip

    def answer(self, query):
        self.asked.append(query)
        (self.folder / "query").write_bytes(query)
        run("ts", "-reply", "-config", self.folder / "config", "-section", "it", "-queryfile", self.folder / "query",
            "-out", self.folder / "reply")  # fmt: skip
        return self.lies or (self.folder / "reply").read_bytes()

    def takes(self, checkpoint, reply):
        """By OpenSSL's own judgement."""
        (self.folder / "data").write_bytes(checkpoint)
        (self.folder / "kept").write_bytes(reply)
        run("ts", "-verify", "-data", self.folder / "data", "-in", self.folder / "kept", "-CAfile", self.roots)


@contextmanager
def stamping(authority):
    """Its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            reply = authority.answer(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.send_header("Content-Type", "application/timestamp-reply")
            self.end_headers()
            self.wfile.write(reply)

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
