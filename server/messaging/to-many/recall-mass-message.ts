import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { publishRecall } from "#server/messaging/events.ts";
import type { MessagingNeeds } from "#server/messaging/needs.ts";
import { deleteCopies, skipRecipients } from "#server/messaging/store/mass-recipients-store.ts";
import { lockMass, type MassMessageRow, updateMass } from "#server/messaging/store/mass-store.ts";
import { copiesOfMass, releaseUnbought } from "#server/messaging/store/media-store.ts";

export type RecallRefusal = "unknown_message" | "not_yours";

/**
 * Takes a message to many back: one that waits for its time goes to nobody, one that went out vanishes from every chat;
 * what was bought stays with its buyers. A welcome ends, and who has it keeps it. A second time changes nothing.
 */
export function recallMassMessage({ db, clock }: MessagingNeeds) {
  return async (modelId: number, id: number): Promise<Result<{ mass: MassMessageRow }, RecallRefusal>> =>
    inTransaction(db, (tx) => recall(tx, { modelId, id, at: clock.now() }));
}

/** Recalls within a transaction; answers the pictures and videos that the copies have had, too. */
export async function recall(
  tx: Tx,
  { modelId, id, at }: { modelId: number; id: number; at: Date },
): Promise<Result<{ mass: MassMessageRow; media: number[] }, RecallRefusal>> {
  // A step of the delivery that is under way ends first: none begins afterwards.
  const mass = await lockMass(tx, id);
  if (!mass) return refuse("unknown_message");
  if (mass.model_id !== modelId) return refuse("not_yours");
  const isWelcome = mass.audience === "new_subscribers";
  if (mass.taken_back_at) return ok({ mass, media: isWelcome ? [] : await copiesOfMass(tx, id) });
  await skipRecipients(tx, id);
  if (isWelcome) {
    const ended = mass.finished_at ? mass : await updateMass(tx, id, { finished_at: at });
    return ok({ mass: ended, media: [] });
  }
  const { fans, media: copies } = await deleteCopies(tx, id);
  const original = mass.media_id === null ? [] : [mass.media_id];
  await releaseUnbought(tx, [...copies, ...original]);
  if (fans.length > 0) await publishRecall(tx, id, fans);
  const media = [...(await copiesOfMass(tx, id)), ...original];
  return ok({ mass: await updateMass(tx, id, { taken_back_at: at }), media });
}
