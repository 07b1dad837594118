/** What a spot says of its looks, where a test does not care. */
export const PLAIN = { back: [], back_on_triples: true, draw: "text", glyph: "", picture: "", dice: [], counted: false, times_most: 1, commission: { of: 0, per: 1, unit: 1, direction: "down" } } as const;

const TIMES: Readonly<Record<string, number>> = { double: 2, triple: 3 };
const SIGNS: Readonly<Record<string, string>> = { big: "大", small: "小", odd: "單", even: "雙", "any-triple": "圍" };

/** As the shipped rulebooks declare the looks of a spot of this area. */
export function declared(id: string, area: string) {
  const glyph = SIGNS[area] ?? "";
  if (glyph) return { ...PLAIN, draw: area === "any-triple" ? "dice" : "banner", glyph };
  if (area === "total") return { ...PLAIN, draw: "number" };
  const faces = id.slice(area.length + 1).split("-").map(Number);
  if (!["single", "double", "triple", "domino", "four", "three", "pair"].includes(area)) return PLAIN;
  return { ...PLAIN, draw: "dice", dice: faces.flatMap((face) => Array<number>(TIMES[area] ?? 1).fill(face)), counted: area === "single" };
}
