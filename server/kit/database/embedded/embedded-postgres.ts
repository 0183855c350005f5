import { existsSync, rmdirSync } from "node:fs";
import path from "node:path";
import type { DatabaseLog } from "../log.ts";
import { findBinaries } from "./binaries.ts";
import { checkCluster, createCluster, isCluster } from "./cluster.ts";
import { EmbeddedPostgresError } from "./failure.ts";
import { claimDataDir, type Folders, prepareFolders } from "./folders.ts";
import { launchPostgres } from "./launch.ts";
import { ensureDatabase, type OwnDatabase, ownDatabase } from "./own-database.ts";
import { disownDeadServer, readPostmaster, socketFolderOf, stopServer } from "./postmaster.ts";
import { endServersIn, servesFolder } from "./processes.ts";
import { findServerUser, type ServerUser } from "./server-user.ts";
import { type Server, superviseServer } from "./supervise.ts";

export type EmbeddedPostgres = {
  /** A connection string for the product's own database, as the application's role. */
  url: string;
  /** The address for the owner of everything in the database, who changes the schema. */
  ownerUrl: string;
  /** The server was already running: the process that started it was killed. */
  adopted: boolean;
  /** The server's process id; another one after it was started again. */
  readonly pid: number;
  /** The system user that it runs as; null for the one who started us. */
  user: ServerUser;
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

const handoverTimeoutMs = 60_000;

/**
 * Starts the PostgreSQL that is installed with the product, on a Unix socket only, and creates its cluster on first use.
 * From then on it is watched and, whenever it ends, started again at the same address. A server whose starter was killed
 * keeps running and its data safe; the next start takes it over. Throws {@link EmbeddedPostgresError}, whose message
 * is one line for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, durable = true } = options;
  const unlock = claimDataDir(options.dataDir);
  try {
    const user = findServerUser(path.join(path.resolve(options.dataDir), "postgres"));
    const folders = prepareFolders(options.dataDir, user);
    const binaries = findBinaries(user, folders.programs);
    const launch = { folders, binaries, user, durable, settings: options.settings ?? {} };
    const server = await obtainServer({ ...launch, isNew: true }, log, new AbortController().signal);
    log.info({ pid: server.pid, adopted: server.adopted }, "the database is ready");
    const supervision = superviseServer(server, {
      start: (signal) => obtainServer({ ...launch, isNew: false }, log, signal),
      log,
    });
    return {
      ...ownDatabase(folders.run),
      adopted: server.adopted,
      get pid() {
        return supervision.pid();
      },
      user,
      async stop() {
        await supervision.stop();
        // A server that was killed a moment ago may have left processes behind.
        await endServersIn(folders.data);
        removeRunFolder(folders.run);
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

type Launch = {
  folders: Folders;
  binaries: string;
  user: ServerUser;
  durable: boolean;
  settings: Record<string, string>;
  /** A cluster that is missing is made. Otherwise it was there a moment ago: an empty one would lose everything. */
  isNew: boolean;
};

/** The server that already runs, or a new one. Throws when there is none in the end; then nothing of it is left. */
async function obtainServer(launch: Launch, log: DatabaseLog, signal: AbortSignal): Promise<Server> {
  const orphan = await findOrphan(launch.folders, log);
  if (orphan) return orphan;
  const { folders, binaries, user, durable, settings } = launch;
  if (launch.isNew && !isCluster(folders)) await createCluster(folders, binaries, user, durable);
  checkCluster(folders);
  const all = { ...settings, ...(durable ? {} : careless) };
  const pid = await launchPostgres(folders, { binaries, user, settings: all, signal });
  try {
    await ensureDatabase(folders.run);
  } catch (error) {
    await stopServer(pid, log);
    throw error;
  }
  return { pid, adopted: false };
}

const careless = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/**
 * The server of an earlier, killed process, once it accepts connections; undefined when there is none. One whose socket is
 * elsewhere was started by an earlier version, in other folders: it is restarted.
 */
async function findOrphan(folders: Folders, log: DatabaseLog): Promise<Server | undefined> {
  const deadline = performance.now() + handoverTimeoutMs;
  while (performance.now() < deadline) {
    const postmaster = readPostmaster(folders.data);
    if (!postmaster || !servesFolder(postmaster.pid, folders.data)) {
      await endServersIn(folders.data);
      disownDeadServer(folders.data);
      return undefined;
    }
    const { pid } = postmaster;
    if (postmaster.status === "ready" && postmaster.socketFolder !== folders.runArgument)
      await stopServer(pid, log);
    else if (postmaster.status === "ready" && (await answers(folders.run))) return { pid, adopted: true };
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

/** The socket's folder may lie among temporary files, where nothing should stay; it is created again at the next start. */
function removeRunFolder(run: string): void {
  try {
    rmdirSync(run);
  } catch {
    // Something else is in it.
  }
}

/**
 * The embedded database for a command beside the product: the running one, which `leave` lets run, or one that is
 * started for the command and stopped by `leave`. Throws {@link EmbeddedPostgresError} when `dataDir` holds none.
 */
export async function reachEmbeddedPostgres(
  dataDir: string,
  log: DatabaseLog,
): Promise<OwnDatabase & { leave(): Promise<void> }> {
  const data = path.join(path.resolve(dataDir), "postgres", "data");
  if (!existsSync(path.join(data, "PG_VERSION")))
    throw new EmbeddedPostgresError("damaged", `There is no database in ${data}; start Fanlight once first.`);
  const running = readPostmaster(data);
  if (running?.status === "ready" && servesFolder(running.pid, data)) {
    return { ...ownDatabase(socketFolderOf(running, data)), leave: async () => undefined };
  }
  const { url, ownerUrl, stop } = await startEmbeddedPostgres({ dataDir, log });
  return { url, ownerUrl, leave: stop };
}
