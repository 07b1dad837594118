/* Everything that is asked of a state, in one go; each answer is a sentence, and a good state has none. */
import { frames } from "/gallery/acts.js";

const LOOKS = { light: "dark", dark: "light" };
const FEW = 12;
const pause = () => new Promise((done) => setTimeout(done));

async function load(view, path) {
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
  const hidden = [];
  for (const list of document.querySelectorAll("tbody, ul, ol")) {
    const seen = new Set();
    for (const row of list.children) {
      const make = row.outerHTML.replace(/>[^<]*[^<\s][^<]*</g, ">x<").replace(/ (?!class|role|style)[\w-]+="[^"]*"|[\d.]+/g, "");
      if (list.children.length > FEW && seen.has(make)) hidden.push([row, row.style.display]);
      seen.add(make);
    }
  }
  for (const [row] of hidden) row.style.display = "none";
  return () => hidden.forEach(([row, before]) => (row.style.display = before));
}

async function axe(view, rules = {}) {
  const whole = without(view.document);
  const include = [view.document.querySelector("dialog[open]") ?? view.document.documentElement];
  const { violations } = await view.axe.run({ include, exclude: [".paper"] }, { resultTypes: ["violations"], ...rules });
  whole();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target} ${node.failureSummary.replace(/\s+/g, " ")}`));
}

/** By day and by night, where people may choose. */
async function inOtherLook(view) {
  const choice = view.document.querySelector(".look select");
  const look = view.document.documentElement.dataset.look;
  if (!choice || !look) return [];
  const choose = async (value) => {
    choice.value = value;
    choice.dispatchEvent(new view.Event("change", { bubbles: true }));
    await drawn(view);
  };
  await choose(LOOKS[look]);
  const found = await axe(view, { runOnly: ["color-contrast"] });
  await choose(look);
  return found.map((one) => `${LOOKS[look]}: ${one}`);
}

async function geometry(view) {
  const { lostWords, overlappedWords, smallTargets } = view.measures;
  const moving = view.document.getAnimations().length;
  return [...(await lostWords()), ...overlappedWords(), ...smallTargets(), ...(moving ? [`${moving} things move`] : [])];
}

/** What lies behind a sheet is not judged, and need not be drawn for each size. */
function alone(document) {
  const sheet = [...document.querySelectorAll("dialog[open]")].at(-1);
  for (let one = sheet; one && one !== document.body; one = one.parentElement) {
    for (const other of one.parentElement.children) if (other !== one) other.style.display = "none";
  }
}

/** The room of a felt stays, and nothing is drawn in it. */
function bare(document) {
  for (const felt of document.querySelectorAll("[data-felt]")) felt.replaceWith(felt.cloneNode(false));
}

export async function judge(frame, felt, { sizes, in_english = {}, languages, axe_at }) {
  const view = frame.contentWindow;
  alone(view.document);
  if (!felt) bare(view.document);
  await Promise.all([load(view, "/gallery/measures.js"), load(view, "/gallery/axe.js")]);
  const found = [];
  const note = (where, faults) => found.push(...new Set(faults.map((one) => `${where}: ${one}`)));
  await resize(frame, sizes[axe_at]);
  note("axe", await axe(view));
  note("axe", await inOtherLook(view));
  if (felt) note("contrast", view.measures.faint());
  bare(view.document); // test_felts judges each felt at each size and in each language
  const speak = await speaker(view);
  for (const [size, pixels] of Object.entries({ ...sizes, ...in_english })) {
    await resize(frame, pixels);
    bare(view.document);
    for (const language of size in sizes ? languages : ["en"]) {
      await speak(language);
      await pause(); // what is laid out is measured, and need not be drawn
      note(`${size} ${language}`, await geometry(view));
    }
  }
  return found;
}
