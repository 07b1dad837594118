/** Amounts in words, as on a cheque, so that no figure can be altered. */
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

const SMALL = [
  "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
  "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
];
const TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const THOUSANDS = [[1e15, "quadrillion"], [1e12, "trillion"], [1e9, "billion"], [1e6, "million"], [1e3, "thousand"]] as const;

const AND: Record<Language, string> = { en: " and", ms: " dan", "zh-Hans": "又", "zh-Hant": "又" };
const WORDS: Record<Language, (whole: number) => string> = {
  en: english,
  ms: malay,
  "zh-Hans": (whole) => chinese(whole, HANS),
  "zh-Hant": (whole) => chinese(whole, HANT),
};

/** For whole units and the remainder. */
export function amountWords(minor: number, currency: string, language: Language): string {
  const digits = digitsOf(currency);
  const per = 10 ** digits;
  const words = WORDS[language](Math.floor(minor / per));
  const part = digits ? `${AND[language]} ${String(minor % per).padStart(digits, "0")}/${per}` : "";
  return `${words}${part} ${currency}`;
}

function english(whole: number): string {
  const [scale, name] = THOUSANDS.find(([least]) => whole >= least) ?? [1, ""];
  if (scale === 1) return belowThousand(whole);
  const rest = whole % scale;
  const joined = rest < 100 ? ` and ${belowThousand(rest)}` : `, ${english(rest)}`;
  return `${english(Math.floor(whole / scale))} ${name}${rest ? joined : ""}`;
}

function belowThousand(whole: number): string {
  if (whole < SMALL.length) return SMALL[whole] ?? "";
  const hundreds = Math.floor(whole / 100);
  if (hundreds) return `${SMALL[hundreds]} hundred${whole % 100 ? ` and ${belowThousand(whole % 100)}` : ""}`;
  return `${TENS[Math.floor(whole / 10) - 2]}${whole % 10 ? `-${SMALL[whole % 10]}` : ""}`;
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
