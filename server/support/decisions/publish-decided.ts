import type { Tx } from "#server/kit/database/database.ts";
import { publishEvent } from "#server/kit/outbox/outbox.ts";
import type { TicketRow } from "../store/tables.ts";

declare module "#server/kit/outbox/outbox.ts" {
  interface Events {
    /** Staff removed something of somebody's, or decided about them. */
    decided_about: { accountId: number; role: "fan" | "model" };
  }
}

/** Notifies the person whom a report is about that there is something to read, whether or not mail reaches them. */
export async function publishDecided(
  tx: Tx,
  { reported_id, evidence }: Pick<TicketRow, "reported_id" | "evidence">,
): Promise<void> {
  if (reported_id === null || evidence === null) return;
  await publishEvent(tx, "decided_about", { accountId: reported_id, role: evidence.reported.role });
}
