import sharp, { type Metadata } from "sharp";

/** A picture that is served under its own address. */
export type Picture = { name: string; type: "image/svg+xml" | "image/png"; bytes: Buffer };
type Read<What> = { ok: What; problem: null } | { ok: null; problem: string };

const logoBytesMax = 256 * 1024;
const iconBytesMax = 4 * 1024 * 1024;
const iconPixelsMin = 512;
/** Twice the height at which the header shows it. */
const logoPixelsMin = 64;
const logoShapeMax = 8;

const refused = (problem: string) => ({ ok: null, problem: `SITE_DIR: ${problem}` });
const typeOf = (name: string) => (name.endsWith(".svg") ? "image/svg+xml" : "image/png");

/** What sharp says of a file, if it is what its name says; null for any other. */
async function metadataOf(name: string, bytes: Buffer): Promise<Metadata | null> {
  const found = await sharp(bytes)
    .metadata()
    .catch(() => null);
  return found?.format === (name.endsWith(".svg") ? "svg" : "png") ? found : null;
}

/** Checks `logo.svg` or `logo.png`; answers it with its shape, width by height. */
export async function readLogo(name: string, bytes: Buffer): Promise<Read<Picture & { shape: number }>> {
  const wanted = `an SVG or PNG picture of at most 256 KB, at least ${logoPixelsMin} pixels high and at most ${logoShapeMax} times as wide`;
  const found = bytes.length <= logoBytesMax ? await metadataOf(name, bytes) : null;
  if (!found)
    return refused(`${name} cannot be read as what its name says, or is too large; wanted is ${wanted}`);
  const { width, height } = found;
  const isSmall = name.endsWith(".png") && height < logoPixelsMin;
  if (isSmall || width > height * logoShapeMax)
    return refused(`${name} has ${width} × ${height} pixels; wanted is ${wanted}`);
  return { ok: { name, type: typeOf(name), bytes, shape: width / height }, problem: null };
}

/** The sizes of the icons that browsers ask for by name. */
const sizes = [180, 192, 512] as const;

/**
 * Makes the icons of tabs, of the installed app and of notifications out of `icon.svg` or `icon.png`: `icon.svg`,
 * `icon-180.png`, `icon-192.png`, `icon-512.png`.
 */
export async function makeIcons(name: string, bytes: Buffer): Promise<Read<Picture[]>> {
  const wanted = `a square SVG picture, or a square PNG picture of at least ${iconPixelsMin} pixels, of at most 4 MB`;
  const found = bytes.length <= iconBytesMax ? await metadataOf(name, bytes) : null;
  if (!found)
    return refused(`${name} cannot be read as what its name says, or is too large; wanted is ${wanted}`);
  const { width, height } = found;
  if (width !== height || (name.endsWith(".png") && width < iconPixelsMin))
    return refused(`${name} has ${width} × ${height} pixels; wanted is ${wanted}`);
  // An SVG is drawn at the size that is wanted, not at its own and then made larger.
  const density = name.endsWith(".svg") ? Math.min(2_400, Math.ceil((72 * iconPixelsMin) / width)) : 72;
  const drawn = await Promise.all(
    sizes.map(async (size): Promise<Picture> => {
      const resized = sharp(bytes, { density }).resize(size, size);
      // Where telephones show this one, what can be seen through is black.
      const solid = size === 180 ? resized.flatten({ background: "#ffffff" }) : resized;
      return { name: `icon-${size}.png`, type: "image/png", bytes: await solid.png().toBuffer() };
    }),
  );
  const svg = name.endsWith(".svg") ? bytes : framed(drawn[1]?.bytes ?? bytes);
  return { ok: [{ name: "icon.svg", type: "image/svg+xml", bytes: svg }, ...drawn], problem: null };
}

/** An SVG that shows a PNG: pages name one address, whatever the site has. */
const framed = (png: Buffer) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><image width="64" height="64" href="data:image/png;base64,${png.toString("base64")}"/></svg>`,
  );
