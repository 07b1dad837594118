"""A page at another port of the house's host: to a browser it is of the same site, so it comes with our cookies."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect
from server.making import HAND, WORD, until

WAYS = """() => {
  const posted = (more) => async (url, method, body) => {
    const options = { method, credentials: "include", ...more, ...(method === "GET" ? {} : { body }) };
    return fetch(url, options).then((answer) => answer.type === "opaque" ? "sent" : "read", () => "kept off");
  };
  const json = { headers: { "content-type": "application/json" } };
  const form = (enctype) => (url, method, body) => new Promise((done) => {
    const [frame, made, field] = ["iframe", "form", "input"].map((tag) => document.createElement(tag));
    frame.name = `frame ${Math.random()}`;
    document.body.append(frame, made);
    Object.assign(made, { method: "POST", action: url, enctype, target: frame.name });
    [field.name, field.value] = [`${body.slice(0, -1)},"x":"`, '"}']; // as text/plain it reads as JSON
    made.append(field);
    frame.onload = () => done("sent");
    made.submit();
  });
  const beacon = (type) => async (url, _, body) => navigator.sendBeacon(url, new Blob([body], { type })) && "sent";
  const image = (url) => new Promise((done) => {
    Object.assign(new Image(), { onload: () => done("read"), onerror: () => done("sent"), src: url });
  });
  return {
    "a form": form("application/x-www-form-urlencoded"),
    "a form of plain text": form("text/plain"),
    "a form of parts": form("multipart/form-data"),
    "a simple fetch": posted({}),
    "a simple fetch without CORS": posted({ mode: "no-cors" }),
    "JSON without CORS": posted({ mode: "no-cors", ...json }),
    "JSON after a preflight": posted(json),
    "JSON that outlives the page": posted({ keepalive: true, ...json }),
    "a header of ours": posted({ headers: { "x-taisai-caller": "shi.manager" } }),
    "a beacon": beacon("text/plain"),
    "a beacon of JSON": beacon("application/json"),
    "an image": image,
  };
}"""
"""Each gives an order as the browser lets it; whether the page reads an answer is told, too."""
SIMPLE = ("form", "simple", "beacon", "without CORS")


@contextmanager
def at_another_port():
    """A web server beside the house, and the cookies that it was sent."""
    cookies = []

    class Page(BaseHTTPRequestHandler):
        def do_GET(self):
            cookies.append(self.headers.get("Cookie", ""))
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>Free chips</title>")

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", cookies
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def lured(screens):
    """The shift manager looks at the pit, and then at the other page."""
    house = screens.house(HAND)
    who = house.sign_in("shi.manager")
    ours = screens.page(house, "/pit", who, still=True)
    expect(ours.get_by_role("heading", name="By hand")).to_be_visible()
    with at_another_port() as (address, cookies):
        theirs = ours.context.new_page()
        theirs.goto(address)
        assert who.cookies["taisai_session"] in cookies[0], "it is of the same site"
        yield house, who, ours, theirs


def orders(house):
    """What could be given in the manager's name, or change who they are."""
    return [
        (f"{house.address}{path}", method, json.dumps(body))
        for method, path, body in (
            ("POST", "/api/tables/H/orders", {"id": "1", "command": {"do": "open-table"}, "round": 0}),
            ("POST", "/api/staff/gus.supervisor/unlock", {"a": 1}),
            ("POST", "/api/sign-in", {"name": "dee.dealer", "password": WORD}),
            ("POST", "/api/sign-out", {"a": 1}),
            ("DELETE", "/api/devices/console-1", {"a": 1}),
        )
    ]  # fmt: skip


def refusals(house, code):
    """How many the house has counted."""
    return house.server.house.metrics._refusals.labels(code)._value.get()


def still_the_same(house, who, before):
    assert house.call(house.server.heads) == before
    assert house.run(house.server.get("/api/me", who)).json["name"] == "shi.manager"


def test_a_page_at_another_port_gives_no_order_in_any_way(lured):
    house, who, ours, theirs = lured
    before = house.call(house.server.heads)
    ways = theirs.evaluate(f"() => Object.keys(({WAYS})())")
    sent = 0
    for way in ways:
        for order in orders(house):
            got = theirs.evaluate(f"([way, order]) => ({WAYS})()[way](...order)", [way, list(order)])
            assert got in ("sent", "kept off"), (way, order, "it read an answer")
            sent += any(word in way for word in SIMPLE) and order[1] == "POST" and "of JSON" not in way
    house.run(_counted(house, sent))
    still_the_same(house, who, before)
    assert ours.context.cookies(house.address)[0]["value"] == who.cookies["taisai_session"], "and keeps the cookie"


async def _counted(house, sent):
    """What went out without a preflight came, and was refused: a test that is kept off would show nothing."""
    await until(lambda: refusals(house, "origin-unfit") >= sent)


def test_nor_by_taking_the_whole_window_along(lured):
    house, who, _, theirs = lured
    before, home = house.call(house.server.heads), theirs.url
    for url, method, body in orders(house):
        for enctype in ("text/plain", "application/x-www-form-urlencoded"):
            with theirs.expect_navigation():
                theirs.evaluate(
                    """([action, enctype, body]) => {
                      const made = document.createElement("form"), field = document.createElement("input");
                      Object.assign(made, { method: "POST", action, enctype });
                      [field.name, field.value] = [`${body.slice(0, -1)},"x":"`, '"}'];
                      made.append(field);
                      document.body.append(made);
                      made.submit();
                    }""",
                    [url, enctype, body],
                )
            assert theirs.url == url
            assert ("origin-unfit" if method == "POST" else "route-unknown") in theirs.content()
            theirs.goto(home)
        theirs.goto(url)  # a link: what changes something is never a GET
        assert "route-unknown" in theirs.content()
        theirs.goto(home)
    still_the_same(house, who, before)


def test_nor_over_a_socket_nor_in_a_frame(lured):
    house, who, _, theirs = lured
    before = house.call(house.server.heads)
    opened = """(url) => new Promise((done) => {
      const socket = new WebSocket(url);
      [socket.onopen, socket.onerror] = [() => done(true), () => done(false)];
    })"""
    assert not theirs.evaluate(opened, f"{house.address.replace('http', 'ws')}/socket")
    framed = """(url) => new Promise((done) => {
      const frame = document.createElement("iframe");
      [frame.onload, frame.src] = [() => done(frame.contentDocument === null), url];
      document.body.append(frame);
    })"""
    assert theirs.evaluate(framed, f"{house.address}/pit"), "a page that is not drawn cannot be clicked on"
    assert "By hand" not in "".join(frame.content() for frame in theirs.frames[1:])
    still_the_same(house, who, before)


def test_a_page_of_ours_gives_them(lured, screens):
    """Else the tests above would show nothing."""
    house, who, ours, _ = lured
    screens.may_fail("4..")  # for other reasons
    before = house.call(house.server.heads)
    for order in orders(house):
        if "sign-" not in order[0]:
            assert ours.evaluate(f"(order) => ({WAYS})()['JSON after a preflight'](...order)", list(order)) == "read"
    assert (refusals(house, "origin-unfit"), refusals(house, "message-invalid")) == (0, 0)
    (_, _, _, sign_out, _) = orders(house)
    ours.evaluate(f"(order) => ({WAYS})()['JSON after a preflight'](...order)", list(sign_out))
    assert house.call(house.server.heads) != before
    assert house.run(house.server.get("/api/me", who)).json["name"] == ""
