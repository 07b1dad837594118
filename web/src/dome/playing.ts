/** The throw that a round is shown with: the same on every screen of a table, and it reveals nothing but its roll. */
import { dice } from "../felt/notes";
import { faces, type Faces } from "./die";
import { poseAt, THROWS, type Contact, type Pose, type Throw } from "./throws";
import { around, times } from "./turning";

export interface Playing {
  readonly length_ms: number;
  readonly contacts: readonly Contact[];
  /** The faces on the six sides of each die. */
  readonly faces: readonly Faces[];
  posesAt(at_ms: number): readonly Pose[];
}

/** A stable hash of a text. */
export function numberOf(text: string): number {
  let mixed = 2166136261;
  for (const letter of text) mixed = Math.imul(mixed ^ (letter.codePointAt(0) ?? 0), 16777619);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

/** The final position, order and rotation of the dice follow from table and round, never from the roll. */
export function playing(table: string, round: number, roll: string, throws: readonly Throw[] = THROWS): Playing {
  const number = numberOf(`${table} ${round}`);
  const { length_s, dice: paths, contacts } = throws[number % throws.length] as Throw;
  const shown = dice(roll);
  const first = Math.floor(number / 7) % 3;
  const [angle, mirrored] = [((number >>> 8) % 360) * (Math.PI / 180), (number >>> 5) % 2 === 1];
  return {
    length_ms: length_s * 1000,
    contacts,
    faces: paths.map((_, place) => faces(shown[(place + first) % 3] ?? 1, (number >>> (3 * place)) % 4)),
    posesAt: (at_ms) => paths.map((path) => placed(poseAt(path, at_ms / 1000), angle, mirrored)),
  };
}

/** The whole picture rotated about its centre, or mirrored. */
function placed({ at: [x, y, z], turn }: Pose, angle: number, mirrored: boolean): Pose {
  const [across, way] = mirrored ? [-x, [turn[0], turn[1], -turn[2], -turn[3]] as const] : [x, turn];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { at: [across * cos - y * sin, across * sin + y * cos, z], turn: times(around(angle), way) };
}
