/** Whether single-letter keys are enabled; stored on this device. */
const STORED = "taisai.console.keys";
let on = $state(localStorage.getItem(STORED) !== "off");

export const keysOn = (): boolean => on;

export function setKeys(wanted: boolean): void {
  on = wanted;
  localStorage.setItem(STORED, wanted ? "on" : "off");
}
