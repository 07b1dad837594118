/** The words of one view, loaded with it: one file per language beside the view. */
import { current, filled, type Language } from "./i18n.svelte";

type Words = Readonly<Record<string, string>>;
type Loaders<M extends Words> = Readonly<
  Record<Exclude<Language, "en">, () => Promise<{ default: Readonly<Record<keyof M, string>> }>>
>;

/** English at once; another language when its file is loaded. */
export function ownWords<M extends Words>(en: M, others: Loaders<M>) {
  const loaded = $state<Partial<Record<Language, Readonly<Record<keyof M, string>>>>>({ en });
  const asked = new Set<Language>(["en"]);

  function words(): Readonly<Record<keyof M, string>> {
    const language = current();
    if (language !== "en" && !asked.has(language)) {
      asked.add(language);
      void others[language]().then((file) => (loaded[language] = file.default));
    }
    return loaded[language] ?? en;
  }

  return (key: keyof M, values: Readonly<Record<string, string | number>> = {}): string => filled(words()[key], values);
}
