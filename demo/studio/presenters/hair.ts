import type { HairTint } from "./palette.ts";
import { circle, ellipse, path, rect, repeat, stroke } from "./svg.ts";

/** A haircut in two parts: what hangs behind head and neck, and what lies over the forehead. */
export type Haircut = { behind: string; front: string };

export type HairStyle =
  | "wavy"
  | "bob"
  | "afro"
  | "curly"
  | "bun"
  | "pony"
  | "straight"
  | "braids"
  | "quiff"
  | "crop"
  | "sweep"
  | "locs"
  | "pixie"
  | "spaceBuns"
  | "buzz";

type Curl = readonly [x: number, y: number, radius: number];

const curls = ({ mass, shine }: HairTint, places: readonly Curl[]): string =>
  places.map(([x, y, r]) => circle(x, y, r, mass)).join("") +
  places
    .filter((_, index) => index % 3 === 0)
    .map(([x, y, r]) =>
      stroke(
        `M${x - r * 0.5} ${y - r * 0.2} q${r * 0.4} ${-r * 0.6} ${r} ${-r * 0.1}`,
        shine,
        3,
        'opacity=".7"',
      ),
    )
    .join("");

/** The cap of hair behind most gathered styles. */
const capShape = "M-66-10C-76-98 76-98 66-10L62 36L-62 36Z";
/** A hairline that leaves the forehead free, combed back. */
const combedBack = "M-61 10C-72-62-42-94 0-94C42-94 72-62 61 10C58-22 44-46 6-54C-34-50-54-24-61 10Z";

const wavy = ({ mass, shine }: HairTint): Haircut => ({
  behind:
    path(
      "M-68-22C-84-108 84-110 70-22C78 20 104 60 92 110C108 150 78 196 50 176L-46 178C-82 196-106 150-92 112C-102 62-78 22-68-22Z",
      mass,
    ) +
    stroke("M-78 50C-86 90-70 110-80 160", shine, 5, 'opacity=".55"') +
    stroke("M80 46C90 90 72 112 84 158", shine, 5, 'opacity=".55"'),
  front:
    path(
      "M-61 16C-78-62-40-98 6-95C58-94 78-50 61 18C60-14 46-42 14-60C-2-36-36-30-50-14C-57-4-59 8-61 16Z",
      mass,
    ) +
    stroke("M-46-30C-36-56-10-66 6-70", shine, 5, 'opacity=".6"') +
    stroke("M30-66C46-54 54-36 58-14", shine, 5, 'opacity=".5"'),
});

const bob = ({ mass, shine }: HairTint): Haircut => ({
  behind: path(
    "M-70-16C-84-106 84-106 70-16C84 30 86 66 70 88C54 96 40 82 38 66L-38 66C-40 82-54 96-70 88C-86 66-84 30-70-16Z",
    mass,
  ),
  front:
    path(
      "M-61 14C-76-60-44-95 0-95C44-95 76-60 61 14C60-6 56-16 52-24C20-14-20-14-52-24C-56-16-60-6-61 14Z",
      mass,
    ) +
    stroke("M-44-48C-30-72 10-80 34-68", shine, 6, 'opacity=".6"') +
    stroke("M-72 30C-76 50-74 64-68 76", shine, 4, 'opacity=".5"'),
});

const afro = (tint: HairTint): Haircut => {
  const halo = Array.from({ length: 15 }, (_, index): Curl => {
    const angle = Math.PI * (0.92 + (index * 1.16) / 14);
    return [Math.cos(angle) * 76, Math.sin(angle) * 70 - 18, 31];
  });
  return {
    behind: circle(0, -30, 84, tint.mass) + curls(tint, halo),
    front: path(
      "M-60 4C-66-60-40-80 0-80C40-80 66-60 60 4C56-22 46-38 30-44C10-50-10-50-30-44C-46-38-56-22-60 4Z",
      tint.mass,
    ),
  };
};

