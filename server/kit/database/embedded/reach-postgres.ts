import { existsSync } from "node:fs";
import path from "node:path";
import type { DatabaseLog } from "../log.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { EmbeddedPostgresError } from "./failure.ts";
import { type OwnDatabase, ownDatabase } from "./own-database.ts";
import { readPostmaster, socketFolderOf } from "./postmaster.ts";
import { servesFolder } from "./processes.ts";

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
