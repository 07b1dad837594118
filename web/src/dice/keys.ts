/** The six numbered buttons of the entry terminal and its display. */
export const FACES = [1, 2, 3, 4, 5, 6] as const;

/** A fourth press removes the first. */
export const lastThree = (pressed: readonly number[]): number[] => pressed.slice(-3);

/** A roll in its written form: ascending. */
export const rollOf = (faces: readonly number[]): string => [...faces].sort((one, other) => one - other).join("-");

export const isFace = (key: string): boolean => /^[1-6]$/.test(key);
