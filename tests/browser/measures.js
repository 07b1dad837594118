/* What a page looks like, in numbers; each function can be called from a test. */
const frames = (count) => new Promise((done) => {
  const next = (left) => (left ? requestAnimationFrame(() => next(left - 1)) : done());
  next(count);
});
const near = (value) => Math.round(value * 10) / 10;
const inside = (inner, outer, by = 1) =>
  inner.left >= outer.left - by && inner.right <= outer.right + by && inner.top >= outer.top - by && inner.bottom <= outer.bottom + by;
const overlaps = (one, other) =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.5 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.5;

/** A font's box is taller than its letters: capitals and figures stand on the line and are 0.72 of the size high. */
function ink(node) {
  const box = node.getBoundingClientRect();
  if (node.localName !== "text") return box;
  const scale = node.getScreenCTM();
  const line = scale.f + node.y.baseVal[0].value * scale.d;
  const size = parseFloat(getComputedStyle(node).fontSize) * scale.d;
  const below = /[a-z,;QJ]/.test(node.textContent) ? 0.2 : 0.02;
  return { left: box.left, right: box.right, top: line - 0.72 * size, bottom: line + below * size };
}

/** The felt as it is on the page now: its spots, and everything that is not where it should be. */
async function measureFelt() {
  await document.fonts.ready;
  const frame = document.querySelector(".frame");
  for (let tries = 0, before = ""; tries < 50; tries += 1) {
    await frames(2);
    const sheet = frame.querySelector(".sheet")?.getBoundingClientRect();
    const now = JSON.stringify(sheet);
    if (sheet && now === before && sheet.width <= frame.clientWidth + 1) break;
    before = now;
  }
  const wrong = [];
  const room = frame.querySelector(".felt").getBoundingClientRect();
  const screen = { left: 0, top: 0, right: document.documentElement.clientWidth, bottom: document.documentElement.scrollHeight };
  const cells = new Map([...frame.querySelectorAll("[data-ground]")].map((one) => [one.dataset.ground, one.getBoundingClientRect()]));
  const prints = [...frame.querySelectorAll("[data-print]")];
  const spots = [...frame.querySelectorAll("[data-spot]")].map((one) => one.dataset.spot);
  if (spots.join() !== prints.map((one) => one.dataset.print).join() || spots.join() !== [...cells.keys()].join()) wrong.push("a spot is printed and not touched, or touched and not printed");
  const stops = frame.querySelectorAll('[role="gridcell"][tabindex="0"]').length;
  if (stops !== 1) wrong.push(`${stops} tab stops`);
  const placed = [...cells];
  placed.forEach(([spot, cell], place) => {
    if (!inside(cell, room) || !inside(cell, screen)) wrong.push(`${spot} leaves the felt`);
    for (const [other, box] of placed.slice(place + 1)) if (overlaps(cell, box)) wrong.push(`${spot} overlaps ${other}`);
  });
  for (const print of prints) {
    const cell = cells.get(print.dataset.print);
    const shapes = [...print.children];
    if (!shapes.length) wrong.push(`${print.dataset.print} is empty`);
    for (const shape of shapes) {
      const box = ink(shape);
      if (!inside(box, cell, 0.5)) wrong.push(`${print.dataset.print}: ${shape.textContent || shape.localName} ${[box.left - cell.left, box.top - cell.top, cell.right - box.right, cell.bottom - box.bottom].map(near)}`);
    }
    const texts = shapes.map((shape) => [shape, ink(shape)]);
    texts.forEach(([shape, box], place) => {
      for (const [other, its] of texts.slice(place + 1)) if (overlaps(box, its)) wrong.push(`${print.dataset.print}: ${shape.textContent || shape.localName} on ${other.textContent || other.localName}`);
    });
  }
  for (const heading of frame.querySelectorAll(".heading")) {
    const box = ink(heading);
    if (!inside(box, room)) wrong.push(`${heading.textContent} leaves the felt`);
    for (const [spot, cell] of placed) if (overlaps(box, cell)) wrong.push(`${heading.textContent} lies on ${spot}`);
  }
  return { spots, wrong, arrangement: frame.querySelector("[data-arrangement]").dataset.arrangement, small: near(Math.min(...[...cells.values()].map((cell) => Math.min(cell.width, cell.height)))) };
}

/** Turns every page of the felt. */
async function measureFelts() {
  const tabs = () => [...document.querySelectorAll(".frame .pages button")];
  const pages = [];
  pages.push(await measureFelt());
  for (let place = 1; place < tabs().length; place += 1) {
    tabs()[place].click();
    pages.push(await measureFelt());
  }
  tabs()[0]?.click();
  return pages;
}

