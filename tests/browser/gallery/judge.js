/* Everything that is asked of a state, in one go; each answer is a sentence, and a good state has none. */
import { frames } from "/gallery/acts.js";

const LOOKS = { light: "dark", dark: "light" };
const FEW = 12;
const pause = () => new Promise((done) => setTimeout(done));

async function load(view, path) {
  if (view.document.querySelector(`script[src="${path}"]`)) return;
  const script = view.document.createElement("script");
  script.src = path;
  const loaded = new Promise((done) => script.addEventListener("load", done));
  view.document.head.append(script);
  await loaded;
}

async function drawn(view) {
  await frames(view, 2); // a felt fits in a task of its own, after it heard of its size
  await pause();
}

export async function resize(frame, [width, height]) {
  Object.assign(frame.style, { width: `${width}px`, height: `${height}px` });
  await drawn(frame.contentWindow);
}

/** The function of the screens themselves, for not every screen has buttons for it. */
export async function speaker(view) {
  const main = view.document.querySelector("script[type=module][src]");
  if (!main) return async (language) => view.document.querySelector(`[lang="${language}"]`)?.click();
  const parts = await view.eval("(path) => import(path)")(main.src);
  return Object.values(parts).find((one) => typeof one === "function" && /documentElement\.lang/.test(String(one)));
}

/** Of a long list, rows of the same make are judged once: what each of them says is judged by its size. */
function without(document) {
  const like = [];
  for (const list of document.querySelectorAll("tbody, ul, ol")) {
    const seen = new Set();
    for (const row of list.children) {
      const make = row.outerHTML.replace(/>[^<]*[^<\s][^<]*</g, ">x<").replace(/ (?!class|role|style)[\w-]+="[^"]*"|[\d.]+/g, "");
      if (list.children.length > FEW && seen.has(make)) like.push(row);
      seen.add(make);
    }
  }
  return hide(like);
}

/** Parts of a page that were judged well, with all that is around them; what is the same in another state is not asked again. */
const good = new Set();

function parts(document) {
  const around = (one) => (one ? `${around(one.parentElement)}<${one.localName} ${one.className}>` : document.documentElement.dataset.look);
  const all = [...document.querySelectorAll("nav, header, footer, section, aside, article, table, form")];
  return all.filter((one) => one.checkVisibility()).map((one) => [one, around(one.parentElement) + one.outerHTML]);
}

