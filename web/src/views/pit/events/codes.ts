/** The codes to search for: all that have a name here. */
import en from "../../../i18n/messages/pit/en.json";

const GROUP = "happening.";

export const CODES: readonly string[] = Object.keys(en)
  .filter((key) => key.startsWith(GROUP))
  .map((key) => key.slice(GROUP.length));
