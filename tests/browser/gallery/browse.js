/* The gallery for people: a list of all states, each with a link, in every language and at every size. */
const [list, languages, sizes, fate] = ["nav", "#language", "#size", "#fate"].map((css) => document.querySelector(css));
const LANGUAGES = { en: "English", "zh-Hans": "简体", "zh-Hant": "繁體", ms: "Bahasa Melayu" };
const SIZES = { wide: [1920, 1080], tablet: [1180, 820], portrait: [820, 1180], phone: [390, 844], sideways: [844, 390], laptop: [683, 384] };

const option = (value, text) => Object.assign(document.createElement("option"), { value, textContent: text });
const link = (name) => Object.assign(document.createElement("a"), { href: `#${name}`, textContent: name });

/** Its answers are those of the record, in their order; the last one stands. */
function answering(answers) {
  const places = new Map();
  return async (what) => {
    const all = answers[what];
    if (!all) throw new Error(`the record has no answer to ${what}`);
    const place = places.get(what) ?? 0;
    places.set(what, Math.min(place + 1, all.length - 1));
    return all[place];
  };
}

export async function browse(names, show) {
  let screen = "";
  for (const name of names) {
    const [first] = name.split("-");
    if (first !== screen) list.append(Object.assign(document.createElement("h2"), { textContent: (screen = first) }));
    list.append(link(name));
  }
  languages.append(...Object.entries(LANGUAGES).map(([value, text]) => option(value, text)));
  sizes.append(...Object.entries(SIZES).map(([value, pixels]) => option(value, `${value}, ${pixels.join(" x ")}`)));
  const shown = async () => {
    const name = decodeURIComponent(location.hash.slice(1)) || names[0];
    for (const one of list.querySelectorAll("a")) one.ariaCurrent = one.textContent === name ? "page" : null;
    fate.textContent = "…";
    try {
      const record = await (await fetch(`/gallery/records/${name}.json`)).json();
      await show(record, answering(record.answers), { pixels: SIZES[sizes.value], language: languages.value });
      fate.textContent = name;
    } catch (error) {
      fate.textContent = `${name}: ${error.message}`;
    }
  };
  addEventListener("hashchange", shown);
  languages.addEventListener("change", shown);
  sizes.addEventListener("change", shown);
  await shown();
}
