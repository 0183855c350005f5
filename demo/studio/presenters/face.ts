import type { HairTint, Skin } from "./palette.ts";
import { ink } from "./palette.ts";
import type { Pose } from "./pose.ts";
import { circle, ellipse, path, rect, stroke } from "./svg.ts";

const HEAD = "M-60-18C-62-84 62-84 60-18C62 22 48 62 17 78C6 84-6 84-17 78C-48 62-62 22-60-18Z";

const freckles = [
  [-42, 24],
  [-34, 27],
  [-27, 24],
  [28, 24],
  [35, 27],
  [43, 23],
  [-4, 22],
  [5, 23],
] as const;

/** The skin of the head: ears, face, light and shade, cheeks, nose. */
export function faceSkin(
  { lit, shade, blush }: Skin,
  rimLight: string,
  clipId: string,
  freckled: boolean,
): string {
  return (
    `<clipPath id="${clipId}"><path d="${HEAD}"/></clipPath>` +
    ellipse(-60, 10, 10, 15, lit) +
    ellipse(60, 10, 10, 15, shade) +
    path(HEAD, lit) +
    `<g clip-path="url(#${clipId})">` +
    path("M70-100C30-40 50 40 10 100L90 100L90-100Z", shade, 'opacity=".32"') +
    ellipse(-78, 0, 30, 90, rimLight, 'opacity=".26"') +
    path("M-70-100H70V-34Q0-64-70-34Z", shade, 'opacity=".28"') +
    "</g>" +
    ellipse(-36, 32, 14, 9, blush, 'opacity=".38"') +
    ellipse(36, 32, 14, 9, blush, 'opacity=".38"') +
    (freckled ? freckles.map(([x, y]) => circle(x, y, 1.7, shade)).join("") : "") +
    stroke("M1 12C6 20 8 28-3 29", shade, 3.4)
  );
}

const lash = (x: number, side: number, lashes: boolean) =>
  stroke(
    `M${x - side * 12} 4Q${x - side * 2}-9 ${x + side * 12} 2${lashes ? `l${side * 5}-5` : ""}`,
    ink,
    lashes ? 4.6 : 4,
  );

const openEye = (x: number, lashes: boolean): string =>
  ellipse(x, 6, 10.5, 10, "#FFFDFB") +
  ellipse(x + 1, 6.5, 7, 8.4, "#3A2430") +
  ellipse(x + 1, 9, 4.6, 4.6, "#7A4A3A", 'opacity=".8"') +
  circle(x - 1.6, 3, 2.7, "#FFF") +
  lash(x, Math.sign(x), lashes);

const halfEye = (x: number, { lit, shade }: Skin, lashes: boolean): string =>
  openEye(x, false) +
  path(`M${x - 13}-8H${x + 13}V6Q${x} 2 ${x - 13} 6Z`, lit) +
  stroke(`M${x - 12} 6Q${x} 2 ${x + 12} 6${lashes ? `l${Math.sign(x) * 4}-3` : ""}`, ink, 4) +
  stroke(`M${x - 9}-4Q${x}-8 ${x + 9}-4`, shade, 2, 'opacity=".6"');

const closedEye = (x: number, lashes: boolean): string =>
  stroke(`M${x - 12} 8Q${x} 14 ${x + 12} 8${lashes ? `l${Math.sign(x) * 4} 1` : ""}`, ink, 4.2);

const happyEye = (x: number): string => stroke(`M${x - 12} 10Q${x}-8 ${x + 12} 10`, ink, 4.8);

/** The eye variants in the order that {@link eyeIndex} counts them. */
export function eyeVariants(skin: Skin, lashes: boolean): string[] {
  const both = (draw: (x: number) => string) => draw(-25) + draw(25);
  return [
    both((x) => openEye(x, lashes)),
    both((x) => halfEye(x, skin, lashes)),
    both((x) => closedEye(x, lashes)),
    both(happyEye),
  ];
}

/** The index in {@link eyeVariants} of the eyes in a pose. */
export const eyeIndex = (pose: Pose): number => ["open", "half", "closed", "happy"].indexOf(pose.eyes);

export const brows = (tint: HairTint, strong: boolean): string =>
  [-25, 25]
    .map((x) => {
      const side = Math.sign(x);
      return stroke(
        `M${x - side * 12}-16Q${x}-25 ${x + side * 14}-17`,
        tint.mass,
        strong ? 6.4 : 4.8,
        'opacity=".92"',
      );
    })
    .join("");

export const beard = ({ mass }: HairTint): string =>
  path(
    "M-59 6C-58 56-36 84 0 84C36 84 58 56 59 6C54 34 40 36 26 34C10 30-10 30-26 34C-40 36-54 34-59 6Z",
    mass,
    'opacity=".94"',
  ) + stroke("M-24 38Q0 28 24 38", mass, 7);

const lipInside = "#7A2436";
const grin =
  path("M-19 43Q0 49 19 43Q17 65 0 65Q-17 65-19 43Z", lipInside) +
  path("M-16 45Q0 50 16 45L14 51Q0 55-14 51Z", "#FFF") +
  ellipse(0, 61, 8, 4, "#E8667A");
const wideGrin =
  path("M-23 41Q0 47 23 41Q21 72 0 72Q-21 72-23 41Z", lipInside) +
  path("M-20 43Q0 49 20 43L17 51Q0 55-17 51Z", "#FFF") +
  ellipse(0, 66, 11, 5, "#E8667A");
const talking =
  path("M-15 46Q0 49 15 46Q13 58 0 58Q-13 58-15 46Z", lipInside) + rect(-10, 47, 20, 4, 2, "#FFF");
const round = ellipse(0, 52, 9, 10, lipInside) + ellipse(0, 57, 5, 4, "#E8667A");

const smile = (lips: string): string =>
  stroke("M-16 46Q0 60 17 45", lips, 4.4) + stroke("M-20 43q3 2 4 4M20 42q-2 2-4 4", lips, 2.6);

/** The mouths in the order that {@link mouthIndex} counts them; the first is how this person looks at rest. */
export function mouthVariants(bearded: boolean, restsOpen: boolean): string[] {
  const closed = smile(bearded ? "#F0C7B8" : "#A23B4A");
  return [restsOpen ? grin : closed, talking, wideGrin, round, closed];
}

/** The index in {@link mouthVariants} of the mouth in a pose. */
export const mouthIndex = (pose: Pose): number =>
  ["rest", "talk", "wide", "round", "smile"].indexOf(pose.mouth);

export const glasses = (): string =>
  '<g fill="#fff2" stroke="#2A1A24" stroke-width="4"><circle cx="-26" cy="6" r="19"/><circle cx="26" cy="6" r="19"/></g>' +
  stroke("M-7 4Q0-2 7 4M-45 2L-60-2M45 2L60-2", ink, 4) +
  stroke("M-36-4l8-6M16-4l8-6", "#FFF", 3, 'opacity=".7"');

export const earrings = (): string =>
  circle(-61, 34, 8, "none", 'stroke="#FFC24B" stroke-width="4"') +
  circle(61, 34, 8, "none", 'stroke="#E0A030" stroke-width="4"');

export const headphones = (accent: string): string =>
  stroke("M-66 0C-78-104 78-104 66 0", "#1A1426", 12) +
  stroke("M-64-16C-72-96 60-100 66-14", accent, 4) +
  rect(-82, -18, 26, 50, 12, "#1A1426") +
  rect(56, -18, 26, 50, 12, "#1A1426") +
  rect(-84, -8, 8, 30, 4, accent) +
  rect(76, -8, 8, 30, 4, accent);
