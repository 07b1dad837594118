/** The trusted keys, stored only in this browser. */
const STORED = "taisai.trust";

interface Kept {
  readonly logs: string;
  readonly witnesses: string;
  readonly least: number;
}

const NOBODY: Kept = { logs: "", witnesses: "", least: 0 };
export const lines = (text: string): string[] => text.split("\n").map((line) => line.trim()).filter(Boolean);

function stored(): Kept {
  try {
    return { ...NOBODY, ...(JSON.parse(localStorage.getItem(STORED) ?? "{}") as Partial<Kept>) };
  } catch {
    return NOBODY;
  }
}

export class Trusted {
  logs = $state("");
  witnesses = $state("");
  least = $state(0);

  constructor() {
    ({ logs: this.logs, witnesses: this.witnesses, least: this.least } = stored());
  }

  add(logs: readonly string[]): void {
    this.logs = [...new Set([...lines(this.logs), ...logs])].join("\n");
    this.keep();
  }

  keep(): void {
    try {
      localStorage.setItem(STORED, JSON.stringify({ logs: this.logs, witnesses: this.witnesses, least: this.least }));
    } catch {
      // a saved page may have no storage
    }
  }
}
