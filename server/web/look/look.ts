/** The look of the operator's own: logo, icon and colours, in the folder of the site. */

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { type Accents, ownAccents } from "#server/kit/site-accents.ts";
import { readColours } from "./colours.ts";
import { makeIcons, type Picture, readLogo } from "./pictures.ts";

/** A file that is made at the start and served from memory. */
export type LookFile = { path: string; type: string; bytes: Buffer; etag: string; isForEver: boolean };

export type Look = {
  files: readonly LookFile[];
  /** Addresses among them; null where the site has none of its own. */
  logo: string | null;
  sheet: string | null;
  /** Icons are the site's own. */
  hasIcons: boolean;
  accents: Accents;
};

/** The product's own look. */
export const ownLook: Look = { files: [], logo: null, sheet: null, hasIcons: false, accents: ownAccents };

const logos = ["logo.svg", "logo.png"];
const icons = ["icon.svg", "icon.png"];
/** Of `LogoMark` in the web app. */
const markViewBox = "0 4 40 21";
const known = [...logos, ...icons, "colours.json", "legal"];

/**
 * Reads the look out of a site's folder and makes the icons; null is no folder. `problems`: one sentence for each file that
 * cannot be shown, or that nobody would look at.
 */
export async function openLook(siteDir: string | null): Promise<{ look: Look; problems: string[] }> {
  if (siteDir === null) return { look: ownLook, problems: [] };
  const names = await readdir(siteDir).catch((error: NodeJS.ErrnoException) => error);
  if (names instanceof Error)
    return { look: ownLook, problems: [`SITE_DIR: ${siteDir} cannot be read (${names.code})`] };
  const problems = names
    .filter((name) => !name.startsWith(".") && !known.includes(name))
    .map((name) => `SITE_DIR: ${name} is none of what may stand there: ${known.join(", ")}`);
  const read = async <Found>(
    of: readonly string[],
    make: (name: string, bytes: Buffer) => Promise<Made<Found>>,
  ) => {
    const [name, second] = of.filter((each) => names.includes(each));
    if (name === undefined) return null;
    if (second) problems.push(`SITE_DIR: ${name} and ${second} are both there; one of them is enough`);
    const made = await make(name, await readFile(path.join(siteDir, name)));
    problems.push(...made.problems);
    return made.found;
  };
  const logo = await read(logos, async (name, bytes) => madeOf(await readLogo(name, bytes)));
  const pictures = await read(icons, async (name, bytes) => madeOf(await makeIcons(name, bytes)));
  const colours = await read(["colours.json"], async (_name, bytes) => {
    const { problems: wrong, ...found } = readColours(bytes.toString());
    return { found, problems: wrong };
  });
  return { look: lookOf(logo, pictures, colours), problems };
}

type Made<Found> = { found: Found | null; problems: string[] };
const madeOf = <Found>({ ok, problem }: { ok: Found | null; problem: string | null }): Made<Found> => ({
  found: ok,
  problems: problem === null ? [] : [problem],
});

function lookOf(
  logo: (Picture & { shape: number }) | null,
  icons: readonly Picture[] | null,
  colours: { sheet: string; accents: Accents } | null,
): Look {
  const logoFile = logo && hashed("logo", logo.name.slice(-3), logo.type, logo.bytes);
  const place = logoFile && logo ? besideLogo(logoFile.path, logo.shape) : "";
  const css = (colours?.sheet ?? "") + place;
  const sheet = css === "" ? null : hashed("site", "css", "text/css; charset=utf-8", Buffer.from(css));
  const iconFiles = (icons ?? []).map(({ name, type, bytes }) => fileOf(`/${name}`, type, bytes, false));
  return {
    files: [...(logoFile ? [logoFile] : []), ...(sheet ? [sheet] : []), ...iconFiles],
    logo: logoFile?.path ?? null,
    sheet: sheet?.path ?? null,
    hasIcons: icons !== null,
    accents: colours?.accents ?? ownAccents,
  };
}

/** The header keeps the logo's place before it has come, and our mark, which empty lists show, makes way for it. */
const besideLogo = (address: string, shape: number) =>
  `img[src="${address}"]{aspect-ratio:${shape.toFixed(4)}}\nsvg[viewBox="${markViewBox}"]{display:none}\n`;

const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex").slice(0, 12);
const fileOf = (address: string, type: string, bytes: Buffer, isForEver: boolean): LookFile => ({
  ...{ path: address, type, bytes, isForEver },
  // Weak: compressed, it is the same file in other bytes.
  etag: `W/"${hashOf(bytes)}"`,
});
/** Under an address that is another one when the file has changed. */
const hashed = (name: string, extension: string, type: string, bytes: Buffer) =>
  fileOf(`/${name}-${hashOf(bytes)}.${extension}`, type, bytes, true);