/** The attributes that are asked for, as soon as they are what is wanted, else what they are when patience is over. The
    console turns the pages of its felt: there, what is wanted of spots that are not drawn now is left out. */
async function once([wanted, patience_ms]) {
  const drawn = (values, css) => values.filter((one) => !css.startsWith(".console") || document.querySelector(`[data-spot="${one}"]`));
  const asked = () => wanted.map(([css, name]) => [...document.querySelectorAll(css)].map((one) => one.getAttribute(name)).sort());
  const is = () => asked().join("|") === wanted.map(([css, , values]) => drawn(values, css).sort()).join("|");
  const end = performance.now() + patience_ms;
  while (!is() && performance.now() < end) {
    await new Promise((done) => {
      const watching = new MutationObserver(() => (watching.disconnect(), done()));
      watching.observe(document, { subtree: true, childList: true, attributes: true });
      setTimeout(() => (watching.disconnect(), done()), end - performance.now());
      if (is()) done();
    });
  }
  return is() ? [] : asked();
}

/** All words that can be seen, each with its boxes, in the fonts that they need. */
async function seenWords() {
  void document.documentElement.clientWidth; // laid out, so the page has asked for its fonts
  await document.fonts.ready;
  const [found, known] = [[], new Map()];
  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const isSeen = (parent) => {
    if (!known.has(parent)) known.set(parent, !parent.closest("svg, .hidden, option, script, style") && parent.checkVisibility({ visibilityProperty: true }));
    return known.get(parent);
  };
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const words = node.textContent.trim();
    if (!words || !isSeen(node.parentElement)) continue;
    range.selectNodeContents(node);
    found.push({ node, parent: node.parentElement, words, boxes: [...range.getClientRects()] });
  }
  return found;
}

/** Words that are cut off or beyond the edge, where nothing can be scrolled to them. */
function lostWords(seen, known = new Map()) {
  const found = [];
  const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (over > 1) found.push(`the page is ${over} too wide`);
  for (const { parent, words, boxes } of seen) {
    for (const box of boxes) {
      if (box.width < 1) continue;
      const cut = cutBy(known, parent, box);
      if (cut) found.push(`${words.slice(0, 60)} ${cut}`);
    }
  }
  return found;
}

/** What an element does with what is in it; asked once in a look at the page, for many words are in the same one. */
function bounds(known, one) {
  if (!known.has(one)) {
    const { position, overflowX, overflowY, flexWrap } = getComputedStyle(one);
    known.set(one, { position, across: overflowX, along: overflowY, wraps: flexWrap === "wrap", edge: one.getBoundingClientRect() });
  }
  return known.get(one);
}

function cutBy(known, start, box) {
  for (let one = start; one && one !== document.body; one = one.parentElement) {
    const { position, across, along, wraps, edge } = bounds(known, one);
    if (position === "fixed" && across === "visible") break;
    if (across === "auto" || across === "scroll") return "";
    if ((across === "hidden" || across === "clip") && (box.right > edge.right + 1 || box.left < edge.left - 1)) return `is cut ${near(Math.max(box.right - edge.right, edge.left - box.left))} across by .${one.className}`;
    if (along === "auto" || along === "scroll") break;
    if (along === "hidden" && wraps && box.top >= edge.bottom - 4) return ""; // a line of the oldest that has no room
    if ((along === "hidden" || along === "clip") && (box.bottom > edge.bottom + 3 || box.top < edge.top - 3)) return `is cut ${near(Math.max(box.bottom - edge.bottom, edge.top - box.top))} along by .${one.className}`;
  }
  return box.right > document.documentElement.clientWidth + 1 || box.left < -1 ? "is beyond the edge" : "";
}

