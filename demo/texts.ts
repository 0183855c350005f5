import { readFileSync } from "node:fs";
import path from "node:path";
import type { z } from "zod";

/**
 * Reads a data file of the demo world, `file` below `demo/`. Throws, naming the file, when it does not match `schema`:
 * these files come with the product.
 */
export function readTexts<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(JSON.parse(readFileSync(path.join(import.meta.dirname, file), "utf8")));
  if (!parsed.success) throw new Error(`demo/${file}: ${parsed.error.message}`);
  return parsed.data;
}
