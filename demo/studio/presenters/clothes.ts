import { circle, path, rect, stroke } from "./svg.ts";

/** The outline of shoulders, chest and upper arms that every garment fills. */
export const TORSO =
  "M-32 92C-60 110-112 112-134 152C-154 200-160 320-166 620L166 620C160 320 154 200 134 152C112 112 60 110 32 92Q0 120-32 92Z";

const lapelledLeft =
  "M-32 92C-60 110-112 112-134 152C-154 200-160 320-166 620L-40 620C-52 420-60 240-48 100Z";
const lapelledRight = "M32 92C60 110 112 112 134 152C154 200 160 320 166 620L40 620C52 420 60 240 48 100Z";

/** The material of a garment: two colours, the wearer's skin, and the id of a clip of {@link TORSO}. */
export type Fabric = { main: string; accent: string; skin: string; torsoClip: string };

export type ClothName =
  | "tee"
  | "stripes"
  | "hoodie"
  | "knit"
  | "shirt"
  | "jacket"
  | "apron"
  | "tank"
  | "dots";

const neckline = (accent: string) => stroke("M-40 97Q0 142 40 97", accent, 7);

const tee = ({ main, accent }: Fabric) => path(TORSO, main) + neckline(accent);

const stripes = ({ main, accent, torsoClip }: Fabric) => {
  const lines = [150, 182, 214, 246, 278, 310, 342, 374, 406, 438, 470, 502];
  const drawn = lines.map((y) => stroke(`M-180 ${y}Q0 ${y + 22} 180 ${y}`, accent, 11)).join("");
  return `${path(TORSO, main)}<g clip-path="url(#${torsoClip})">${drawn}</g>${neckline(accent)}`;
};

const dots = ({ main, accent, torsoClip }: Fabric) => {
  let drawn = "";
  for (let row = 0; row < 12; row++)
    for (let column = -4; column <= 4; column++)
      drawn += circle(column * 38 + (row % 2) * 19, 146 + row * 32, 6.5, accent);
  return `${path(TORSO, main)}<g clip-path="url(#${torsoClip})">${drawn}</g>${neckline(accent)}`;
};

const hoodie = ({ main, accent }: Fabric) =>
  path("M-66 106C-70 60-40 70 0 72C40 70 70 60 66 106L40 134L-40 134Z", accent) +
  path(TORSO, main) +
  path("M-56 100Q-46 150 0 158Q46 150 56 100Q30 132 0 132Q-30 132-56 100Z", accent) +
  stroke("M-22 150L-24 214M22 150L24 206", "#FFF8", 4) +
  stroke("M-78 300Q0 286 78 300", accent, 5, 'opacity=".7"');

const knit = ({ main, accent }: Fabric) =>
  path(TORSO, main) +
  rect(-35, 66, 70, 48, 18, main) +
  stroke("M-32 84Q0 96 32 84M-33 98Q0 112 33 98", accent, 4, 'opacity=".6"') +
  [-90, -60, -30, 0, 30, 60, 90]
    .map((x) => stroke(`M${x} ${150 - Math.abs(x) * 0.1}L${x * 1.05} 600`, accent, 5, 'opacity=".35"'))
    .join("");

const shirt = ({ main, accent }: Fabric) =>
  path(TORSO, main) +
  path("M-30 92L0 150L30 92Q0 118-30 92Z", accent) +
  path("M-34 88L-58 112L-20 164L0 136Z", main, 'stroke="#0003" stroke-width="3"') +
  path("M34 88L58 112L20 164L0 136Z", main, 'stroke="#0003" stroke-width="3"') +
  stroke("M0 150L0 600", "#0003", 3) +
  [196, 246, 296, 346, 396, 446].map((y) => circle(0, y, 4.5, "#FFFC")).join("");

const jacket = ({ main, accent }: Fabric) =>
  path(TORSO, accent) +
  path(lapelledLeft, main) +
  path(lapelledRight, main) +
  path("M-36 90L-62 110L-66 186L-42 160Z", main, 'stroke="#0004" stroke-width="3"') +
  path("M36 90L62 110L66 186L42 160Z", main, 'stroke="#0004" stroke-width="3"') +
  stroke("M-96 214l40 4M96 214l-40 4", "#0004", 4);

const apron = ({ main, accent }: Fabric) =>
  path(TORSO, accent) +
  stroke("M-50 100L-58 190M50 100L58 190", main, 13) +
  path("M-70 184Q0 172 70 184L92 620L-92 620Z", main) +
  rect(-36, 262, 72, 54, 8, "#0002");

const tank = ({ main, accent, skin }: Fabric) =>
  path(TORSO, skin) +
  path(
    "M-74 108Q-70 170-108 200L-150 620L150 620L108 200Q70 170 74 108L52 102Q40 158 0 160Q-40 158-52 102Z",
    main,
  ) +
  stroke("M-52 103Q-40 158 0 160Q40 158 52 103", accent, 5);

/** Every garment by its name. */
export const garments: Readonly<Record<ClothName, (fabric: Fabric) => string>> = {
  tee,
  stripes,
  dots,
  hoodie,
  knit,
  shirt,
  jacket,
  apron,
  tank,
};

/** The colour of a garment's sleeves. An apron has none of its own: the shirt below shows; a tank top leaves the arm bare. */
export function sleeveOf(cloth: ClothName, fabric: Pick<Fabric, "main" | "accent" | "skin">): string {
  if (cloth === "apron") return fabric.accent;
  return cloth === "tank" ? fabric.skin : fabric.main;
}