const curly = (tint: HairTint): Haircut => {
  const sides = [
    [66, -20, 26],
    [74, 20, 26],
    [76, 60, 26],
    [68, 98, 24],
    [52, -58, 28],
    [50, 118, 20],
  ] as const;
  const mane = sides.flatMap(([x, y, r]): Curl[] => [
    [-x, y, r],
    [x, y, r],
  ]);
  const fringe: Curl[] = [
    [-40, -48, 21],
    [-12, -60, 23],
    [20, -58, 23],
    [44, -42, 20],
    [-56, -24, 16],
    [57, -20, 15],
  ];
  return {
    behind: rect(-70, -40, 140, 150, 50, tint.mass) + curls(tint, [...mane, [-20, -80, 30], [22, -82, 30]]),
    front: curls(tint, fringe),
  };
};

const bun = ({ mass, shine }: HairTint): Haircut => ({
  behind:
    circle(0, -108, 33, mass) +
    stroke("M-16-118c8-12 22-12 30-2", shine, 5, 'opacity=".7"') +
    path("M-66-10C-74-94 74-94 66-10L60 30L-60 30Z", mass),
  front:
    path(combedBack, mass) +
    stroke("M-40-52C-26-70 10-78 30-66", shine, 5, 'opacity=".6"') +
    stroke("M-60 10C-64 28-62 40-58 52", mass, 7),
});

const pony = ({ mass, shine }: HairTint): Haircut => ({
  behind:
    path("M30-92C96-116 132-50 116 30C110 80 124 110 96 136C92 96 78 70 78 20C78-24 60-50 24-66Z", mass) +
    stroke("M66-86C104-76 104-20 98 30C96 66 104 90 100 112", shine, 5, 'opacity=".55"') +
    path("M-66-10C-74-94 74-94 66-10L60 24L-60 24Z", mass),
  front:
    path("M-61 10C-72-62-42-94 0-94C42-94 72-62 61 10C57-20 42-46-6-54C-36-46-55-22-61 10Z", mass) +
    stroke("M-40-50C-24-70 12-76 34-64", shine, 5, 'opacity=".6"'),
});

const straight = ({ mass, shine }: HairTint): Haircut => ({
  behind:
    path("M-70-16C-84-108 84-108 70-16L84 190C60 202 44 198 36 186L-36 186C-44 198-60 202-84 190Z", mass) +
    stroke("M-72 40L-76 170M74 40L77 168", shine, 4, 'opacity=".5"'),
  front:
    path("M0-95C-52-95-74-58-62 40C-60 10-54-26 0-66C54-26 60 10 62 40C74-58 52-95 0-95Z", mass) +
    stroke("M-12-74C-34-62-48-42-54-16M14-74C36-62 48-42 54-16", shine, 4, 'opacity=".5"'),
});

const braids = ({ mass, shine }: HairTint): Haircut => {
  const edge = `stroke="${shine}" stroke-opacity=".35" stroke-width="2"`;
  const plait = (side: -1 | 1) =>
    repeat(0, 7, (i) => ellipse(side * (66 + Math.sin(i) * 3), 42 + i * 23, 15 - i * 0.6, 15, mass, edge));
  return {
    behind: path(capShape, mass),
    front:
      path("M0-94C-46-94-72-62-61 16C-58-20-44-46 0-60C44-46 58-20 61 16C72-62 46-94 0-94Z", mass) +
      stroke("M0-92L0-62", shine, 3, 'opacity=".6"') +
      plait(-1) +
      plait(1) +
      rect(-77, 196, 22, 12, 5, "#FF5C93") +
      rect(55, 196, 22, 12, 5, "#FF5C93"),
  };
};

const quiff = ({ mass, shine }: HairTint): Haircut => ({
  behind: "",
  front:
    path(
      "M-61 2C-68-36-66-62-48-74C-44-108 26-120 58-90C74-76 66-32 61 2C60-14 56-28 50-38C16-32-20-40-46-54C-54-42-58-20-61 2Z",
      mass,
    ) + stroke("M-30-82C-12-98 22-102 44-86M-34-68C-10-82 24-84 50-66", shine, 5, 'opacity=".6"'),
});