/** What is written on a page, each as it looks: by the way to it, its colours and the grounds below, whether it can be used. */
function written(document) {
  const view = document.defaultView;
  const [found, known] = [new Map(), new Map([[null, ""]])];
  const idle = new Set([...document.querySelectorAll("[aria-labelledby]:disabled, [aria-labelledby][aria-disabled=true]")].flatMap((one) => one.getAttribute("aria-labelledby").split(" ")));
  const way = (one) => {
    if (known.has(one)) return known.get(one);
    const { backgroundColor, backgroundImage, opacity } = view.getComputedStyle(one);
    const off = one.matches(":disabled, [aria-disabled=true]") || one.control?.disabled || idle.has(one.id);
    const made = `${way(one.parentElement)}<${one.localName} ${one.getAttribute("class") ?? ""} ${backgroundColor} ${backgroundImage} ${opacity} ${off}>`;
    known.set(one, made);
    return made;
  };
  const looks = (one) => {
    if (!one.checkVisibility({ visibilityProperty: true })) return;
    const { color, fontSize, fontWeight, textShadow } = view.getComputedStyle(one);
    const look = `${way(one)} ${color} ${fontSize} ${fontWeight} ${textShadow}`;
    found.set(look, (found.get(look) ?? new Set()).add(one));
  };
  const walker = document.createTreeWalker(document.querySelector("dialog[open]") ?? document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (walker.currentNode.data.trim()) looks(walker.currentNode.parentElement);
  for (const one of document.querySelectorAll("input, select, textarea")) looks(one);
  return found;
}

/** What could be read, by the look of it in the one theme and in the other: the same is not asked again. */
const [legible, legibleInOther] = [new Set(), new Set()];

const asSentences = ({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target} ${node.failureSummary.replace(/\s+/g, " ")}`));
const ASKED = { resultTypes: ["violations"], preload: false };
const PAPER = ".paper";

async function axe(view) {
  const include = [view.document.querySelector("dialog[open]") ?? view.document.documentElement];
  const judged = parts(view.document);
  const known = judged.filter(([, make]) => good.has(make)).map(([one]) => one);
  const exclude = [PAPER, ...known.filter((one) => !known.some((other) => other !== one && other.contains(one)))];
  const found = asSentences(await view.axe.run({ include, exclude }, { ...ASKED, rules: { "color-contrast": { enabled: false } } }));
  if (!found.length) for (const [, make] of judged) good.add(make);
  return found;
}

/** Whether it can be read, of what has a look that was not judged well before. */
async function contrast(view, looks, known) {
  const fresh = [...looks].filter(([look]) => !known.has(look));
  const include = [...new Set(fresh.flatMap(([, all]) => [...all]))].filter((one) => !one.closest(PAPER));
  const found = include.length ? asSentences(await view.axe.run({ include }, { ...ASKED, runOnly: ["color-contrast"] })) : [];
  if (!found.length) for (const [look] of fresh) known.add(look);
  return found;
}

/** By day and by night, where people may choose. */
async function inOtherLook(view, looks) {
  const choice = view.document.querySelector(".look select");
  const look = view.document.documentElement.dataset.look;
  if (!choice || !look || [...looks.keys()].every((one) => legibleInOther.has(one))) return [];
  const choose = async (value) => {
    choice.value = value;
    choice.dispatchEvent(new view.Event("change", { bubbles: true }));
    await drawn(view);
  };
  await choose(LOOKS[look]);
  const found = await contrast(view, looks, legibleInOther);
  await choose(look);
  return found.map((one) => `${LOOKS[look]}: ${one}`);
}

async function geometry(view) {
  const moving = view.document.getAnimations().length;
  return [...(await view.measures.misplaced()), ...(moving ? [`${moving} things move`] : [])];
}

function hide(nodes) {
  const hidden = nodes.map((one) => [one, one.style.display]);
  for (const [one] of hidden) one.style.display = "none";
  return () => hidden.forEach(([one, before]) => (one.style.display = before));
}

/** What lies behind a sheet is not judged, and need not be drawn for each size. */
function alone(document) {
  const sheet = [...document.querySelectorAll("dialog[open]")].at(-1);
  const behind = [];
  for (let one = sheet; one && one !== document.body; one = one.parentElement) {
    behind.push(...[...one.parentElement.children].filter((other) => other !== one));
  }
  return hide(behind);
}

/** The room of a felt stays, and nothing is drawn in it. */
function bare({ defaultView, adoptedStyleSheets: before }, sheet = new defaultView.CSSStyleSheet()) {
  sheet.replaceSync("[data-felt] > * { display: none !important }");
  defaultView.document.adoptedStyleSheets = [...before, sheet];
}

/** All texts of a page by the way to them, which is the same in every language. */
function texts(document) {
  const ways = new Map();
  const way = (node) => {
    if (!ways.has(node)) ways.set(node, node === document.body ? "" : `${way(node.parentNode)} ${[...node.parentNode.childNodes].indexOf(node)}`);
    return ways.get(node);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = new Map();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.data.trim() && !node.parentElement.closest("[data-felt]")) found.set(way(node), node);
  }
  return found;
}

function wide(node) {
  const range = node.ownerDocument.createRange();
  range.selectNodeContents(node);
  return [...range.getClientRects()].reduce((sum, box) => sum + box.width, 0) || node.data.length;
}

const FEW_OTHERS = 0.05;

/** Of each text the widest that any language has for it: where these find room, each language finds room. */
class Widest {
  #nodes = new Map();
  #own = new Map();
  #widest = new Map();
  /** Whether the languages have their texts in the same places, but for a few. */
  same = true;

  hear(document) {
    const nodes = texts(document);
    const others = [...nodes.keys()].filter((way) => !this.#nodes.has(way));
    if (this.#nodes.size) this.same &&= others.length <= FEW_OTHERS * nodes.size;
    for (const [way, node] of nodes) {
      const [own, before] = [{ data: node.data, wide: wide(node) }, this.#widest.get(way)];
      if (!before || before.wide < own.wide) this.#widest.set(way, own);
      this.#own.set(way, node.data);
    }
    this.#nodes = nodes;
  }

  /** The screen itself knows only what it wrote, so that is put back before it writes again. */
  written(widest) {
    for (const [way, node] of this.#nodes) {
      const data = widest ? this.#widest.get(way).data : this.#own.get(way);
      if (node.data !== data) node.data = data;
    }
  }
}

export async function judge(frame, state, { sizes, in_english = {}, languages, axe_at, whole = {} }) {
  const view = frame.contentWindow;
  const shown = [...view.document.adoptedStyleSheets];
  const behind = alone(view.document);
  if (!state.felt) bare(view.document);
  await Promise.all([load(view, "/gallery/measures.js"), load(view, "/gallery/axe.js")]);
  const found = [];
  const note = (where, faults) => found.push(...new Set(faults.map((one) => `${where}: ${one}`)));
  await resize(frame, sizes[axe_at]);
  const shownAgain = without(view.document);
  const looks = written(view.document);
  note("axe", [...(await axe(view)), ...(await contrast(view, looks, legible))]);
  note("axe", await inOtherLook(view, looks));
  shownAgain();
  if (state.felt) note("contrast", view.measures.faint());
  const reached = state.scrolls ? [] : (whole[view.location.pathname] ?? []);
  const lies = (size) => (reached.includes(size) ? view.measures.unreached() : []);
  for (const size of state.felt ? reached : []) {
    await resize(frame, { ...sizes, ...in_english }[size]);
    note(`${size} en`, lies(size));
  }
  if (state.felt) bare(view.document); // test_felts judges each felt at each size and in each language
  const speak = await speaker(view);
  const widest = new Widest();
  const each = async (size, spoken) => {
    for (const language of spoken) {
      await speak(language);
      await pause(); // what is laid out is measured, and need not be drawn
      note(`${size} ${language}`, [...(await geometry(view)), ...(language === "en" ? lies(size) : [])]);
      if (size === axe_at) widest.hear(view.document);
    }
  };
  const last = [...languages.filter((one) => one !== "en"), "en"];
  await resize(frame, sizes[axe_at]);
  await each(axe_at, last);
  for (const [size, pixels] of Object.entries({ ...sizes, ...in_english })) {
    if (size === axe_at) continue;
    if (widest.same) widest.written(true);
    await resize(frame, pixels);
    if (widest.same && !(await geometry(view)).length && !lies(size).length) continue;
    widest.written(false);
    await each(size, size in sizes ? last : ["en"]);
  }
  widest.written(false);
  behind();
  view.document.adoptedStyleSheets = shown;
  return found;
}
