import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { readTexts } from "./texts.ts";

const gift = z.strictObject({
  /** A stable number. */
  id: z.int().positive(),
  /** A stable word that names the picture. */
  key: z.string(),
  name_en: z.string(),
  name_es: z.string(),
  /** Tokens. */
  price: z.int().positive(),
});
/** A gift that can be sent in a room: a tip of its price with a picture. */
export type Gift = z.output<typeof gift>;

/** The gifts in the order of the tray, cheapest first. */
export const gifts: readonly Gift[] = readTexts("gifts/gifts.json", z.array(gift));

/** The picture of a gift as a standalone SVG document that scales to any size. */
export const giftSvg = (key: string): string =>
  readFileSync(path.join(import.meta.dirname, "gifts", `${key}.svg`), "utf8");
