import pg from "pg";
import { superuser } from "./cluster.ts";

const database = "fanlight";

/** The connection string of the product's own database on the server whose socket is in the folder `run`. */
export function ownDatabaseUrl(run: string): string {
  return urlOf(run, database);
}

/** Makes the product's own database where there is none. Throws when the server does not answer. */
export async function ensureDatabase(run: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(run, "postgres") });
  // What is asked fails by itself; without a listener a server that dies meanwhile would end this process, too.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [database]);
    if (rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}

function urlOf(run: string, name: string): string {
  return `postgres://${superuser}@/${name}?host=${encodeURIComponent(run)}`;
}
