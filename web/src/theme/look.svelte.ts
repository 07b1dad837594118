/** Light or dark mode of the screens without play: the system's setting, or a choice stored on this device. */
import "./look.css";

export const LOOKS = ["system", "light", "dark"] as const;
export type Look = (typeof LOOKS)[number];

const STORED = "taisai.look";
const system = matchMedia("(prefers-color-scheme: light)");
let chosen = $state<Look>(LOOKS.find((one) => one === localStorage.getItem(STORED)) ?? "system");
let outside = $state(system.matches);
system.addEventListener("change", () => (outside = system.matches));

export const look = (): Look => chosen;
export const isLight = (): boolean => (chosen === "system" ? outside : chosen === "light");

export function choose(wanted: Look): void {
  chosen = wanted;
  localStorage.setItem(STORED, wanted);
}

/** In an effect of the view: player screens stay dark. */
export function wear(): () => void {
  document.documentElement.dataset["look"] = isLight() ? "light" : "dark";
  return () => delete document.documentElement.dataset["look"];
}

/** The light-mode replacement of a dark-mode colour; saved pictures have no style sheet. */
const ON_LIGHT: Readonly<Record<string, string>> = {
  "#e6c977": "#7a5a00", "#6fb1ff": "#1558b0", "#ff8f82": "#b3261e", "#38d39f": "#0b6b4b", "#d7a6ff": "#6b2fb3", "#9fb0ac": "#5a6865",
  "#f2f5f3": "#141c1b", "#b4c2bf": "#3f4d4a", "#26343a": "#d3dcdc", "#0d1518": "#ffffff", "#05090b": "#ffffff", "#ffb020": "#8a5200", "#ffffff": "#141c1b",
};

export const toned = (colour: string): string => (isLight() ? (ON_LIGHT[colour] ?? colour) : colour);
