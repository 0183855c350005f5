import { readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { type Database, readRows, type Tx } from "./database.ts";
import { filesBelow, type MigrationFile } from "./migration-files.ts";
import { inTransaction } from "./transaction.ts";

const serverFolder = path.resolve(import.meta.dirname, "../..");
/** Any number that no other advisory lock of the product uses. */
const grantLock = 7_104_002;
const jobsSchema = "graphile_worker";

/**
 * Lets `role` work in what the migrations have made: it reads and adds rows, and changes and deletes those that the
 * modules' `privileges.sql` name, so that a table that none of them names is written once. It owns nothing, and can
 * neither change a table nor switch a trigger off. Set again at each start, all at once: what a later version grants or
 * takes away holds from then on.
 */
export async function grantTo(owner: Database, role: string, schemas: readonly string[]): Promise<void> {
  await inTransaction(owner, async (tx) => {
    await sql`select pg_advisory_xact_lock(${grantLock})`.execute(tx);
    await run(tx, [usualGrants, ...privileges()].join("\n"), { schemas, role: [role] });
    await openRows(tx, role);
  });
}

// A right that is revoked from a table is revoked from its columns, too. Functions are everybody's when they are
// made, and again after a backup was restored without its privileges.
const usualGrants = `
  grant usage on schema :schemas to :role;
  revoke all on all tables in schema :schemas from public, :role;
  grant select, insert on all tables in schema :schemas to :role;
  grant usage on all sequences in schema :schemas to :role;
  revoke execute on all functions in schema :schemas from public;
  grant execute on all functions in schema :schemas to :role;`;

/** The schemas that the migrations make, and those in which migrations and jobs are kept. */
export function schemasOf(files: readonly MigrationFile[]): string[] {
  const made = files.flatMap(({ sql: text }) =>
    [...text.matchAll(/^create schema (\w+);/gm)].map((found) => found[1] ?? ""),
  );
  return ["kit", jobsSchema, ...made];
}

function privileges(): string[] {
  const found = filesBelow(serverFolder, /(^|\/)privileges\.sql$/).toSorted();
  return found.map((file) => readFileSync(path.join(serverFolder, file), "utf8"));
}

/** The tables of the jobs have row level security and no policy: their rows are their owner's alone until there is one. */
async function openRows(tx: Tx, role: string): Promise<void> {
  const closed = await readRows(
    tx,
    sql<{ name: string }>`
      select c.relname as name from pg_class as c
      where c.relnamespace = ${jobsSchema}::regnamespace and c.relrowsecurity and not exists (
        select from pg_policy as p
        where p.polrelid = c.oid and (select oid from pg_roles where rolname = ${role}) = any (p.polroles))`,
  );
  for (const { name } of closed)
    await sql`create policy ${sql.id(`rows of ${role}`)} on ${sql.id(jobsSchema, name)} to ${sql.id(role)}
      using (true) with check (true)`.execute(tx);
}

/** Runs statements with lists of names put in for `:schemas` and `:role`, quoted. */
async function run(tx: Tx, text: string, names: Readonly<Record<string, readonly string[]>>): Promise<void> {
  const filled = text.replaceAll(/:(schemas|role)\b/g, (_all, name: string) =>
    (names[name] ?? []).map((each) => `"${each.replaceAll('"', '""')}"`).join(", "),
  );
  await sql.raw(filled).execute(tx);
}
