import { link, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Config } from "#server/config.ts";
import type { CheckedBackup } from "./check-backup.ts";

type SecretSettings = Pick<Config, "dataDir" | "jwtSecret" | "secondFactorSecret" | "vapidPrivateKey">;

/** The secrets without which something in the database cannot be read or used, and the file of the data folder that may hold one. */
const kinds = [
  { name: "secret", setting: "JWT_SECRET", of: (config: SecretSettings) => config.jwtSecret, isKept: true },
  {
    name: "second-factor-secret",
    setting: "SECOND_FACTOR_SECRET",
    of: (config: SecretSettings) => config.secondFactorSecret,
    isKept: false,
  },
  {
    name: "push-key",
    setting: "VAPID_PRIVATE_KEY",
    of: (config: SecretSettings) => config.vapidPrivateKey,
    isKept: true,
  },
];

/** These secrets as the product would use them: of the settings, else of the data folder. */
export async function readSecrets(config: SecretSettings): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { name, of, isKept } of kinds) {
    const secret = of(config) ?? (isKept ? await keptIn(path.join(config.dataDir, name)) : null);
    if (secret) found.set(name, secret);
  }
  return found;
}

/**
 * Puts the secrets of a backup into the data folder where no setting has them and none is there. Answers a line for each
 * thing that the operator has to do.
 */
export async function restoreSecrets(
  { folder, manifest }: CheckedBackup,
  config: SecretSettings,
): Promise<string[]> {
  const lines: string[] = [];
  const here = await readSecrets(config);
  for (const { name, setting, isKept } of kinds) {
    const isThere = manifest.secrets.some(({ file }) => file === `secrets/${name}`);
    const secret = isThere ? await keptIn(path.join(folder, "secrets", name)) : null;
    const used = here.get(name);
    if (secret && !used && isKept) await keep(path.join(config.dataDir, name), secret);
    else if (secret && !used) lines.push(`Set ${setting} to what ${folder}/secrets/${name} says.`);
    else if (secret && used !== secret)
      lines.push(`${setting} is another one here than in the backup (${folder}/secrets/${name}).`);
    else if (!secret && !used && isKept)
      lines.push(
        `${setting} is neither in the backup nor here: give it, or put the former DATA_DIR/${name} back, before the first start, which makes another one otherwise.`,
      );
  }
  return lines;
}

async function keptIn(file: string): Promise<string | null> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return text.trim() || null;
}

/** Whole or not at all. */
async function keep(file: string, secret: string): Promise<void> {
  const draft = `${file}.part`;
  await rm(draft, { force: true });
  await writeFile(draft, `${secret}\n`, { mode: 0o600, flag: "wx", flush: true });
  await link(draft, file);
  await rm(draft);
}
