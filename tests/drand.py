"""A beacon of our own that speaks drand's format over HTTP, and what drand published."""

import json
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from py_arkworks_bls12381 import G1Point, G2Point, Scalar

from taisai.signing.beacon import DOMAIN, SCHEME
from taisai.table.beacons import Beacon, chain_of

QUICKNET = Beacon(
    "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
    3,
    1692803367,
    "f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e",
    "quicknet",
)
PUBLISHED = {  # rounds of quicknet: signature, and randomness where drand's own answer was at hand
    1_000: (
        "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
        "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd",
    ),
    657_413: (
        "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",
        "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587",
    ),
    12_040_883: (
        "929906c959032ab363c9f26570d215d66f5c06cb0c44fe508c12bb5839f04ec895bb6868e5b9ff13ab289bdb5266b394",
        "",
    ),
    32_281_667: (
        "b0f5ae301358ff87a9d3dd539ed4a07c0148b1ab4f7b61a8ca43c7e9ca7ca9553e4faae9188deb30b2cd1a7f447e3e5b",
        "4fd2fc55983dbfa3f446d8a0bd56f16cc8c5e76afd1ec154b60d477cbabed13b",
    ),
}
GROUP, SECRET = "ab" * 32, 20_261_116


class OwnBeacon:
    """Its rounds are as old as 1970, a second each, so that one is published soon."""

    def __init__(self, secret=SECRET, period_s=1, genesis_s=0, name="default"):
        self.secret = Scalar(secret)
        key = (G2Point() * self.secret).to_compressed_bytes().hex()
        self.beacon = Beacon("", key, period_s, genesis_s, GROUP, name)
        self.beacon = Beacon(chain_of(self.beacon), key, period_s, genesis_s, GROUP, name)

    def signature(self, number):
        told = G1Point.hash_to_curve(sha256(number.to_bytes(8, "big")).digest(), DOMAIN)
        return (told * self.secret).to_compressed_bytes().hex()

    def info(self):
        one = self.beacon
        return {
            "public_key": one.public_key, "period": one.period_s, "genesis_time": one.genesis_s, "hash": one.chain,
            "groupHash": one.group, "schemeID": SCHEME, "metadata": {"beaconID": one.name},
        }  # fmt: skip

    def told(self, number):
        signature = self.signature(number)
        randomness = sha256(bytes.fromhex(signature)).hexdigest()
        return {"round": number, "randomness": randomness, "signature": signature}


class Relay:
    """A relay: `answer` may be replaced by one that lies, is silent or breaks; `asked` are the paths."""

    def __init__(self, own):
        self.own, self.asked, self.answer = own, [], self.honest

    def honest(self, path):
        chain, _, rest = path.strip("/").partition("/")
        if chain != self.own.beacon.chain:
            return None
        return self.own.info() if rest == "info" else self.own.told(int(rest.removeprefix("public/")))

    def away(self, path):
        return None


@contextmanager
def relayed(own=None):
    relay = Relay(own or OwnBeacon())

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            relay.asked.append(self.path)
            found = relay.answer(self.path)
            content = found if isinstance(found, bytes) else json.dumps(found).encode()
            self.send_response(404 if found is None else 200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    relay.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield relay
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
