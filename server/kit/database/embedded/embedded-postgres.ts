import { rmdirSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import type { DatabaseLog } from "../log.ts";
import { findBinaries } from "./binaries.ts";
import { ensureCluster, superuser } from "./cluster.ts";
import { EmbeddedPostgresError } from "./failure.ts";
import { type Folders, prepareFolders } from "./folders.ts";
import { lockInstance } from "./instance-lock.ts";
import { launchPostgres } from "./launch.ts";
import { disownDeadServer, readPostmaster } from "./postmaster.ts";
import { isAlive, servesFolder } from "./processes.ts";
import { findServerUser, type ServerUser } from "./server-user.ts";

export type EmbeddedPostgres = {
  /** A connection string for the product's own database. */
  url: string;
  /** The server was already running: the process that started it was killed. */
  adopted: boolean;
  /** The server's process id. */
  pid: number;
  /** Rolls back what is open, writes everything down, ends the server and gives the data folder back. */
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  /** The folder that everything the product keeps lives in; the database takes `postgres/` below it. */
  dataDir: string;
  log: DatabaseLog;
  /** Further server settings, as in postgresql.conf. */
  settings?: Record<string, string>;
  /** False only for throw-away data: skips waiting for the disk. */
  durable?: boolean;
};

type Server = { pid: number; run: string; adopted: boolean };

const database = "fanlight";
const handoverTimeoutMs = 60_000;
const stopTimeoutMs = 30_000;

/**
 * Starts the PostgreSQL that is installed with the product, on a Unix socket only, and creates its cluster on first use.
 * A server whose starter was killed goes on by itself and keeps its data safe; the next start adopts it.
 * Throws {@link EmbeddedPostgresError}, whose message is one line for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const user = findServerUser();
  const folders = prepareFolders(options.dataDir, user);
  const unlock = lockInstance(path.resolve(options.dataDir));
  try {
    const server = (await findOrphan(folders)) ?? (await launch(folders, user, options));
    options.log.info({ pid: server.pid, adopted: server.adopted }, "the database is ready");
    return {
      url: urlOf(server.run, database),
      adopted: server.adopted,
      pid: server.pid,
      async stop() {
        await stopServer(server.pid, options.log);
        removeRunFolder(server.run);
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function launch(
  folders: Folders,
  user: ServerUser,
  { durable = true, settings }: EmbeddedOptions,
): Promise<Server> {
  const binaries = findBinaries(user, folders.programs);
  await ensureCluster(folders, binaries, user, durable);
  const pid = await launchPostgres(folders, binaries, user, { ...settings, ...(durable ? {} : careless) });
  await ensureDatabase(folders.run);
  return { pid, run: folders.run, adopted: false };
}

const careless = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/** The server of an earlier, killed process, once it accepts connections; undefined when there is none. */
async function findOrphan(folders: Folders): Promise<Server | undefined> {
  const deadline = performance.now() + handoverTimeoutMs;
  while (performance.now() < deadline) {
    const postmaster = readPostmaster(folders.data);
    if (!postmaster) return undefined;
    if (!servesFolder(postmaster.pid, folders.data)) {
      disownDeadServer(folders.data, postmaster);
      return undefined;
    }
    const run = postmaster.socketFolder;
    if (postmaster.status === "ready" && (await answers(run))) {
      return { pid: postmaster.pid, run, adopted: true };
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new EmbeddedPostgresError(
    "did_not_start",
    `A database process left over in ${folders.data} neither answers nor ends; end it and start again.`,
  );
}

/** A server may be in the middle of dying: only one that answers a query is worth adopting. */
function answers(run: string): Promise<boolean> {
  return ensureDatabase(run).then(
    () => true,
    () => false,
  );
}

async function ensureDatabase(run: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(run, "postgres") });
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

/** The socket's folder may lie among temporary files, where nothing should stay; it is made anew at the next start. */
function removeRunFolder(run: string): void {
  try {
    rmdirSync(run);
  } catch {
    // Something else is in it.
  }
}

/** Asks for a fast shutdown (SIGINT) and, if that takes longer than half a minute, for an immediate one (SIGQUIT). */
async function stopServer(pid: number, log: DatabaseLog): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await hasEnded(pid)) return;
    log.warn({ pid, signal }, "the database takes long to stop");
  }
}

async function hasEnded(pid: number): Promise<boolean> {
  const deadline = performance.now() + stopTimeoutMs;
  while (performance.now() < deadline) {
    if (!isAlive(pid)) return true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return false;
}
