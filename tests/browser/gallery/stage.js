/* The world of a screen in the gallery, before its own script runs: answers, sockets and time come from a record. */
(() => {
  const { at_ms, ask, storage, inside } = parent.gallery.told;
  localStorage.clear();
  for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value);
  if (inside) document.head.append(Object.assign(document.createElement("script"), { type: "text/plain", id: "receipts", textContent: inside }));

  /* Time stands still, until an act lets it pass; what waits for it meanwhile is then due. */
  const real = { fetch: fetch.bind(window), setTimeout: setTimeout.bind(window), clearTimeout: clearTimeout.bind(window), Date };
  const timers = new Map();
  let [ahead_ms, next, lost, held] = [0, 1, false, false];
  const now = () => at_ms + ahead_ms;
  window.Date = class extends real.Date {
    constructor(...given) {
      super(...(given.length ? given : [now()]));
    }
    static now = now;
  };
  const due = (id) => {
    const timer = timers.get(id);
    if (!timer) return;
    if (timer.every) arm(id, timer.every);
    else timers.delete(id);
    timer.then();
  };
  const arm = (id, ms) => {
    const timer = timers.get(id);
    timer.at = performance.now() + ms;
    real.clearTimeout(timer.handle);
    timer.handle = real.setTimeout(due, ms, id);
  };
  const begin = (then, ms, every, given) => {
    timers.set(next, { then: () => then(...given), every: every ? Math.max(ms, 1) : 0 });
    arm(next, ms);
    return next++;
  };
  window.setTimeout = (then, ms = 0, ...given) => begin(then, ms, false, given);
  window.setInterval = (then, ms = 0, ...given) => begin(then, ms, true, given);
  window.clearTimeout = window.clearInterval = (id) => {
    real.clearTimeout(timers.get(id)?.handle);
    timers.delete(id);
  };
  const later = (ms) => {
    ahead_ms += ms;
    for (const [id, { at }] of [...timers].sort(([, one], [, other]) => one.at - other.at)) {
      if (at - ms <= performance.now()) due(id);
      else if (timers.has(id)) arm(id, at - ms - performance.now());
    }
  };

  /* Requests that are under way, so that a page that is still loading is not judged. */
  let open = 0;
  const asked = async (what, given) => {
    open += 1;
    try {
      return await ask(what, given);
    } finally {
      real.setTimeout(() => (open -= 1));
    }
  };
  window.fetch = async (path, { method = "GET", headers = {}, body = "" } = {}) => {
    const url = new URL(path, location.href);
    if (!url.pathname.startsWith("/api/")) return real.fetch(path);
    if (lost) throw new TypeError("the network is gone");
    const { status, type, text, told } = await asked(`${method} ${url.pathname}${url.search}`, { headers, body });
    tell(told);
    return new Response(text || null, { status, headers: { "content-type": type } });
  };

  const wires = [];
  const tell = (told) => told.forEach(([wire, message]) => wires[wire].hear(message));
  window.WebSocket = class {
    readyState = 0;
    onopen = null;
    onmessage = null;
    onclose = null;
    constructor() {
      this.place = wires.push(this) - 1;
      real.setTimeout(() => (lost ? this.close() : ((this.readyState = 1), this.onopen?.())));
    }
    async send(text) {
      const said = JSON.parse(text);
      if (held) return;
      if (said.is === "ping") this.hear({ is: "pong", n: 0, at: now(), sent: said.at });
      else for (const message of await asked(`say ${said.is} on ${this.place}`, text)) this.hear(message, said.id);
    }
    /** An answer is to the order that was just given, whatever the id of the recorded one. */
    hear(message, id = "") {
      const told = id && "id" in message ? { ...message, id } : message;
      if (this.readyState === 1) this.onmessage?.({ data: JSON.stringify(told) });
    }
    close() {
      this.readyState = 3;
      this.onclose?.();
    }
  };

  window.stage = {
    later,
    open: () => open,
    /** Something happens in the house, which every joined socket hears. */
    async meanwhile(place) {
      tell(await asked(`meanwhile ${place}`, ""));
    },
    /** What happened since. */
    async news() {
      tell(await asked("news", ""));
    },
    /** What is sent from now on stays without an answer. */
    hold: () => (held = true),
    lose() {
      lost = true;
      for (const wire of [...wires]) if (wire.readyState === 1) wire.close();
    },
  };
})();
