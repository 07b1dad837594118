/** The faces of this screen's dice: pips, or those of the table's rulebook. */
import type { FaceInfo } from "../wire";

const INKS: Readonly<Record<string, string>> = { red: "#b3121e", green: "#0f6b3f", blue: "#1b4f9c" };

class Sides {
  private faces = $state.raw<readonly FaceInfo[]>([]);

  show(faces: readonly FaceInfo[]): void {
    this.faces = faces;
  }

  /** None if the dice have pips. */
  of(face: number): FaceInfo | undefined {
    return this.faces[face - 1];
  }

  /** Dice without pips have no total. */
  get named(): boolean {
    return this.faces.length > 0;
  }

  name(face: number): string {
    return this.of(face)?.name ?? String(face);
  }
}

/** What is drawn on a face: its picture, or as much of its name as is readable. */
export const mark = ({ name, picture }: FaceInfo): string => picture || [...name].slice(0, 3).join("");

/** Only known colours: a rulebook is data. */
export const ink = ({ colour }: FaceInfo): string => INKS[colour] ?? "#14171a";

export const sides = new Sides();
