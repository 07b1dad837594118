/* Everything that is asked of a state, in one go; each answer is a sentence, and a good state has none. */
import { frames } from "/gallery/acts.js";

const LOOKS = { light: "dark", dark: "light" };
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

async function axe(view, rules = {}) {
  const include = [view.document.querySelector("dialog[open]") ?? view.document.documentElement];
  const { violations } = await view.axe.run({ include, exclude: [".paper"] }, { resultTypes: ["violations"], ...rules });
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

export async function judge(frame, felt, { sizes, languages, axe_at }) {
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
  const speak = await speaker(view);
  for (const [place, language] of languages.entries()) {
    if (place === 1) bare(view.document); // test_felts judges what it says in each language
    await speak(language);
    for (const [size, pixels] of Object.entries(sizes)) {
      await resize(frame, pixels);
      note(`${size} ${language}`, await geometry(view));
    }
  }
  return found;
}
