import pg from "pg";
import { type Database, openDatabase } from "#server/kit/database/database.ts";
import { silentLog } from "#server/kit/database/log.ts";

/** The database by the role that owns its tables: one connection for what takes long, and the pool of the product's queries. */
export type Owner = { url: string; client: pg.Client; db: Database };

/**
 * How rows are written, whatever the server and its roles are set to. Nothing ends a transaction that takes hours, and
 * no policy hides a row in silence.
 */
const session = `
  set client_encoding = 'UTF8'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set bytea_output = 'hex'; set statement_timeout = 0; set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0; set row_security = off;`;

/** The name of these connections in PostgreSQL's list. */
export const ownerName = "fanlight backup";

/** How long a statement over the whole database may take, ms. */
const statementTimeoutMs = 86_400_000;

/** Does something as the owner of the tables, and lets go of everything that was locked meanwhile. */
export async function asOwner<Done>(url: string, work: (owner: Owner) => Promise<Done>): Promise<Done> {
  const client = new pg.Client({ connectionString: url, application_name: ownerName, keepAlive: true });
  // What is under way fails by it; without a listener it would end the process.
  client.on("error", () => undefined);
  await client.connect();
  const db = openDatabase(url, {
    log: silentLog,
    poolMax: 2,
    applicationName: ownerName,
    statementTimeoutMs,
  });
  try {
    await client.query(session);
    return await work({ url, client, db });
  } finally {
    await Promise.all([client.end(), db.destroy()]);
  }
}
