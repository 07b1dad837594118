/** The sound of a throw: one short synthesised knock per contact, by material and strength. */
import { speaker, type Speaker } from "../sound/sound.svelte";
import type { Contact } from "./throws";

interface Knock {
  readonly hz: number;
  readonly rings_hz: readonly number[];
  readonly sharp: number;
  readonly length_s: number;
  readonly loud: number;
}

const KNOCKS: Readonly<Record<Contact["on"], Knock>> = {
  die: { hz: 3_100, rings_hz: [4_700], sharp: 3, length_s: 0.035, loud: 0.7 },
  base: { hz: 620, rings_hz: [165, 310], sharp: 1.2, length_s: 0.06, loud: 1 },
  glass: { hz: 5_200, rings_hz: [3_950, 6_400], sharp: 6, length_s: 0.11, loud: 0.45 },
};

/** Plays the rest of a throw that began so long ago; returns a function that silences it. */
export function rattle(contacts: readonly Contact[], since_ms: number): () => void {
  const found = speaker();
  if (!found) return () => {};
  const hush = new GainNode(found.context);
  hush.connect(found.out);
  const sources = contacts.flatMap(({ at_s, on, energy }) => {
    const wait_s = at_s - since_ms / 1000;
    return wait_s >= 0 ? knock(found, hush, KNOCKS[on], found.context.currentTime + wait_s, Math.sqrt(energy)) : [];
  });
  return () => {
    hush.disconnect();
    for (const source of sources) source.stop(); // otherwise a browser keeps each until its time
  };
}

function knock({ context, noise }: Speaker, to: AudioNode, { hz, rings_hz, sharp, length_s, loud }: Knock, at: number, blow: number): AudioScheduledSourceNode[] {
  const fades = new GainNode(context, { gain: 0 });
  fades.gain.setValueAtTime(0.9 * loud * blow, at);
  fades.gain.exponentialRampToValueAtTime(0.0001, at + length_s);
  fades.connect(to);
  const hiss = new AudioBufferSourceNode(context, { buffer: noise });
  hiss.connect(new BiquadFilterNode(context, { type: "bandpass", frequency: hz * (0.9 + 0.2 * blow), Q: sharp })).connect(fades);
  const rings = rings_hz.map((frequency) => new OscillatorNode(context, { frequency }));
  const soft = new GainNode(context, { gain: 0.25 });
  soft.connect(fades);
  for (const ring of rings) ring.connect(soft);
  for (const source of [hiss, ...rings]) {
    source.start(at);
    source.stop(at + length_s);
  }
  return [hiss, ...rings];
}
