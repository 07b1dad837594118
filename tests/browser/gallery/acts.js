/* What somebody does on a screen, in the order that a state names it; each waits for what it is done to. */
/** Machines are shared; only what fails waits so long. */
export const patience = { ms: 120_000 };
const PRESSED = "button, a, summary, label, [role=tab], [role=radio], [role=button]";
const GIVEN = "input, select, textarea";

export const frames = (view, count = 2) => new Promise((done) => {
  const next = (left) => (left ? view.requestAnimationFrame(() => next(left - 1)) : done());
  next(count);
});
const plain = (text) => text.replace(/\s+/g, " ").trim();

/** What is read out: without what is hidden from those who hear it. */
function words(node) {
  if (node.nodeType === 3) return node.textContent;
  if (node.nodeType !== 1 || node.ariaHidden === "true") return "";
  return node.ariaLabel ?? [...node.childNodes].map(words).join("");
}
export const nameOf = (node) => {
  const by = node.getAttribute("aria-labelledby");
  if (by) return plain(by.split(" ").map((id) => node.ownerDocument.getElementById(id)?.textContent ?? "").join(" "));
  return plain(node.ariaLabel ?? [...(node.labels ?? [])].map((one) => [...one.childNodes].filter((part) => part !== node && !part.contains?.(node) || part.nodeType === 3).map(words).join("") || words(one)).join(" ") ?? "") || plain(words(node));
};
const seen = (node) => node.checkVisibility({ visibilityProperty: true });

/** In the sheet that lies on top, else on the page. */
function named(document, kind, name) {
  const rooms = [...document.querySelectorAll("dialog[open]")].reverse();
  for (const room of [...rooms, document]) {
    const all = [...room.querySelectorAll(kind)].filter(seen);
    const found = all.find((one) => nameOf(one) === name) ?? all.find((one) => nameOf(one).startsWith(name));
    if (found) return found;
  }
  return null;
}

const has = (document, wanted) => {
  const [css, text] = wanted.split(" ~ ");
  return [...document.querySelectorAll(css)].find((one) => seen(one) && (!text || plain(one.textContent).includes(text)));
};

async function until(view, find, what) {
  const end = performance.now() + patience.ms;
  for (;;) {
    const found = find();
    if (found) return found;
    if (performance.now() > end) throw new Error(`there is no ${what}`);
    await new Promise((done) => setTimeout(done, 15));
  }
}

function click(view, node, kind = "click", more = {}) {
  const { x, y, width, height } = node.getBoundingClientRect();
  const at = { bubbles: true, cancelable: true, composed: true, clientX: x + width / 2, clientY: y + height / 2, ...more };
  if (node.focus) node.focus({ preventScroll: true });
  if (kind === "click" && node.click && !node.dataset.spot) node.click();
  else {
    node.dispatchEvent(new view.PointerEvent("pointerdown", { ...at, pointerType: "mouse" }));
    node.dispatchEvent(new view.PointerEvent("pointerup", { ...at, pointerType: "mouse" }));
    node.dispatchEvent(new view.MouseEvent(kind, at));
  }
}

function write(view, node, text) {
  const own = node.localName === "select" ? view.HTMLSelectElement : node.localName === "textarea" ? view.HTMLTextAreaElement : view.HTMLInputElement;
  const option = [...(node.options ?? [])].find((one) => one.value === text || plain(one.textContent) === text);
  Object.getOwnPropertyDescriptor(own.prototype, "value").set.call(node, option ? option.value : text);
  for (const kind of ["input", "change"]) node.dispatchEvent(new view.Event(kind, { bubbles: true }));
}

const ACTS = {
  press: async (view, name) => click(view, await until(view, () => {
    const found = named(view.document, PRESSED, name);
    return found && !found.disabled && found;
  }, `button ${name}`)),
  click: async (view, css) => click(view, await until(view, () => has(view.document, css), css)),
  nth: async (view, css, place) => click(view, await until(view, () => view.document.querySelectorAll(css)[place], css)),
  tap: async (view, spot) => click(view, await until(view, () => has(view.document, `dialog [data-spot="${spot}"]`) ?? has(view.document, `[data-spot="${spot}"]`), `spot ${spot}`)),
  take: async (view, spot) => click(view, await until(view, () => has(view.document, `[data-spot="${spot}"]`), `spot ${spot}`), "contextmenu", { button: 2 }),
  fill: async (view, label, text) => write(view, await until(view, () => named(view.document, GIVEN, label), `field ${label}`), text),
  choose: async (view, css, value) => write(view, await until(view, () => has(view.document, css), css), value),
  key: async (view, ...keys) => {
    for (const key of keys) {
      const at = view.document.activeElement ?? view.document.body;
      at.dispatchEvent(new view.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      await quiet(view);
    }
  },
  go: async (view, hash) => void (view.location.hash = hash),
  see: async (view, css) => void (await until(view, () => has(view.document, css), css)),
  later: async (view, ms) => view.stage.later(ms),
  meanwhile: async (view, place) => view.stage.meanwhile(place),
  hold: async (view) => view.stage.hold(),
  lose: async (view) => view.stage.lose(),
};

/** Nothing is being loaded, and what was loaded is drawn. */
async function quiet(view) {
  await until(view, () => !view.stage.open(), "end of its requests");
  await frames(view, 1);
}

/** Where nobody looks at what a state shows: the first is of another section than nearly all. */
const ASIDE = ["#/people/own", "#/disputes"];
const section = (hash) => hash.split("/")[1] ?? "";

/** Whether nothing is seen any more of what the next state shows, so that it can be reached from here. */
export async function left(view, { path, shows }) {
  for (const sheet of [...view.document.querySelectorAll("dialog[open]")].reverse()) sheet.close();
  const [, hash] = path.split("#");
  if (hash) await ACTS.go(view, ASIDE.find((one) => section(one) !== section(hash)));
  await frames(view, 2);
  await view.stage.news();
  await quiet(view);
  if (view.document.querySelector("dialog[open]") || has(view.document, shows)) return false;
  if (hash) await ACTS.go(view, `#${hash}`);
  await frames(view, 2);
  await quiet(view);
  return true;
}

/** As its scenario says; where that cannot be reached, it says what was missing. */
export async function perform(view, { acts, shows }) {
  await until(view, () => view.document.querySelector("#app > :not(.loading, svg), main"), "screen");
  await quiet(view);
  for (const [act, ...given] of acts) {
    await ACTS[act](view, ...given);
    await quiet(view);
  }
  await until(view, () => has(view.document, shows), shows);
  await quiet(view);
  const sheet = view.document.querySelector("dialog[open]");
  if (sheet && !shows.startsWith("dialog")) throw new Error(`a sheet lies over it: ${plain(sheet.textContent).slice(0, 60)}`);
  await view.document.fonts.ready;
}
