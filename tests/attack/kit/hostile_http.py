"""Requests that are not as HTTP wants them, or ask for what is not there."""

HOST = "Host: 127.0.0.1\r\n"
PATHS = (
    "/../../../etc/passwd", "/..%2f..%2fkeys/voucher.key", "/%2e%2e/%2e%2e/keys", "/assets/../../journal.sqlite",
    "/assets/%2e%2e%2fapi", "//api/tables", "/api//tables", "/api/tables/", "/api/tables/%00", "/api/tables/H%2fview",
    "/api/tables/H;x=1", "/api/tables/%ff%fe", "/api/tables/\\..\\..", "/api/tables/" + "x" * 5_000,
    "/api/tables/H/view?" + "a=1&" * 2_000, "/api/tables/H/proof?round=" + "9" * 500,
    "/api/tables/H/proof?round=1&round=2", "/api/tables/H/rounds?seat=-1", "/api/events?limit=99999999999",
    "/api/events?before=1e9", "/api/reports/../../keys", "/api/reports/events?format=exe",
    "/api/lab/compare?one=../x&other=/etc", "/api/lab/tables/.%2e/1/felt", "/?%00", "/%", "/%zz", "/#x", "*",
    "http://evil.example/api/tables", "http://127.0.0.1/api/tables", "/socket", "/socket/../api/me", "", "/API/TABLES",
    "/api/tables/\u0000".replace("\0", "%u0000"), "/.git/config", "/.env", "/taisai.toml", "/api/tables/h",
    "/api/tables/house",
)  # fmt: skip
METHODS = (
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "DELETE",
    "PATCH",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "PRI",
    "get",
    "G" * 40,
    "BREW",
    "\0",
)
JSON = "Content-Type: application/json\r\n"
CHUNKED = "Transfer-Encoding: chunked\r\n"
CHUNKS = (
    "FFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n", "-1\r\n{}\r\n0\r\n\r\n", "2\r\n{}", "2\r\n{}}}}\r\n0\r\n\r\n",
    "zz\r\n{}\r\n0\r\n\r\n", "2;x=y\r\n{}\r\n0\r\n\r\n", "2\r\n{}\r\n0\r\nX: y\r\n\r\n", "0x2\r\n{}\r\n0\r\n\r\n",
    "\r\n\r\n", "0\r\n\r\nGET /api/me HTTP/1.1\r\n", "1\r\n{\r\n1\r\n}\r\n0\r\n\r\n",
    "20000\r\n" + "x" * 0x20000 + "\r\n0\r\n\r\n", "00000000000000000000000002\r\n{}\r\n0\r\n\r\n", "2\n{}\n0\n\n",
)  # fmt: skip
LENGTHS = (
    "-1",
    "+2",
    "2, 2",
    "2\r\nContent-Length: 3",
    "0x2",
    "99999999999999999999",
    "2 ",
    "",
    "two",
    "1e1",
    "2\r\n" + CHUNKED.strip(),
)
HEADERS = (
    "X: \0\r\n", "X\0: y\r\n", "no colon\r\n", ": nothing\r\n", "X : y\r\n", " folded\r\n", "X: a\r\n b\r\n",
    "X: a\nY: b\r\n", "X: \x7f\r\n", "X: é\r\n", "Host: evil.example\r\n", "Cookie: a\r\n",
    "Cookie: " + "a=b; " * 3_000 + "\r\n", "Cookie: taisai_session=\x01\r\n", "Expect: 100-continue\r\n",
    "Connection: close, Upgrade, \r\n", "Upgrade: h2c\r\n", "Upgrade: websocket\r\n", "Content-Encoding: gzip\r\n",
    "X-Forwarded-For: 127.0.0.1\r\n", "X-Taisai-Caller: %\r\n",
    "Sec-Fetch-Site: a\r\n", "Range: bytes=0-,0-,0-\r\n",
    "Accept: " + "*/*," * 2_000 + "\r\n", "If-None-Match: " + '"x",' * 500 + "\r\n", "Origin: null\r\n",
    "Content-Type: application/json; charset=utf-7\r\n",
)  # fmt: skip
BEGINNINGS = (
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"GET / HTTP/0.9\r\n\r\n",
    b"GET /\r\n", b"\r\n\r\n\r\n", b"\0" * 64, b"GET / HTTP/9.9\r\nHost: x\r\n\r\n", b"GET / HTTP/1.1 x\r\n\r\n",
    b"SSH-2.0-x\r\n", b"GET  /  HTTP/1.1\r\n\r\n", b"GET\t/\tHTTP/1.1\r\n\r\n",
)  # fmt: skip


def tricky_path(dice):
    return _request(dice.choice(METHODS[:7]), dice.choice(PATHS))


def odd_method(dice):
    return _request(dice.choice(METHODS), dice.choice(("/api/tables", "/", "/api/sign-in", "/socket")))


def bad_chunks(dice):
    return _request("POST", "/api/sign-in", JSON + CHUNKED) + dice.choice(CHUNKS).encode()


def bad_length(dice):
    return _request("POST", "/api/sign-in", JSON + f"Content-Length: {dice.choice(LENGTHS)}\r\n") + b"{}"


def odd_headers(dice):
    chosen = "".join(dice.choice(HEADERS) for _ in range(dice.randint(1, 3)))
    return _request(dice.choice(("GET", "POST")), "/api/tables", chosen)


def header_flood(dice):
    count = dice.choice((50, 500, 5_000))
    lines = "".join(f"X-{number}: {'y' * dice.choice((1, 10))}\r\n" for number in range(count))
    return _request("GET", "/api/tables", dice.choice((lines, "X: " + "y" * 100_000 + "\r\n")))


def pipelined(dice):
    some = [_request("GET", path) for path in ("/api/health", "/api/tables", "/api/me", "/nothing")]
    parts = [dice.choice(some) for _ in range(dice.randint(2, 12))]
    return b"".join(parts) + dice.choice((b"", b"garbage\r\n\r\n", parts[0][:20]))


def cut_short(dice):
    whole = _request("POST", "/api/sign-in", JSON + "Content-Length: 20\r\n") + b'{"name":"x","passwo"'
    return whole[: dice.randrange(1, len(whole))]


def something_else(dice):
    return dice.choice((*BEGINNINGS, dice.randbytes(dice.randint(1, 500))))


def bad_upgrade(dice):
    lines = {
        "Connection": dice.choice(("Upgrade", "keep-alive", "", "upgrade, upgrade")),
        "Upgrade": dice.choice(("websocket", "WebSocket", "h2c", "websocket, x", "")),
        "Sec-WebSocket-Version": dice.choice(("13", "8", "", "-1", "13, 8")),
        "Sec-WebSocket-Key": dice.choice(("dGhlIHNhbXBsZSBub25jZQ==", "short", "", "x" * 5_000, "\xff" * 24)),
        "Sec-WebSocket-Extensions": dice.choice(
            ("permessage-deflate", "x" * 3_000, "permessage-deflate; client_max_window_bits=99")
        ),
        "Sec-WebSocket-Protocol": dice.choice(("", "chat", ",,,", "a" * 2_000)),
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items() if dice.random() < 0.85)
    return _request(dice.choice(("GET", "POST")), dice.choice(("/socket", "/socket?x=1", "/socket/", "/")), head)


def _request(method, path, headers=""):
    return f"{method} {path} HTTP/1.1\r\n{HOST}{headers}\r\n".encode("utf-8", "surrogatepass")


WAYS = (
    tricky_path, odd_method, bad_chunks, bad_length, odd_headers, header_flood, pipelined, cut_short, something_else,
    bad_upgrade,
)  # fmt: skip
