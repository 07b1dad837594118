/** Bell, chips and calls, in addition to the text. There is no sound before the page is touched. */
const PUBLIC = ["/layout", "/display"].includes(location.pathname); // public screens that everyone hears
const STORED = PUBLIC ? "taisai.sound.public" : "taisai.sound";
const VOLUME = "taisai.volume";
const SPOKEN = "taisai.speech";
const USUAL = location.pathname === "/terminal";

let on = $state(stored());
let loudness = $state(Number(localStorage.getItem(VOLUME) ?? 60));
let spoken = $state(localStorage.getItem(SPOKEN) === "on");
let touched = PUBLIC; // these are never touched; switching their sound on is enough
let made: Speaker | undefined;

/** The audio output at the chosen volume, and noise to make sounds from. */
export interface Speaker {
  readonly context: AudioContext;
  readonly out: GainNode;
  readonly noise: AudioBuffer;
}

function stored(): boolean {
  const asked = PUBLIC ? new URLSearchParams(location.search).get("sound") : null;
  const known = asked ?? localStorage.getItem(STORED);
  return known === null ? USUAL : known === "on";
}

for (const kind of ["pointerdown", "keydown"] as const) addEventListener(kind, () => (touched = true), { capture: true, once: true });

export const soundOn = (): boolean => on;
export const speechOn = (): boolean => spoken;
export const volume = (): number => loudness;

export function setSound(wanted: boolean): void {
  on = wanted;
  localStorage.setItem(STORED, wanted ? "on" : "off");
  if (wanted) bell();
}

export function setSpeech(wanted: boolean): void {
  spoken = wanted;
  localStorage.setItem(SPOKEN, wanted ? "on" : "off");
}

/** From 0 to 100. */
export function setVolume(wanted: number): void {
  loudness = wanted;
  localStorage.setItem(VOLUME, String(wanted));
  if (made) made.out.gain.value = (wanted / 100) ** 2;
  click();
}

/** Nothing if sound is off, or before the page is touched. */
export function speaker(): Speaker | null {
  if (!on || !touched || !loudness) return null;
  made ??= build();
  return PUBLIC && made.context.state !== "running" ? null : made;
}

function build(): Speaker {
  const context = new AudioContext();
  const out = new GainNode(context, { gain: (loudness / 100) ** 2 });
  out.connect(context.destination);
  const noise = new AudioBuffer({ length: context.sampleRate / 4, sampleRate: context.sampleRate });
  const waves = noise.getChannelData(0);
  for (let place = 0; place < waves.length; place += 1) waves[place] = 2 * Math.random() - 1;
  return { context, out, noise };
}

function tone(frequency: number, at: number, length: number, loud: number, shape: OscillatorType = "sine"): void {
  const found = speaker();
  if (!found) return;
  const { context, out } = found;
  const start = context.currentTime + at;
  const oscillator = new OscillatorNode(context, { type: shape, frequency });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  oscillator.connect(gain).connect(out);
  oscillator.start(start);
  oscillator.stop(start + length);
}

/** "No more bets". */
export function bell(): void {
  for (const [partial, loud] of [[880, 0.5], [1760, 0.2], [2640, 0.12]] as const) tone(partial, 0, 1.4, loud);
}

/** A chip on the cloth: two short clicks. */
export function click(): void {
  tone(2_350, 0, 0.03, 0.3, "triangle");
  tone(1_480, 0.018, 0.05, 0.25, "triangle");
}

/** `size` is how much of it is played: more for a larger win. */
export function fanfare(size = 1): void {
  [523, 659, 784, 1047, 1319, 1568].slice(0, 2 + size).forEach((frequency, place) => tone(frequency, place * 0.12, 0.5, 0.3));
}

export function say(text: string, language: string): void {
  if (!spoken || !("speechSynthesis" in globalThis)) return;
  const words = new SpeechSynthesisUtterance(text);
  words.lang = language;
  speechSynthesis.speak(words);
}
