import { sql } from "kysely";
import type { Tx } from "#server/kit/database/database.ts";
import { deleteVisits } from "./store/visits-store.ts";

/**
 * Forgets when a person looked at what, and a model's items but for those that somebody bought: they stay with the
 * buyers. The files of what goes are swept later. Safe to repeat.
 */
export async function erasePerson(
  tx: Tx,
  { id, role }: { id: number; role: string },
  now: Date,
): Promise<void> {
  await deleteVisits(tx, id);
  if (role !== "model") return;
  await sql`
    delete from content.item as item
    where item.model_id = ${id}
      and not exists (select from content.purchase as purchase where purchase.item_id = item.id)`.execute(tx);
  await sql`
    update content.item set withdrawn_at = ${now} where model_id = ${id} and withdrawn_at is null`.execute(
    tx,
  );
}
