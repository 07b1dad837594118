/** Fractions such as -35/9, as the server sends them: exact in text, rounded only for display. */

export type Style = "decimal" | "exact";

export function value(fraction: string): number {
  const [above = 0, below = 1] = fraction.split("/").map(Number);
  return above / below;
}

const formats = new Map<string, Intl.NumberFormat>();

function format(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const found = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, found);
  return found;
}

const typeset = (text: string): string => text.replace("-", "−");
const signed = (text: string): string => (text.startsWith("-") || text === "0" ? typeset(text) : `+${text}`);

/** A share, as a percentage. */
export function share(fraction: string, style: Style, locale: string, digits = 2): string {
  if (style === "exact") return typeset(fraction);
  return typeset(
    format(locale, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value(fraction)),
  );
}

export function shareSigned(fraction: string, style: Style, locale: string): string {
  if (style === "exact") return signed(fraction);
  const options = { style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: "exceptZero" } as const;
  return typeset(format(locale, options).format(value(fraction)));
}

/** Units staked, won or lost. */
export function units(fraction: string, style: Style, locale: string, digits = 4): string {
  return style === "exact" ? typeset(fraction) : number(value(fraction), locale, digits);
}

export function unitsSigned(fraction: string, style: Style, locale: string, digits = 4): string {
  if (style === "exact") return signed(fraction);
  return typeset(format(locale, { maximumFractionDigits: digits, signDisplay: "exceptZero" }).format(value(fraction)));
}

export function number(one: number, locale: string, digits = 4): string {
  return typeset(format(locale, { maximumFractionDigits: digits }).format(one));
}

/** The square root of a variance. */
export function root(variance: string, style: Style, locale: string, digits = 2): string {
  if (style === "exact") return variance.includes("/") ? `√(${variance})` : `√${variance}`;
  return format(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(Math.sqrt(value(variance)));
}

/** Short enough for a small cell: 1.2M. */
export function brief(fraction: string, locale: string): string {
  const options = { notation: "compact", maximumSignificantDigits: 4, signDisplay: "exceptZero" } as const;
  return typeset(format(locale, options).format(value(fraction)));
}