/** What can be judged: a sheet that lies on top, or else the page. */
const judged = () => [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;

/** The part of a box that what scrolls or hides around it leaves to be seen. */
function clipped(known, start, box) {
  let { left, right, top, bottom } = box;
  for (let one = start; one && one !== document.body; one = one.parentElement) {
    const { position, across, along, edge } = bounds(known, one);
    if (across !== "visible") [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
    if (along !== "visible") [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    if (position === "fixed") break;
  }
  return { left, right, top, bottom };
}

/** Whether what is drawn above has a ground of its own, so that what is below is hidden and not written over. */
function hides(above, below) {
  for (let one = above; one && !one.contains(below); one = one.parentElement) {
    const style = getComputedStyle(one);
    if (style.backgroundImage !== "none" || !/^(transparent|rgba\(.*, 0(\.\d+)?\))$/.test(style.backgroundColor)) return true;
  }
  return false;
}

/** Words that are written over other words. */
function overlappedWords(seen, known = new Map()) {
  const [lines, room] = [[], judged()];
  for (const { node, parent, words, boxes } of seen) {
    if (!room.contains(node)) continue;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    for (const whole of boxes) {
      const middle = (whole.top + whole.bottom) / 2; // letters are lower than the box of their font
      const box = clipped(known, parent, { left: whole.left, right: whole.right, top: middle - size * 0.36, bottom: middle + size * 0.36 });
      if (box.right - box.left > 1 && box.bottom - box.top > 1) lines.push({ node, parent, words, box });
    }
  }
  lines.sort((one, other) => one.box.top - other.box.top);
  const found = [];
  lines.forEach((one, place) => {
    for (const other of lines.slice(place + 1)) {
      if (other.box.top > one.box.bottom) break;
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const along = Math.min(one.box.bottom, other.box.bottom) - other.box.top;
      if (one.node === other.node || across < 2 || along < 2 || hides(one.parent, other.parent) || hides(other.parent, one.parent)) continue;
      found.push(`${one.words.slice(0, 40)} lies on ${other.words.slice(0, 40)}`);
    }
  });
  return found;
}

const TARGETS = "a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=radio], [role=gridcell], [role=checkbox]";
const FINGER_PX = 24;

/** What is too small for a finger, and has another target so near that a finger cannot choose. */
function smallTargets(known = new Map()) {
  const found = new Map();
  for (const one of judged().querySelectorAll(TARGETS)) {
    if (!one.checkVisibility({ visibilityProperty: true }) || one.closest("[inert]")) continue;
    const style = getComputedStyle(one);
    if (style.display === "inline" && one.localName === "a" && one.parentElement.textContent.trim() !== one.textContent.trim()) continue; // a word of a sentence
    const touched = one.localName === "input" && one.closest("label") ? one.closest("label") : one;
    const box = touched.getBoundingClientRect();
    const part = clipped(known, touched.parentElement, box); // what is scrolled away in part is whole when somebody needs it
    if (part.right - part.left > 0.5 && part.bottom - part.top > 0.5) found.set(touched, box);
  }
  const all = [...found].map(([one, box]) => ({ one, box, x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2, small: box.right - box.left < FINGER_PX - 0.5 || box.bottom - box.top < FINGER_PX - 0.5 }));
  const near = ({ one, x, y }) => all.some((other) => {
    if (other.one === one || other.one.contains(one) || one.contains(other.one)) return false;
    if (other.small) return Math.hypot(other.x - x, other.y - y) < FINGER_PX - 0.5;
    const [dx, dy] = [Math.max(other.box.left - x, 0, x - other.box.right), Math.max(other.box.top - y, 0, y - other.box.bottom)];
    return Math.hypot(dx, dy) < FINGER_PX / 2 - 0.5;
  });
  return all.filter((target) => target.small && near(target)).map(({ one, box }) => `${(one.ariaLabel ?? one.textContent.trim() ?? one.localName).slice(0, 40)} is ${Math.round(box.right - box.left)} by ${Math.round(box.bottom - box.top)} pixels`);
}

/** How far the page itself scrolls, and keys that lie under something, wherever they are scrolled to. */
function unreached() {
  const { documentElement: page } = document;
  const over = Math.max(page.scrollWidth - innerWidth, page.scrollHeight - innerHeight);
  const found = over > 0 ? [`the page scrolls by ${over}`] : [];
  for (const one of judged().querySelectorAll("button, [role=gridcell]")) {
    if (!one.checkVisibility({ visibilityProperty: true })) continue;
    one.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { x, y, width, height } = one.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    if (hit && (one.contains(hit) || (hit.contains(one) && hit.matches("[role=gridcell] *, [role=grid] *")))) continue;
    found.push(`${one.textContent.trim() || one.ariaLabel || one.dataset.spot} lies under ${hit?.className ?? "the edge"}`);
  }
  return found;
}

/** Every colour that a fill can have: its own, or those of its gradient. */
function stops(fill) {
  const id = /url\("?#([^")]+)/.exec(fill)?.[1];
  return id ? [...document.getElementById(id).querySelectorAll("stop")].map((one) => getComputedStyle(one).stopColor) : [fill];
}

const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });

function numbers(colour, bright = 1) {
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((part) => part * bright);
}

