import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { newSecret } from "#server/config.ts";

/** The signing secret of this data folder, made at the first start. Readable by its owner alone. */
export async function keptSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, "secret");
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const secret = newSecret();
  await writeFile(file, `${secret}\n`, { mode: 0o600, flag: "wx" });
  return secret;
}
