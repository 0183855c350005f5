import type { DemoModel } from "../models.ts";
import type { ClothName } from "./presenters/clothes.ts";
import type { HairStyle } from "./presenters/hair.ts";
import type { HairColour, SkinTone } from "./presenters/palette.ts";
import type { Feature, Appearance, Presenter } from "./presenters/presenter.ts";

/** Writes a {@link Appearance} on one line. */
function appearance(
  skin: SkinTone,
  hair: HairStyle,
  hairColour: HairColour,
  cloth: ClothName,
  colours: readonly [string, string],
  mouth: Appearance["mouth"],
  ...features: readonly Feature[]
): Appearance {
  return { skin, hair, hairColour, cloth, colours, mouth, features };
}

/** How each model of the demo looks, by login. */
const appearances: Readonly<Record<string, Omit<Presenter, "seed" | "scene">>> = {
  luna: {
    variant: 0,
    figures: [appearance("light", "wavy", "chestnut", "shirt", ["#F3E3CE", "#B0503C"], "open", "earrings")],
  },
  rosa: {
    variant: 2,
    figures: [appearance("tan", "curly", "black", "jacket", ["#2F6690", "#F4EFE6"], "open", "earrings")],
  },
  dani: {
    variant: 1,
    figures: [appearance("olive", "pony", "black", "stripes", ["#FFF6EA", "#2F7A6B"], "open")],
  },
  thiago: {
    variant: 1,
    figures: [
      appearance("brown", "crop", "black", "shirt", ["#7FB3A6", "#FFF8EC"], "smile", "beard", "strongBrows"),
    ],
  },
  clara: {
    variant: 0,
    figures: [
      appearance("light", "straight", "brown", "jacket", ["#7A1F3A", "#F3E3CE"], "smile", "earrings"),
    ],
  },
  bruno: {
    variant: 2,
    figures: [
      appearance("olive", "sweep", "black", "shirt", ["#F4EFE6", "#2F3E6E"], "smile", "beard", "strongBrows"),
    ],
  },
  elena: {
    variant: 1,
    figures: [appearance("tan", "bob", "black", "knit", ["#4C7A8C", "#315766"], "smile", "earrings")],
  },
  dante: {
    variant: 0,
    figures: [
      appearance("deep", "locs", "black", "shirt", ["#D96C4A", "#F6EDE1"], "smile", "beard", "strongBrows"),
    ],
  },
  lia: {
    variant: 1,
    figures: [appearance("light", "pony", "teal", "stripes", ["#F6EDE1", "#D1495B"], "open")],
  },
  jules: {
    variant: 2,
    figures: [appearance("fair", "sweep", "honey", "jacket", ["#3A5A40", "#F4EFE6"], "smile", "strongBrows")],
  },
  valentina: {
    variant: 2,
    figures: [appearance("olive", "wavy", "red", "dots", ["#2B1B4A", "#FFC24B"], "open", "earrings")],
  },
  aria: {
    variant: 0,
    figures: [appearance("brown", "afro", "black", "jacket", ["#2B1B4A", "#FF5FB4"], "open", "earrings")],
  },
  paloma: {
    variant: 1,
    figures: [appearance("olive", "straight", "pink", "tee", ["#111022", "#5CE1E6"], "smile")],
  },
  alexia: {
    variant: 2,
    figures: [appearance("tan", "bun", "plum", "jacket", ["#6A45D6", "#FFC24B"], "open", "earrings")],
  },
  yuki: {
    variant: 0,
    figures: [appearance("fair", "bob", "black", "hoodie", ["#FF7A9A", "#C94468"], "open")],
  },
  leo: {
    variant: 1,
    figures: [
      appearance(
        "light",
        "quiff",
        "chestnut",
        "hoodie",
        ["#3A5A40", "#24402B"],
        "smile",
        "glasses",
        "strongBrows",
      ),
    ],
  },
  mika: {
    variant: 2,
    figures: [appearance("olive", "spaceBuns", "blue", "tee", ["#F4D35E", "#D18F1E"], "open", "freckles")],
  },
  mateo: {
    variant: 2,
    figures: [
      appearance("olive", "quiff", "black", "knit", ["#D9A441", "#8A5F1C"], "smile", "beard", "strongBrows"),
    ],
  },
  freya: {
    variant: 0,
    figures: [appearance("fair", "straight", "silver", "jacket", ["#4A3F8A", "#F4EFE6"], "smile", "glasses")],
  },
  katya: {
    variant: 1,
    figures: [appearance("fair", "braids", "honey", "knit", ["#C85C8E", "#8E3763"], "smile", "freckles")],
  },
  henrik: {
    variant: 2,
    figures: [
      appearance("fair", "buzz", "blonde", "hoodie", ["#5666C9", "#38429A"], "smile", "beard", "strongBrows"),
    ],
  },
  ines: {
    variant: 0,
    figures: [appearance("olive", "bun", "black", "apron", ["#F6EDE1", "#E4572E"], "open", "earrings")],
  },
  salma: {
    variant: 1,
    figures: [appearance("tan", "wavy", "black", "apron", ["#F2B84B", "#2F6B6B"], "smile", "earrings")],
  },
  chiara: {
    variant: 2,
    figures: [appearance("light", "pixie", "brown", "apron", ["#D1495B", "#FFF6EA"], "open", "freckles")],
  },
  leila: {
    variant: 0,
    figures: [appearance("tan", "curly", "chestnut", "apron", ["#7FB3A6", "#F3E3CE"], "smile", "earrings")],
  },
  vera: {
    variant: 0,
    figures: [appearance("fair", "bob", "plum", "hoodie", ["#5666C9", "#38429A"], "smile", "freckles")],
  },
  zara: {
    variant: 2,
    figures: [appearance("deep", "bun", "black", "knit", ["#C85C8E", "#8E3763"], "open", "earrings")],
  },
  ravi: {
    variant: 1,
    figures: [
      appearance(
        "brown",
        "sweep",
        "black",
        "shirt",
        ["#4C7A8C", "#F4EFE6"],
        "smile",
        "glasses",
        "strongBrows",
      ),
    ],
  },
  ingrid: {
    variant: 1,
    gesture: "mug",
    figures: [appearance("fair", "wavy", "blonde", "knit", ["#2E86AB", "#1C5C7A"], "smile", "freckles")],
  },
  noor: {
    variant: 0,
    figures: [appearance("tan", "curly", "brown", "knit", ["#2F7F7A", "#1B5753"], "smile", "glasses")],
  },
  tomas: {
    variant: 1,
    figures: [
      appearance(
        "tan",
        "crop",
        "black",
        "shirt",
        ["#E9DCC8", "#8A4B5E"],
        "smile",
        "glasses",
        "beard",
        "strongBrows",
      ),
    ],
  },
  fiona: {
    variant: 2,
    figures: [
      appearance("fair", "bun", "red", "dots", ["#3A5A40", "#F4D35E"], "smile", "glasses", "freckles"),
    ],
  },
  robin: {
    variant: 1,
    figures: [
      appearance("fair", "quiff", "red", "knit", ["#D96C4A", "#8A3A22"], "smile", "freckles", "strongBrows"),
    ],
  },
  sol: {
    variant: 0,
    figures: [appearance("brown", "braids", "black", "tee", ["#F2B84B", "#D18F1E"], "open")],
  },
  mila: {
    variant: 2,
    figures: [appearance("fair", "wavy", "blonde", "shirt", ["#7FB3A6", "#FFF8EC"], "smile", "earrings")],
  },
  marisol: {
    variant: 1,
    figures: [appearance("tan", "straight", "black", "dots", ["#D1495B", "#FFF6EA"], "smile", "earrings")],
  },
  emilia: {
    variant: 0,
    figures: [appearance("fair", "pony", "red", "stripes", ["#FFF6EA", "#2E5A88"], "smile", "freckles")],
  },
  amara: {
    variant: 2,
    figures: [appearance("deep", "afro", "brown", "shirt", ["#F4D35E", "#FFF8EC"], "open", "earrings")],
  },
  mei: {
    variant: 1,
    figures: [appearance("light", "bob", "black", "jacket", ["#3D5A80", "#F4EFE6"], "smile", "glasses")],
  },
  kai: {
    variant: 0,
    figures: [appearance("olive", "crop", "black", "tank", ["#2E86AB", "#1C5C7A"], "open", "strongBrows")],
  },
  greta: {
    variant: 1,
    figures: [appearance("light", "pony", "blonde", "tee", ["#7A4FA3", "#57347A"], "open")],
  },
  bianca: {
    variant: 2,
    figures: [appearance("brown", "curly", "brown", "tank", ["#F77F00", "#FFF6EA"], "open", "earrings")],
  },
  priya: {
    variant: 0,
    figures: [appearance("tan", "straight", "black", "dots", ["#B0503C", "#FFC24B"], "open", "earrings")],
  },
  nadia: {
    variant: 2,
    figures: [
      appearance(
        "light",
        "pixie",
        "silver",
        "jacket",
        ["#2F3E6E", "#E8D7B9"],
        "smile",
        "glasses",
        "earrings",
      ),
    ],
  },
  ivyandsam: {
    variant: 0,
    figures: [
      appearance("light", "wavy", "red", "knit", ["#2F7F7A", "#1B5753"], "open", "freckles"),
      appearance("brown", "crop", "black", "shirt", ["#F4D35E", "#FFF8EC"], "smile", "beard", "strongBrows"),
    ],
  },
  lolaypablo: {
    variant: 1,
    figures: [
      appearance("olive", "bob", "black", "stripes", ["#FFF6EA", "#D1495B"], "open", "earrings"),
      appearance("light", "quiff", "brown", "tee", ["#2E5A88", "#FFC24B"], "smile", "glasses", "strongBrows"),
    ],
  },
  saraetluc: {
    variant: 2,
    figures: [
      appearance("tan", "pony", "brown", "stripes", ["#F3E3CE", "#2E5A88"], "smile", "freckles"),
      appearance("fair", "buzz", "blonde", "knit", ["#3A5A40", "#24402B"], "open", "beard", "strongBrows"),
    ],
  },
  aikoandren: {
    variant: 0,
    figures: [
      appearance("fair", "spaceBuns", "plum", "hoodie", ["#FF7A9A", "#C94468"], "smile"),
      appearance("light", "sweep", "black", "tee", ["#5666C9", "#F4EFE6"], "open", "strongBrows"),
    ],
  },
};

/** Everything that the pictures of a model are made from; the login decides the small things. Throws for a stranger. */
export function presenterOf({ login, scene }: Pick<DemoModel, "login" | "scene">): Presenter {
  const drawnAs = appearances[login];
  if (!drawnAs) throw new Error(`nobody knows what ${login} looks like`);
  return { seed: login, scene, ...drawnAs };
}