function inkOn(node, grounds, where) {
  const style = getComputedStyle(node);
  const box = node.getBoundingClientRect();
  const text = node.localName === "text";
  const size = text ? parseFloat(style.fontSize) * node.getScreenCTM().d : Math.max(box.width, box.height);
  const opacity = Number(getComputedStyle(node.closest(".ink") ?? node).opacity); // of all ink that is dimmed, else 1
  return { where, text: text ? node.textContent : "a glyph", size, bold: Number(style.fontWeight) >= 700, opacity, inks: stops(style.fill).map((one) => numbers(one)), grounds };
}

/** All that is printed on the felt and on chips, with the colours of its ink and of the ground behind it. */
function printed() {
  const found = [];
  const veil = Number(getComputedStyle(document.querySelector(".veil") ?? document.body).opacity); // of black
  for (const print of document.querySelectorAll("[data-print]")) {
    if (document.querySelector(`[data-shine="${print.dataset.print}"]`)) continue; // it is under a lit one
    const ground = document.querySelector(`[data-ground="${print.dataset.print}"]`);
    const grounds = stops(getComputedStyle(ground).fill).map((one) => numbers(one, 1 - veil));
    for (const node of print.querySelectorAll("text, .glyph")) found.push(inkOn(node, grounds, veil ? "dim" : "plain"));
  }
  for (const print of document.querySelectorAll("[data-shine]")) {
    const grounds = stops(getComputedStyle(print.querySelector(".bright")).fill).map((one) => numbers(one));
    for (const node of print.querySelectorAll("text, .glyph")) found.push(inkOn(node, grounds, "lit"));
  }
  const theme = getComputedStyle(document.querySelector("[data-felt]"));
  const cloth = ["a", "b", "c"].map((one) => numbers(theme.getPropertyValue(`--felt-${one}`)));
  for (const node of document.querySelectorAll(".heading")) found.push(inkOn(node, cloth, "heading"));
  for (const node of document.querySelectorAll("[data-pile] text, [role=radiogroup] text")) {
    if (node.textContent) found.push(inkOn(node, [numbers(node.parentElement.querySelector("circle:last-of-type").getAttribute("fill"))], "chip"));
  }
  for (const node of document.querySelectorAll("[data-gain] text")) found.push(inkOn(node, [numbers(getComputedStyle(node.parentElement.querySelector("rect")).fill)], "gain"));
  return found;
}

const [SMALL, LARGE, LARGE_PX, LARGE_BOLD_PX] = [4.5, 3, 24, 18.66];

const luminance = (colour) => [0.2126, 0.7152, 0.0722].reduce((sum, weight, place) => {
  const share = colour[place] / 255;
  return sum + weight * (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
}, 0);

function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((less, more) => less - more);
  return (light + 0.05) / (dark + 0.05);
}

/** Over every stop of a gradient, with what shines through. */
const worst = ({ inks, grounds, opacity }) => Math.min(...inks.flatMap((ink) => grounds.map((ground) =>
  contrast(ink.map((part, place) => part * opacity + ground[place] * (1 - opacity)), ground))));

/** Where others are lit, a dimmed spot takes no wager: nothing is asked of it, and we ask as much as of large text. */
const least = ({ where, size, bold }) => (where === "dim" || size >= (bold ? LARGE_BOLD_PX : LARGE_PX) ? LARGE : SMALL);

/** What is printed and cannot be read, in every cloth of the felt. */
function faint() {
  const felts = [...document.querySelectorAll("[data-felt]")];
  const before = felts.map((one) => one.dataset.felt);
  const found = felts.length ? ["green", "blue", "night"].flatMap((theme) => {
    for (const one of felts) one.dataset.felt = theme;
    return printed().filter((one) => worst(one) < least(one)).map((one) => `${one.text} (${one.where}) has a contrast of ${near(worst(one))} on ${theme}`);
  }) : [];
  felts.forEach((one, place) => (one.dataset.felt = before[place]));
  return found;
}

/** What is measured and not looked at need not be painted, which without a graphics card is most of the work. */
const unseen = new CSSStyleSheet();
unseen.replaceSync("@media screen { :root { opacity: 0 } }");
function paint(painted) {
  const before = !document.adoptedStyleSheets.includes(unseen);
  document.adoptedStyleSheets = painted ? [] : [unseen];
  return before;
}

/** What is wrong with where things are; nothing is laid out anew meanwhile. */
async function misplaced() {
  const [seen, known] = [await seenWords(), new Map()];
  return [...lostWords(seen, known), ...overlappedWords(seen, known), ...smallTargets(known)];
}

window.measures = { measureFelts, once, lostWords: async () => lostWords(await seenWords()), misplaced, unreached, printed, faint, paint };
