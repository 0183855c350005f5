import { sql } from "kysely";
import type pg from "pg";
import { type Database, openDatabase } from "./database/database.ts";
import { grantTo, schemasOf } from "./database/grant.ts";
import { MigrationError } from "./database/history.ts";
import type { DatabaseLog } from "./database/log.ts";
import { migrate, waitMsMax } from "./database/migrate.ts";
import { readMigrationFiles } from "./database/migration-files.ts";
import { allowingStatements } from "./database/pool.ts";
import { isHalfRestored } from "./database/restore-mark.ts";
import { type Excess, excessOf, foreignOwner, isSameDatabase, roleOf } from "./database/role-rights.ts";
import { installJobs } from "./jobs.ts";

/** Why two roles cannot work together as the operator wants it; the message is one line for the operator. */
export class RoleError extends Error {
  override name = "RoleError";
}

type Options = {
  /** As whom the schema is changed; null: as whom the application works, which is then no separation at all. */
  ownerUrl: string | null;
  log: DatabaseLog;
};

/**
 * Brings the schema up to date and grants the application's role what it needs there. Answers what that role could do to
 * its own history, which is nothing (null) wherever there is an `ownerUrl`. Throws `MigrationError` and
 * {@link RoleError}.
 */
export async function prepareSchema(app: Database, { ownerUrl, log }: Options): Promise<Excess | null> {
  const schemas = schemasOf(readMigrationFiles());
  if (ownerUrl === null) {
    await bringUpToDate(app, schemas, "DATABASE_URL", log);
    return excessOf(app, schemas);
  }
  const owner = openDatabase(ownerUrl, { log, poolMax: 2 });
  try {
    await assertTwoRoles(app, owner);
    // Rights that were granted beyond need are taken away; the role's own attributes stay.
    await assertHarmless(app, schemas, ["writer"]);
    await bringUpToDate(owner, schemas, "DATABASE_OWNER_URL", log);
    await grantTo(owner, await roleOf(app), schemas);
  } finally {
    await owner.destroy();
  }
  // Now also of what has only just been made.
  await assertHarmless(app, schemas);
  return null;
}

async function bringUpToDate(
  owner: Database,
  schemas: readonly string[],
  setting: string,
  log: DatabaseLog,
): Promise<void> {
  const other = await foreignOwner(owner, schemas);
  if (other !== null)
    throw new RoleError(
      `the tables belong to "${other}", so that the role of ${setting}, "${await roleOf(owner)}", cannot bring them up to date; give DATABASE_OWNER_URL the role that they belong to, or that role's tables to this one (REASSIGN OWNED).`,
    );
  await inTurn(owner, async () => {
    if (await isHalfRestored(owner))
      throw new MigrationError(
        "half_restored",
        "a restore of this database was broken off, and what it left is not whole: run `npm run restore` again",
      );
    await migrate(owner, { log });
    await installJobs(owner);
  });
}

/** Any number that no other advisory lock of the product uses. */
const turnLock = 7_104_003;

/** Keeps every start from the schema until the connection ends; false where one is at it. */
export async function claimSchema(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [turnLock]);
  return rows[0]?.got === true;
}

/**
 * Lets one node after another do this, each for an hour at most: the migrations of the product list every table that there is,
 * which fails while those of the jobs replace some.
 */
async function inTurn(owner: Database, work: () => Promise<void>): Promise<void> {
  await owner.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(waitMsMax)}`.execute(tx);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    await allowingStatements(waitMsMax, () => sql`select pg_advisory_xact_lock(${turnLock})`.execute(tx));
    await work();
  });
}

async function assertTwoRoles(app: Database, owner: Database): Promise<void> {
  const role = await roleOf(app);
  if (role === (await roleOf(owner)))
    throw new RoleError(
      `DATABASE_URL and DATABASE_OWNER_URL both come as "${role}"; give DATABASE_URL a role of its own, which owns nothing.`,
    );
  if (!(await isSameDatabase(app, owner)))
    throw new RoleError("DATABASE_URL and DATABASE_OWNER_URL lead to two different databases.");
}

const because: Record<Excess, string> = {
  superuser: "is a superuser",
  powers: "may make roles, replicate, or read and write past every privilege",
  owner: "owns the database or tables in it, itself or as a member of the owner",
  writer: "may empty tables or set triggers on them by what another role was granted",
};

async function assertHarmless(
  app: Database,
  schemas: readonly string[],
  borne: readonly Excess[] = [],
): Promise<void> {
  const excess = await excessOf(app, schemas);
  if (excess !== null && !borne.includes(excess))
    throw new RoleError(
      `the role of DATABASE_URL, "${await roleOf(app)}", ${because[excess]}; beside DATABASE_OWNER_URL it has to be one that owns nothing: CREATE ROLE … LOGIN is enough, the start grants the rest.`,
    );
}
