/** What lies on a spot, and how it looks. */
export interface Pile {
  readonly amount: number;
  readonly look: "staged" | "sent" | "accepted" | "swept";
}

export type Piles = ReadonlyMap<string, Pile>;
