/** The colours people are made of. */

export type SkinTone = "fair" | "light" | "olive" | "tan" | "brown" | "deep";

/** One complexion: the lit side, the shaded side, and the blush of cheeks and lips. */
export type Skin = { lit: string; shade: string; blush: string };

export const skins: Readonly<Record<SkinTone, Skin>> = {
  fair: { lit: "#FFD9C2", shade: "#EFB191", blush: "#F08A86" },
  light: { lit: "#F6C7A0", shade: "#DB9A70", blush: "#E8776F" },
  olive: { lit: "#E5AC7F", shade: "#C3825A", blush: "#D9635B" },
  tan: { lit: "#C98B5E", shade: "#A4683F", blush: "#C4534A" },
  brown: { lit: "#9C6240", shade: "#79452A", blush: "#B04A42" },
  deep: { lit: "#70432C", shade: "#51301F", blush: "#96403A" },
};

export type HairColour =
  | "black"
  | "brown"
  | "chestnut"
  | "blonde"
  | "honey"
  | "red"
  | "pink"
  | "silver"
  | "teal"
  | "plum"
  | "blue";

/** One hair colour: the mass and its highlights. */
export type HairTint = { mass: string; shine: string };

export const hairTints: Readonly<Record<HairColour, HairTint>> = {
  black: { mass: "#241C2B", shine: "#473A55" },
  brown: { mass: "#4A2C22", shine: "#7A4B36" },
  chestnut: { mass: "#7A3E22", shine: "#A8613A" },
  blonde: { mass: "#DDA952", shine: "#F5D08A" },
  honey: { mass: "#B57B3A", shine: "#DBA866" },
  red: { mass: "#B8452A", shine: "#E0714A" },
  pink: { mass: "#D8578F", shine: "#F58DB6" },
  silver: { mass: "#A9A7BC", shine: "#D8D6E6" },
  teal: { mass: "#1F7F86", shine: "#48B3B4" },
  plum: { mass: "#59306F", shine: "#8A55A3" },
  blue: { mass: "#2E4A9E", shine: "#6C8BE0" },
};

/** The dark of lashes, brows over light hair, spectacle frames. */
export const ink = "#2A1A24";
