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
  readonly click: AudioBuffer;
}

/** A chip on the cloth, as two short clicks. */
const CLICKS = [
  { hz: 2_350, at_s: 0, length_s: 0.03, loud: 0.3 },
  { hz: 1_480, at_s: 0.018, length_s: 0.05, loud: 0.25 },
];
const [CLICK_S, RISES_S, SILENT] = [0.07, 0.005, 0.0001];

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
  const noise = recorded(context, 0.25, () => 2 * Math.random() - 1);
  return { context, out, noise, click: recorded(context, CLICK_S, clicking) };
}

function recorded({ sampleRate }: AudioContext, length_s: number, wave: (at_s: number) => number): AudioBuffer {
  const buffer = new AudioBuffer({ length: Math.round(length_s * sampleRate), sampleRate });
  const waves = buffer.getChannelData(0);
  for (let place = 0; place < waves.length; place += 1) waves[place] = wave(place / sampleRate);
  return buffer;
}

/** Triangle waves that rise at once and fade. */
function clicking(now_s: number): number {
  return CLICKS.reduce((sum, { hz, at_s, length_s, loud }) => {
    const since_s = now_s - at_s;
    if (since_s < 0 || since_s > length_s) return sum;
    const fades = (SILENT / loud) ** Math.max(0, (since_s - RISES_S) / (length_s - RISES_S));
    return sum + loud * Math.min(1, since_s / RISES_S) * fades * (2 / Math.PI) * Math.asin(Math.sin(2 * Math.PI * hz * since_s));
  }, 0);
}

function tone(frequency: number, at: number, length: number, loud: number): void {
  const found = speaker();
  if (!found) return;
  const { context, out } = found;
  const start = context.currentTime + at;
  const oscillator = new OscillatorNode(context, { frequency });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + RISES_S);
  gain.gain.exponentialRampToValueAtTime(SILENT, start + length);
  oscillator.connect(gain).connect(out);
  oscillator.start(start);
  oscillator.stop(start + length);
}

/** "No more bets". */
export function bell(): void {
  for (const [partial, loud] of [[880, 0.5], [1760, 0.2], [2640, 0.12]] as const) tone(partial, 0, 1.4, loud);
}

/** A chip on the cloth: recorded once, because it is heard with every tap. */
export function click(): void {
  const found = speaker();
  if (!found) return;
  const source = new AudioBufferSourceNode(found.context, { buffer: found.click });
  source.connect(found.out);
  source.start();
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
