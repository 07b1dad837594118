/** The words that are printed on a felt, in the language of its screen. */
import type { SpotInfo } from "../wire";

export interface Wording {
  label(spot: SpotInfo): string;
  odds(odds: string): string;
  /** Of a block of such spots. */
  title(title: string, spot: SpotInfo | undefined): string;
  face(face: number): string;
  /** What becomes of a wager on a triple that does not win it. */
  noTriple(spot: SpotInfo): string;
  /** What comes back without a win, where that is not on triples alone. */
  back(spot: SpotInfo): string;
}
