import type { Layer } from "../layer.ts";
import type { Skin } from "../palette.ts";
import { group, rect, stroke } from "../svg.ts";
import type { Limb } from "./gesture.ts";

const fingerAngles = [-12, -4, 4, 12];

/** An open hand, fingers up, its wrist below x,y; `angle` turns it. */
export function openHand(x: number, y: number, angle: number, { lit, shade }: Skin): string {
  const fingers = fingerAngles
    .map((dx, index) => rect(dx - 4.5, -34 + (index === 0 || index === 3 ? 6 : 0), 9, 30, 4.5, lit))
    .join("");
  const thumb = group(rect(-4.5, -22, 10, 26, 5, lit), "translate(17 2) rotate(42)");
  return group(
    rect(-16, -16, 32, 34, 14, lit) +
      fingers +
      thumb +
      stroke("M-8-16v-8M0-16v-10M8-16v-8", shade, 1.6, 'opacity=".7"'),
    `translate(${x} ${y}) rotate(${angle})`,
  );
}

/** A closed hand that holds something. */
export const fist = (x: number, y: number, angle: number, { lit, shade }: Skin): string =>
  group(
    rect(-21, -17, 42, 36, 16, lit) +
      stroke("M-10-16v14M0-17v15M10-16v14", shade, 2, 'opacity=".75"') +
      rect(-24, 2, 26, 13, 6.5, lit, `stroke="${shade}" stroke-width="1.4" stroke-opacity=".7"`),
    `translate(${x} ${y}) rotate(${angle})`,
  );

/** A sleeved arm along a line, with a soft edge against the body. */
export const arm = (d: string, sleeve: string, width = 46): string =>
  stroke(d, "#0002", width + 5) + stroke(d, sleeve, width);

const shoulderX = 128;
const shoulderY = 182;

/** An arm thrown up in joy; it appears while `armsUp` is above nothing and swings up with it. */
export function cheeringArm(side: -1 | 1, { skin, sleeve }: Limb): Layer {
  const s = side;
  const drawing =
    arm(`M${s * 126} 184C${s * 168} 186 ${s * 190} 130 ${s * 176} 58`, sleeve) +
    openHand(s * 174, 22, s * 10, skin).replace("rotate(", s < 0 ? "scale(-1 1) rotate(" : "rotate(");
  return {
    drawings: [drawing],
    show: (pose) => (pose.armsUp > 0.02 ? 0 : -1),
    place: (pose) => ({
      rotateDegrees: s * ((1 - pose.armsUp) * 70 + 7 * pose.swing),
      pivot: [s * shoulderX, shoulderY],
    }),
  };
}
