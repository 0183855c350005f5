import { makeAdmin } from "#server/app/make-admin.ts";
import { ConfigError, readConfig } from "#server/config.ts";
import type { PromotionRefusal } from "#server/identity/account-status.ts";
import { systemClock } from "#server/kit/clock.ts";
import { openDatabase, ping } from "#server/kit/database/database.ts";
import { reachEmbeddedPostgres } from "#server/kit/database/embedded/embedded-postgres.ts";
import { silentLog } from "#server/kit/database/log.ts";

/** Makes an account one of the staff: `npm run make-admin -- LOGIN`. The product may run or not. */
const because: Record<PromotionRefusal, string> = {
  unknown: "there is no account with this user name; register it first.",
  already_admin: "it is an administrator already.",
  unconfirmed: "its email address is not confirmed yet.",
  blocked: "it is closed or suspended.",
  model: "it is a model's; staff need an account of their own.",
  no_password: "it has no password; set one in its settings first.",
};

const [login, ...rest] = process.argv.slice(2);
try {
  if (!login || rest.length > 0) throw new Error("Usage: npm run make-admin -- LOGIN");
  console.log(await promote(login));
} catch (error) {
  console.error(lineOf(error));
  process.exitCode = 1;
}

async function promote(name: string): Promise<string> {
  const config = readConfig(process.env);
  const database = config.databaseUrl
    ? { url: config.databaseUrl, leave: async () => undefined }
    : await reachEmbeddedPostgres(config.dataDir, silentLog);
  const db = openDatabase(database.url, { log: silentLog, poolMax: 1 });
  try {
    if (!(await ping(db, 10_000))) throw new Error("The database cannot be reached.");
    const made = await makeAdmin(db, systemClock)(name);
    if (!made.ok) throw new Error(`${name} was not made an administrator: ${because[made.refusal]}`);
    return `${made.login} is an administrator now and has to sign in again (sessions ended: ${made.ended}).`;
  } finally {
    await db.destroy();
    await database.leave();
  }
}

function lineOf(error: unknown): string {
  if (error instanceof ConfigError) return `Wrong settings.\n${error.message}`;
  const { code, message } = error as Error & { code?: string };
  if (code === "42P01" || code === "3F000" || code === "42501")
    return "This database is not Fanlight's; start Fanlight once first.";
  return message;
}
