import { z } from "zod";
import { type ArtIndex, artFolder, artPaths, type StillName, stillFile } from "./art-paths.ts";
import { readTexts } from "./texts.ts";

/** Where the drawn files of the demo world lie. */
export const art = artPaths(artFolder);

const index = z.strictObject({ version: z.string(), thumbhashes: z.record(z.string(), z.string()) });
export const artIndex: ArtIndex = readTexts("art/art.json", index);

/** Pictures are served below this address. It names the version of the art, so that they may be cached for ever. */
export const artAddress = `/world/${artIndex.version}`;

export const stillAddress = (login: string, still: StillName): string =>
  `${artAddress}/${stillFile(login, still)}`;

/** Address of a gift's picture. */
export const giftAddress = (key: string): string => `${artAddress}/gifts/${key}.svg`;
