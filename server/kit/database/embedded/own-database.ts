import pg from "pg";
import { superuser } from "./cluster.ts";

const database = "fanlight";
/** Owns nothing and is granted what it may do; see `server/kit/database/grant.ts`. */
const appRole = "fanlight_app";

/** Connection strings of the product's own database: as whom the application works, and as whom the schema is changed. */
export type OwnDatabase = { url: string; ownerUrl: string };

/** The product's own database on the server whose socket is in the folder `run`. */
export function ownDatabase(run: string): OwnDatabase {
  return { url: urlOf(run, database, appRole), ownerUrl: urlOf(run, database) };
}

/** Makes the product's own database, and the application's role, where there is none. Throws when the server does not answer. */
export async function ensureDatabase(run: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(run, "postgres") });
  // The query fails anyway; without a listener a server that dies meanwhile would end this process, too.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [database]);
    if (rowCount === 0) await client.query(`create database ${database}`);
    const roles = await client.query("select from pg_roles where rolname = $1", [appRole]);
    if (roles.rowCount === 0) await client.query(`create role ${appRole} login`);
  } finally {
    await client.end();
  }
}

function urlOf(run: string, name: string, role = superuser): string {
  return `postgres://${role}@/${name}?host=${encodeURIComponent(run)}`;
}
