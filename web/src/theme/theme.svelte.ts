/** The colour of the felt, stored on this device. */
export const FELTS = ["green", "blue", "night"] as const;
export type FeltTheme = (typeof FELTS)[number];

const STORED = "taisai.felt";
let chosen = $state<FeltTheme>(FELTS.find((one) => one === localStorage.getItem(STORED)) ?? "green");

export const feltTheme = (): FeltTheme => chosen;

export function dressFelt(theme: FeltTheme): void {
  chosen = theme;
  localStorage.setItem(STORED, theme);
}
