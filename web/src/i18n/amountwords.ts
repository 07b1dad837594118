/** Amounts in words, as on a cheque, so that no figure can be altered. English ones come from the house. */
import type { Language } from "./languages";
import { digitsOf } from "./money";

interface Numerals {
  readonly digits: string;
  readonly units: readonly string[];
  /** For each four digits. */
  readonly scales: readonly string[];
}

const HANS: Numerals = { digits: "零壹贰叁肆伍陆柒捌玖", units: ["", "拾", "佰", "仟"], scales: ["", "万", "亿", "兆"] };
const HANT: Numerals = { digits: "零壹貳參肆伍陸柒捌玖", units: ["", "拾", "佰", "仟"], scales: ["", "萬", "億", "兆"] };
const ONES = ["sifar", "satu", "dua", "tiga", "empat", "lima", "enam", "tujuh", "lapan", "sembilan", "sepuluh", "sebelas"];
const SCALES = [[1e15, "kuadrilion"], [1e12, "trilion"], [1e9, "bilion"], [1e6, "juta"], [1e3, "ribu"], [1e2, "ratus"], [10, "puluh"]] as const;

/** For whole units and the remainder. */
export function amountWords(minor: number, currency: string, language: Exclude<Language, "en">): string {
  const digits = digitsOf(currency);
  const per = 10 ** digits;
  const words = language === "ms" ? malay(Math.floor(minor / per)) : chinese(Math.floor(minor / per), language === "zh-Hans" ? HANS : HANT);
  const part = digits ? `${language === "ms" ? " dan" : "又"} ${String(minor % per).padStart(digits, "0")}/${per}` : "";
  return `${words}${part} ${currency}`;
}

function chinese(whole: number, { digits, units, scales }: Numerals): string {
  const places = [...String(whole)].map(Number);
  let [said, gap] = ["", false];
  places.forEach((digit, at) => {
    const place = places.length - 1 - at;
    if (digit) said += `${gap ? digits[0] : ""}${digits[digit]}${units[place % 4]}`;
    gap = said !== "" && !digit;
    const group = places.slice(Math.max(0, at - 3), at + 1);
    if (place % 4 === 0 && group.some((one) => one)) said += scales[place / 4];
  });
  return said || (digits[0] ?? "");
}

function malay(whole: number): string {
  if (whole < ONES.length) return ONES[whole] ?? "";
  if (whole < 20) return `${ONES[whole - 10]} belas`;
  const [scale, name] = SCALES.find(([least]) => whole >= least) ?? [10, "puluh"];
  const many = Math.floor(whole / scale);
  const head = many === 1 && scale <= 1e3 ? `se${name}` : `${malay(many)} ${name}`;
  return whole % scale ? `${head} ${malay(whole % scale)}` : head;
}
