import { describe, expect, it, vi } from "vitest";
import en from "../src/i18n/messages/shared/en.json";
import { filled, preferred, refusal, speak } from "../src/i18n/i18n.svelte";
import { amount, percent, short, withCurrency } from "../src/i18n/money";
import ms from "../src/i18n/messages/shared/ms.json";
import hans from "../src/i18n/messages/shared/zh-Hans.json";
import hant from "../src/i18n/messages/shared/zh-Hant.json";
import refusalsEn from "../src/i18n/messages/refusals/en.json";
import refusalsMs from "../src/i18n/messages/refusals/ms.json";
import refusalsHans from "../src/i18n/messages/refusals/zh-Hans.json";
import refusalsHant from "../src/i18n/messages/refusals/zh-Hant.json";
import { stack, styleOf } from "../src/chips/stack";
import { REFUSALS } from "../src/wire";

const places = (text: string) => [...text.matchAll(/\{[a-z]+\}/g)].map(([place]) => place).sort();

describe.each([["zh-Hans", hans], ["zh-Hant", hant], ["ms", ms]] as const)("%s", (_, messages) => {
  it("has the same keys", () => expect(Object.keys(messages).sort()).toEqual(Object.keys(en).sort()));
  it("says something in each", () => expect(Object.values(messages).every((text) => text.trim())).toBe(true));
  it.each(Object.entries(en))("%s names the same values", (key, text) => {
    expect(places((messages as Record<string, string>)[key] ?? "")).toEqual(places(text));
  });
});

describe.each([["en", refusalsEn], ["zh-Hans", refusalsHans], ["zh-Hant", refusalsHant], ["ms", refusalsMs]] as const)(
  "refusals in %s",
  (_, messages: Readonly<Record<string, string>>) => {
    it("are those that there are, and one for any other", () =>
      expect(Object.keys(messages).sort()).toEqual([...REFUSALS, "unknown"].sort()));
    it.each(Object.entries(messages))("%s has words", (_code, text) => expect(text.trim()).toBeTruthy());
    it.each(Object.entries(messages))("%s names the same values", (code, text) =>
      expect(places(text)).toEqual(places((refusalsEn as Readonly<Record<string, string>>)[code] ?? "")));
  },
);

describe("a refusal", () => {
  it("is told in the language of the screen, in English again too", async () => {
    await speak("ms");
    await vi.waitFor(() => expect(refusal("roll-invalid")).toBe(refusalsMs["roll-invalid"]));
    await speak("en");
    await vi.waitFor(() => expect(refusal("roll-invalid")).toBe(refusalsEn["roll-invalid"]));
    expect(refusal("no-such-code")).toBe(filled(refusalsEn.unknown, { code: "no-such-code" }));
  });
});

describe("words", () => {
  it("fills in values", () => expect(filled("{amount} on {spot}", { amount: 5, spot: "Big" })).toBe("5 on Big"));
  it("takes what was chosen before, else the browser's first that is known", () => {
    expect(preferred("ms", ["en"])).toBe("ms");
    expect(preferred(null, ["fr", "zh-TW"])).toBe("zh-Hant");
    expect(preferred(null, ["zh-CN"])).toBe("zh-Hans");
    expect(preferred("xx", ["de"])).toBe("en");
  });
});

describe("money", () => {
  it("is written in whole units where it is whole", () => {
    expect(amount(123_456_00, "SGD", "en")).toBe("123,456");
    expect(amount(150, "SGD", "en")).toBe("1.50");
    expect(amount(0, "NZD", "en")).toBe("0");
    expect(amount(500, "JPY", "en")).toBe("500");
    expect(withCurrency(100, "SGD", "en")).toBe("SGD 1");
  });
  it("is short on a chip", () => {
    expect([100, 2_500, 50_000, 100_000, 250_000, 1_234_500, 100_000_000].map((minor) => short(minor, "SGD"))).toEqual(["1", "25", "500", "1K", "2.5K", "12.34K", "1M"]);
  });
  it("writes exact fractions as percentages", () => expect(percent("5/36", "en")).toBe("13.89%"));
});

describe("chips", () => {
  const values = [100, 500, 2_500, 10_000];
  it("stacks the largest at the bottom, four at most", () => {
    expect(stack(13_100, values)).toEqual([10_000, 2_500, 500, 100]);
    expect(stack(60_000, values)).toEqual([10_000, 10_000, 10_000, 10_000]);
  });
  it("tells values apart without colour", () => expect(new Set(values.map((value) => styleOf(value, values).inserts)).size).toBe(values.length));
});
