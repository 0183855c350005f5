import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

const packageFile = path.resolve(import.meta.dirname, "../../package.json");

/** The version of this program. */
export const programVersion = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(packageFile, "utf8"))).version;