const crop = ({ mass, shine }: HairTint): Haircut => ({
  behind: "",
  front:
    path("M-61-2C-66-66-40-90 0-90C40-90 66-66 61-2C57-30 48-46 30-50L-26-52C-48-48-57-30-61-2Z", mass) +
    stroke("M-34-66C-16-78 16-78 34-66", shine, 5, 'opacity=".5"'),
});

const buzz = ({ mass, shine }: HairTint): Haircut => ({
  behind: "",
  front:
    path(
      "M-61-6C-64-60-40-86 0-86C40-86 64-60 61-6C58-34 44-54 0-56C-44-54-58-34-61-6Z",
      mass,
      'opacity=".82"',
    ) + stroke("M-30-70C-14-77 14-77 30-70", shine, 4, 'opacity=".4"'),
});

const sweep = ({ mass, shine }: HairTint): Haircut => ({
  behind: path("M-66-14C-78-98 76-104 68-10C76 20 72 48 60 62L-52 58C-70 44-74 14-66-14Z", mass),
  front:
    path(
      "M-61 12C-80-66-34-104 14-96C62-92 74-46 61 8C58-14 52-28 42-40C26-20-26-34-46-30C-56-22-59 0-61 12Z",
      mass,
    ) + stroke("M-48-46C-30-76 10-84 42-62M-50-34C-20-50 10-52 36-46", shine, 5, 'opacity=".55"'),
});

const locs = ({ mass, shine }: HairTint): Haircut => ({
  behind:
    path(capShape, mass) +
    repeat(0, 7, (i) => {
      const x = -72 + i * 24;
      return stroke(`M${x * 0.7}-60C${x * 1.1} 0 ${x * 1.3} 60 ${x * 1.2} ${110 + (i % 3) * 18}`, mass, 19);
    }),
  front:
    repeat(0, 6, (i) => {
      const x = -62 + i * 25;
      return stroke(
        `M${-40 + i * 16}-84C${-60 + i * 22}-70 ${x}-50 ${x} ${i === 0 || i === 5 ? 30 : -34}`,
        mass,
        17,
      );
    }) + stroke("M-30-76q10-10 22-8M10-82q14 0 22 8", shine, 4, 'opacity=".5"'),
});

const pixie = ({ mass, shine }: HairTint): Haircut => ({
  behind: path("M-66-12C-78-96 74-104 67-8C70 14 66 34 58 44L-56 40C-66 28-70 8-66-12Z", mass),
  front:
    path(
      "M-62 18C-78-58-40-102 10-96C60-92 76-44 61 16C60-8 58-22 54-30C40-26 34-40 22-44C12-22-20-14-34-26C-44-20-58 0-62 18Z",
      mass,
    ) + stroke("M-44-44C-24-72 6-80 34-68M-20-36C0-44 12-56 16-66", shine, 5, 'opacity=".55"'),
});

const spaceBuns = ({ mass, shine }: HairTint): Haircut => ({
  behind:
    circle(-56, -88, 28, mass) +
    circle(56, -88, 28, mass) +
    stroke("M-70-96c6-10 18-12 26-4M44-100c8-8 20-6 26 4", shine, 5, 'opacity=".7"') +
    path(capShape, mass),
  front:
    path("M0-94C-46-94-72-62-61 16C-58-20-40-40 0-54C40-40 58-20 61 16C72-62 46-94 0-94Z", mass) +
    stroke("M0-92L0-58", shine, 3, 'opacity=".6"') +
    stroke("M-58 8C-66 34-62 58-68 82M58 8C66 34 62 58 68 82", mass, 9),
});

/** Every haircut by its name. */
export const haircuts: Readonly<Record<HairStyle, (tint: HairTint) => Haircut>> = {
  wavy,
  bob,
  afro,
  curly,
  bun,
  pony,
  straight,
  braids,
  quiff,
  crop,
  buzz,
  sweep,
  locs,
  pixie,
  spaceBuns,
};
