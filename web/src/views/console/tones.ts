/** The look of a player's chip colour on the rack. */
export const COLOUR_TONES: Readonly<Record<string, string>> = {
  red: "#d8323c", blue: "#3d8bfd", green: "#1fa866", yellow: "#f0c419", purple: "#8e4fd6", orange: "#f07d19", pink: "#f07dbb", brown: "#8a5a2f", grey: "#8b979c", white: "#f2f5f3",
};
