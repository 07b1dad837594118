/** The words printed on a felt, in the language of its screen. */
import type { SpotInfo } from "../wire";

export interface Wording {
  label(spot: SpotInfo): string;
  odds(odds: string): string;
  /** For a block of such spots. */
  title(title: string, spot: SpotInfo | undefined): string;
  face(face: number): string;
  /** What happens to a wager on a triple that does not win. */
  noTriple(spot: SpotInfo): string;
  /** What is returned without a win, if not only on triples. */
  back(spot: SpotInfo): string;
}
