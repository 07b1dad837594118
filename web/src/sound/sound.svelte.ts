/** Bell, chips and calls: extras over what is written. */
const STORED = "taisai.sound";
const SPOKEN = "taisai.speech";
let on = $state(localStorage.getItem(STORED) === "on");
let spoken = $state(localStorage.getItem(SPOKEN) === "on");
let context: AudioContext | undefined;

export const soundOn = (): boolean => on;
export const speechOn = (): boolean => spoken;

export function setSound(wanted: boolean): void {
  on = wanted;
  localStorage.setItem(STORED, wanted ? "on" : "off");
  if (wanted) bell();
}

export function setSpeech(wanted: boolean): void {
  spoken = wanted;
  localStorage.setItem(SPOKEN, wanted ? "on" : "off");
}

function tone(frequency: number, at: number, length: number, volume: number, shape: OscillatorType = "sine"): void {
  if (!on) return;
  context ??= new AudioContext();
  const start = context.currentTime + at;
  const oscillator = new OscillatorNode(context, { type: shape, frequency });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume, start + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}

export function bell(): void {
  for (const [partial, volume] of [[880, 0.2], [1760, 0.08], [2640, 0.05]] as const) tone(partial, 0, 1.4, volume);
}

export const click = (): void => tone(320, 0, 0.05, 0.12, "triangle");

export function fanfare(): void {
  [523, 659, 784].forEach((frequency, place) => tone(frequency, place * 0.12, 0.5, 0.12));
}

export function say(text: string, language: string): void {
  if (!spoken || !("speechSynthesis" in globalThis)) return;
  const words = new SpeechSynthesisUtterance(text);
  words.lang = language;
  speechSynthesis.speak(words);
}
