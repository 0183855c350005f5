import type { LiveFrom } from "#contract/catalog.ts";
import { databaseReads, type ListReads } from "#server/kit/database/list-reads.ts";
import { type Replica, replicaReads } from "#server/kit/database/replica.ts";
import type { Realtime } from "#server/realtime/realtime.ts";
import type { AppNeeds } from "./needs.ts";

/** From where live events change what is read from now on. To be asked before: an event too many is harmless, one too few is not. */
export async function liveFromOf({ position }: Pick<Realtime, "position">): Promise<LiveFrom> {
  return { public: await position("public"), presence: await position("presence") };
}

/** Where lists are searched, and the copy of the database that they are searched in; null: there is none. */
export function listReads(
  needs: Pick<AppNeeds, "db" | "replica" | "clock" | "log">,
  liveFrom: () => Promise<LiveFrom>,
): { lists: ListReads<LiveFrom>; replica: Replica<LiveFrom> | null } {
  const { replica } = needs;
  if (!replica) return { lists: databaseReads(needs.db, liveFrom), replica: null };
  const reads = replicaReads({ ...needs, replica }, liveFrom);
  return { lists: reads, replica: reads };
}
