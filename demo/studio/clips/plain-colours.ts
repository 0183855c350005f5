/** Attributes that hold a colour, each with the one that holds its opacity. */
const opacityOf = { fill: "fill-opacity", stroke: "stroke-opacity", "stop-color": "stop-opacity" } as const;

const translucent = /\b(fill|stroke|stop-color)="#([0-9a-f]{3}|[0-9a-f]{6})([0-9a-f]{1,2})"/gi;

/**
 * Writes colours with an alpha (`#RGBA`, `#RRGGBBAA`; CSS Color 4) as a colour and an opacity (SVG 1.1), because the
 * canvas's SVG reader takes what it does not know for black. An opacity that is there already is multiplied.
 */
export function withPlainColours(svg: string): string {
  return svg.replaceAll(/<[^>]+>/g, (tag) => plainTag(tag));
}

function plainTag(tag: string): string {
  let plain = tag;
  for (const [whole, name = "fill", colour = "", alpha = ""] of tag.matchAll(translucent)) {
    // Three digits go with one of alpha, six with two: anything else is an ordinary colour.
    if (colour.length !== alpha.length * 3) continue;
    const opacity = Number.parseInt(alpha, 16) / (alpha.length === 1 ? 15 : 255);
    const attribute = opacityOf[name.toLowerCase() as keyof typeof opacityOf];
    const present = new RegExp(` ${attribute}="([\\d.]+)"`).exec(plain);
    const product = opacity * Number(present?.[1] ?? 1);
    if (present) plain = plain.replace(present[0], "");
    plain = plain.replace(whole, `${name}="#${colour}" ${attribute}="${product.toFixed(3)}"`);
  }
  return plain;
}
