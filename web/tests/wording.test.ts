import { afterEach, describe, expect, it } from "vitest";
import { amountWords } from "../src/i18n/amountwords";
import { speak } from "../src/i18n/i18n.svelte";
import { LANGUAGES } from "../src/i18n/languages";
import { pageNames } from "../src/shared/names";
import { callOf, spotName, wording } from "../src/shared/wording";
import type { SpotInfo } from "../src/wire";
import { declared } from "./spots";

const spot = (id: string, area: string, label: string, odds = "6"): SpotInfo => ({ id, area, label, odds, inferred: false, clause: "", ways: 1, hit: "1/216", edge: "0", step: 1, ...declared(id, area) });

afterEach(() => speak("en"));

describe("names of spots", () => {
  it("are the rulebook's own in English", () => expect(spotName(spot("pair-1-1-3", "pair", "Double 1 with 3"))).toBe("Double 1 with 3"));

  it("follow the language of the screen, faces in the order of the label", async () => {
    await speak("zh-Hans");
    expect(spotName(spot("pair-1-1-3", "pair", "Double 1 with 3"))).toBe("对子 1 加 3");
    expect(spotName(spot("four-3-4-5-6", "four", "Three of 6, 5, 4, 3"))).toBe("6、5、4、3 选三");
    await speak("ms");
    expect(spotName(spot("domino-1-2", "domino", "1 and 2"))).toBe("1 dan 2");
  });

  it("stay as a house's rulebook has them where it has words of its own", async () => {
    await speak("zh-Hant");
    expect(spotName(spot("double-4", "double", "Dragon 4"))).toBe("Dragon 4");
    expect(spotName(spot("lucky", "lucky", "Lucky 7"))).toBe("Lucky 7");
    expect(wording.title("Dragons pay 6", spot("double-4", "double", "Dragon 4"))).toBe("DRAGONS PAY 6");
  });

  it("are titles of blocks too, with their odds", async () => {
    const double = spot("double-4", "double", "Double 4", "8*");
    expect(wording.title("Each double pays 8*", double)).toBe("EACH DOUBLE PAYS 8*");
    expect(wording.title("8*", double)).toBe("8* TO 1");
    await speak("zh-Hant");
    expect(wording.title("Each double pays 8*", double)).toBe("每個對子賠 8*");
    expect(wording.title("8*", double)).toBe("1 賠 8*");
  });
});

describe("calls", () => {
  const shown = { roll: "3-3-4", call: "double 3, 4, total 10" };
  it("are the rulebook's own in English", () => expect(callOf(shown)).toEqual({ text: "double 3, 4, total 10", language: "en" }));

  it("follow the language of the screen, the lowest face first", async () => {
    await speak("zh-Hans");
    expect(callOf(shown)).toEqual({ text: "对子 3，4，总点数 10", language: "zh-Hans" });
    expect(callOf({ roll: "5-5-5", call: "triple 5, total 15" }).text).toBe("围骰 5，总点数 15");
    await speak("ms");
    expect(callOf({ roll: "1-3-6", call: "1, 3, 6, total 10" }).text).toBe("1, 3, 6, jumlah 10");
  });

  it("stay English where a rulebook calls in words of its own", async () => {
    await speak("ms");
    expect(callOf({ roll: "3-3-4", call: "pair of 3, 4, sum 10" })).toEqual({ text: "pair of 3, 4, sum 10", language: "en" });
  });
});

describe("amounts in words", () => {
  it.each([
    [0, "零又 00/100 SGD", "sifar dan 00/100 SGD"],
    [100, "壹又 00/100 SGD", "satu dan 00/100 SGD"],
    [1_150, "壹拾壹又 50/100 SGD", "sebelas dan 50/100 SGD"],
    [10_500, "壹佰零伍又 00/100 SGD", "seratus lima dan 00/100 SGD"],
    [101_905, "壹仟零壹拾玖又 05/100 SGD", "seribu sembilan belas dan 05/100 SGD"],
    [2_345_600, "贰万叁仟肆佰伍拾陆又 00/100 SGD", "dua puluh tiga ribu empat ratus lima puluh enam dan 00/100 SGD"],
    [1_000_000_000, "壹仟万又 00/100 SGD", "sepuluh juta dan 00/100 SGD"],
    [10_000_000_700, "壹亿零柒又 00/100 SGD", "seratus juta tujuh dan 00/100 SGD"],
    [200_300_000, "贰佰万零叁仟又 00/100 SGD", "dua juta tiga ribu dan 00/100 SGD"],
  ])("%d", (minor, hans, ms) => {
    expect(amountWords(minor, "SGD", "zh-Hans")).toBe(hans);
    expect(amountWords(minor, "SGD", "ms")).toBe(ms);
  });

  it.each([
    [0, "zero"], [7, "seven"], [13, "thirteen"], [20, "twenty"], [21, "twenty-one"], [99, "ninety-nine"], [100, "one hundred"],
    [101, "one hundred and one"], [119, "one hundred and nineteen"], [550, "five hundred and fifty"], [1_000, "one thousand"],
    [1_001, "one thousand and one"], [1_100, "one thousand, one hundred"], [12_345, "twelve thousand, three hundred and forty-five"],
    [100_000, "one hundred thousand"], [1_000_050, "one million and fifty"], [2_003_000, "two million, three thousand"],
    [1e9, "one billion"], [1e12, "one trillion"], [1e15 + 1, "one quadrillion and one"],
  ])("are as on an English cheque: %d", (whole, english) => expect(amountWords(whole, "JPY", "en")).toBe(`${english} JPY`));

  it.each(LANGUAGES)("differ for different amounts: %s", (language) => {
    const said = new Set(Array.from({ length: 100_000 }, (_, whole) => amountWords(whole, "JPY", language)));
    expect(said.size).toBe(100_000);
  });

  it("has signs of its own in each script, and no fractions where a currency has none", () => {
    expect(amountWords(20_300, "SGD", "zh-Hant")).toBe("貳佰零參又 00/100 SGD");
    expect(amountWords(12, "JPY", "zh-Hant")).toBe("壹拾貳 JPY");
  });
});

describe("pages of a felt", () => {
  const pages = [[spot("big", "big", "Big"), spot("total-4", "total", "4"), spot("total-5", "total", "5")], [spot("lucky-7", "lucky", "Lucky 7"), spot("lucky-9", "lucky", "Lucky 9")]];

  it("are called by the areas that lie on them, each once, and by the rulebook's own words where it has others", () => expect(pageNames(pages)).toEqual([["Big", "Total"], ["Lucky 7"]]));

  it("follow the language of the screen", async () => {
    await speak("zh-Hans");
    expect(pageNames(pages)).toEqual([["大", "点数"], ["Lucky 7"]]);
  });
});
