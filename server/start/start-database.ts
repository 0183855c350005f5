import type { Config } from "#server/config.ts";
import type { DatabaseConfig } from "#server/config/database.ts";
import { hasDemoPeople, hasOtherPeople } from "#server/identity/identity.ts";
import { type Database, openDatabase, type Reader } from "#server/kit/database/database.ts";
import { startEmbeddedPostgres } from "#server/kit/database/embedded/embedded-postgres.ts";
import { faultOfReplica } from "#server/kit/database/replica.ts";
import { type Excess, roleOf } from "#server/kit/database/role-rights.ts";
import { sqlState } from "#server/kit/database/transaction.ts";
import { isDatabaseUnavailable } from "#server/kit/database/unavailable.ts";
import type { Logger } from "#server/kit/log.ts";
import { prepareSchema } from "#server/kit/prepare-schema.ts";
import type { CleanupStack } from "./cleanup-stack.ts";
import { StartError } from "./explain.ts";

/**
 * Opens the database of the settings, its schema up to date, as the role that the application works as, and the standby
 * that its lists are searched in (null: none). `databaseUser`: the system user that the embedded one runs as, null for ours.
 */
export async function startDatabase(
  config: Pick<Config, keyof DatabaseConfig | "dataDir" | "demo">,
  log: Logger,
  { report, cleanup }: { report: (step: string) => void; cleanup: CleanupStack },
) {
  const { databaseUrl, databaseOwnerUrl, databaseReplicaUrl, databasePool: poolMax, dataDir } = config;
  const options = { log, poolMax, namesStatements: config.namesStatements };
  const embedded = databaseUrl ? null : await startEmbeddedPostgres({ dataDir, log });
  if (embedded) cleanup.push(() => embedded.stop());
  const db = openDatabase(databaseUrl ?? embedded?.url ?? "", options);
  cleanup.push(() => db.destroy());
  if (databaseUrl) await assertLetIn(db, "DATABASE_URL");
  if (databaseOwnerUrl) await assertOwnerLetIn(databaseOwnerUrl, log);
  const excess = await prepareSchema(db, { ownerUrl: embedded?.ownerUrl ?? databaseOwnerUrl, log });
  if (excess) report(`Database: ${adviceOf(excess)}`);
  await (config.demo ? assertNoStrangers(db) : assertNoDemoPeople(db));
  const replica = databaseReplicaUrl ? openDatabase(databaseReplicaUrl, options) : null;
  if (replica) {
    cleanup.push(() => replica.destroy());
    await assertReplica(db, replica, report);
  }
  return { db, replica, databaseUser: embedded?.user ?? null };
}

/**
 * A server that is no copy of the database stops the start; one that is away does not, as the database stands in for
 * it.
 */
async function assertReplica(db: Database, replica: Database, report: (step: string) => void): Promise<void> {
  try {
    const fault = await faultOfReplica(db, replica);
    if (fault) throw new StartError(`DATABASE_REPLICA_URL ${fault}.`);
  } catch (error) {
    if (refusals.test(sqlState(error) ?? ""))
      throw new StartError(`DATABASE_REPLICA_URL opens no database: ${(error as Error).message}`, {
        cause: error,
      });
    if (!isDatabaseUnavailable(error)) throw error;
    report("Database: the replica does not answer; lists are searched in the database until it does");
  }
}

async function assertOwnerLetIn(url: string, log: Logger): Promise<void> {
  const owner = openDatabase(url, { log, poolMax: 1 });
  try {
    await assertLetIn(owner, "DATABASE_OWNER_URL");
  } finally {
    await owner.destroy();
  }
}

/** SQLSTATEs of a wrong password or an unknown role, of a database that is not there, and of one that we may not enter. */
const refusals = /^(28...|3D000|42501)$/;

async function assertLetIn(db: Database, setting: string): Promise<void> {
  try {
    await roleOf(db);
  } catch (error) {
    if (isDatabaseUnavailable(error) || refusals.test(sqlState(error) ?? ""))
      throw new StartError(`${setting} opens no database: ${(error as Error).message}`, { cause: error });
    throw error;
  }
}

/** The advice to an operator whose DATABASE_URL may do more than it should. */
function adviceOf(excess: Excess): string {
  const whose =
    excess === "superuser" ? "is a superuser" : "owns the tables, and could rewrite what was paid and moved";
  return `the role of DATABASE_URL ${whose}; set DATABASE_OWNER_URL to it and DATABASE_URL to a role that owns nothing`;
}

/** Throws when a deployment would let in the people of the demo, staff among them. */
export async function assertNoDemoPeople(db: Reader): Promise<void> {
  if (!(await hasDemoPeople(db))) return;
  throw new StartError(
    "this database holds the people of the demo, whose password everybody knows; DEMO=0 needs a database or DATA_DIR of its own.",
  );
}

/**
 * Throws when the demo would move in with the people of a deployment: its staff have a password that everybody knows, its
 * processor gives tokens for invented cards, and its people would take over accounts of the same name.
 */
export async function assertNoStrangers(db: Reader): Promise<void> {
  if ((await hasDemoPeople(db)) || !(await hasOtherPeople(db))) return;
  throw new StartError(
    "this database holds people and nobody of the demo: it belongs to a deployment, which needs DEMO=0. The demo needs a database or DATA_DIR of its own.",
  );
}
