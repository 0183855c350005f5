/**
 * The few SVG shapes that the presenters are made of. All of them return SVG text in one local space,
 * where the centre of the presenter's head is 0,0 and a 4:5 picture sees x ±200 and y −205…295.
 */

/** Rounds to two decimals: enough for a picture, and it keeps the text short. */
export const round = (value: number): number => Math.round(value * 100) / 100;

/** A filled outline. `extra` holds further attributes. */
export const path = (d: string, fill: string, extra = ""): string =>
  `<path d="${d}" fill="${fill}" ${extra}/>`;

/** An open line with round ends. */
export const stroke = (d: string, colour: string, width: number, extra = ""): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`;

/** A rectangle with rounded corners. */
export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
  fill: string,
  extra = "",
): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${radius}" fill="${fill}" ${extra}/>`;

export const circle = (x: number, y: number, radius: number, fill: string, extra = ""): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}" ${extra}/>`;

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, extra = ""): string =>
  `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${fill}" ${extra}/>`;

/** Content moved, turned or scaled as a whole. */
export const group = (content: string, transform: string): string =>
  `<g transform="${transform}">${content}</g>`;

/** Repeats a drawing for each number from `from` up to, not including, `to`. */
export const repeat = (from: number, to: number, draw: (index: number) => string): string => {
  let drawn = "";
  for (let index = from; index < to; index++) drawn += draw(index);
  return drawn;
};

/** Hands out the ids of gradients and clips, unique within one picture. */
export type Ids = () => string;

/** An {@link Ids} whose ids begin with `prefix`, so that pictures can share a page. */
export function createIds(prefix: string): Ids {
  let used = 0;
  return () => `${prefix}-${used++}`;
}

/** A vertical gradient between two colours, to be used as `url(#id)`. */
export const verticalGradient = (id: string, top: string, bottom: string): string =>
  `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`;

/** A soft round light that fades to nothing at `radius`. */
export function glow(
  id: string,
  x: number,
  y: number,
  radius: number,
  colour: string,
  opacity = 0.55,
): string {
  const fade = `<radialGradient id="${id}"><stop stop-color="${colour}" stop-opacity="${opacity}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`;
  return fade + circle(x, y, radius, `url(#${id})`);
}
