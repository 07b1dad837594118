/* Mounts real screens in a frame, in the state that a scenario or its record names. */
import { left, nameOf, patience, perform } from "/gallery/acts.js";
import { browse } from "/gallery/browse.js";
import { judge, resize, speaker } from "/gallery/judge.js";

const HOLDER = document.querySelector("#holder");

const gallery = (window.gallery = {
  patience,
  told: null,
  view: null,
  /** Each state in a frame of its own, for nothing of the one before may stay. */
  async show(state, ask, [width, height]) {
    gallery.told = { at_ms: state.at_ms, storage: state.storage, inside: state.inside, ask };
    const frame = document.createElement("iframe");
    frame.title = state.name;
    Object.assign(frame.style, { width: `${width}px`, height: `${height}px` });
    frame.src = state.path;
    const loaded = new Promise((done) => frame.addEventListener("load", done, { once: true }));
    HOLDER.replaceChildren(frame);
    await loaded;
    gallery.view = frame.contentWindow;
    await perform(gallery.view, state);
    return frame;
  },
  /** In the page of the state before, as far as that can be left; else in a frame of its own. */
  async follow(state, ask, pixels) {
    const frame = HOLDER.firstElementChild;
    await resize(frame, pixels);
    if (!(await left(gallery.view, state))) return gallery.show(state, ask, pixels);
    await perform(gallery.view, { ...state, acts: state.follows });
    return frame;
  },
  /** Everything that is wrong with it. */
  async judged(state, ask, asked, follows) {
    const frame = await gallery[follows ? "follow" : "show"](state, ask, asked.sizes.wide);
    return judge(frame, state, asked);
  },
  /** Nothing is asked any more. */
  clear: () => HOLDER.replaceChildren(),
  attribute: (css, name) => gallery.view.document.querySelector(css).getAttribute(name),
  async buttons(css, pixels) {
    await gallery.resized(pixels);
    return [...gallery.view.document.querySelectorAll(css)].flatMap((one, place) =>
      one.checkVisibility() && !one.disabled ? [[place, nameOf(one)]] : []);
  },
  resized: async (pixels) => resize(HOLDER.firstElementChild, pixels),
});

const names = await fetch("/gallery/records/names.json").then((answer) => (answer.ok ? answer.json() : []), () => []);
if (names.length) {
  await browse(names, async (record, ask, { pixels, language }) => {
    const frame = await gallery.show(record, ask, pixels);
    await (await speaker(frame.contentWindow))(language);
  });
} else document.body.className = "bare";
