import type { Reader, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { enqueue } from "#server/kit/jobs.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { deliverJob } from "#server/messaging/jobs.ts";
import { platformRefusal } from "#server/messaging/messages/text-refusal.ts";
import type { MessagingNeeds } from "#server/messaging/needs.ts";
import { moveWaiting } from "#server/messaging/store/mass-recipients-store.ts";
import {
  type Audience,
  insertMassMessage,
  lockModel,
  lockWelcome,
  type MassMessageRow,
  massAround,
  massByClientId,
  massOfMedia,
  updateMass,
} from "#server/messaging/store/mass-store.ts";
import { mediaById, offerOriginal } from "#server/messaging/store/media-store.ts";
import { beginDelivery } from "./deliver-mass-message.ts";

export type MassOrder = {
  modelId: number;
  to: Audience;
  /** The video or post whose buyers are meant; null for everybody else. */
  itemId: number | null;
  body: string;
  /** A picture or video that the model has uploaded for many; null without. */
  mediaId: number | null;
  /** The price of the picture or video; null when it is free. */
  price: number | null;
  /** When it goes out; null at once. */
  sendAt: Date | null;
  /** Made by the model's page for this message: the same id is the same message. */
  clientId: string;
};

export type MassRefusal =
  | "not_listed"
  | "too_many"
  | "id_used"
  | "nothing_said"
  | "contact_details"
  | "unknown_item"
  | "unknown_file"
  | "too_early"
  | "too_late";

const perDay = 5;
const dayMs = 86_400_000;
/** How far ahead a message may be planned. */
const planDaysMax = 60;
/** A message that was planned for so recently goes out at once: the time passed while the model was writing. */
const lateMsMax = 10 * 60_000;

/**
 * Takes the order of a message to many, which a job then brings to each of its fans once. A welcome replaces the one
 * that stood before.
 */
export function orderMassMessage(needs: MessagingNeeds) {
  return async (order: MassOrder): Promise<Result<{ mass: MassMessageRow }, MassRefusal>> =>
    inTransaction(needs.db, async (tx) => {
      await lockModel(tx, order.modelId);
      const known = await massByClientId(tx, order.modelId, order.clientId);
      if (known) return (await isSame(tx, known, order)) ? ok({ mass: known }) : refuse("id_used");
      const refusal = await refusalOf(tx, needs, order);
      return refusal ? refuse(refusal) : ok({ mass: await place(tx, needs, order) });
    });
}

async function isSame(reader: Reader, mass: MassMessageRow, order: MassOrder): Promise<boolean> {
  const price = order.mediaId === null ? null : ((await mediaById(reader, order.mediaId))?.price ?? null);
  return (
    mass.audience === order.to &&
    mass.body === order.body &&
    mass.item_id === order.itemId &&
    mass.media_id === order.mediaId &&
    price === order.price
  );
}

async function refusalOf(tx: Tx, needs: MessagingNeeds, order: MassOrder): Promise<MassRefusal | null> {
  const { modelId, to, itemId, mediaId } = order;
  const now = needs.clock.now();
  const at = order.sendAt ?? now;
  if (order.body === "" && mediaId === null) return "nothing_said";
  if (now.getTime() - at.getTime() > lateMsMax) return "too_early";
  if (at.getTime() - now.getTime() > planDaysMax * dayMs) return "too_late";
  if (!(await needs.catalog.listed(tx, [modelId])).has(modelId)) return "not_listed";
  if ((to === "buyers") !== (itemId !== null)) return "unknown_item";
  if (itemId !== null && !(await needs.content.ownItem(modelId, itemId))) return "unknown_item";
  if (mediaId !== null && !(await isFree(tx, modelId, mediaId))) return "unknown_file";
  const held = platformRefusal(needs, order.body);
  if (held) return held;
  const welcomes = to === "new_subscribers";
  return (await massAround(tx, modelId, { at, ms: dayMs, welcomes })) >= perDay ? "too_many" : null;
}

/** A file of the model's that no other message to many has. */
async function isFree(tx: Tx, modelId: number, mediaId: number): Promise<boolean> {
  const media = await mediaById(tx, mediaId);
  const isUsable = media?.of_model === modelId && (media.state === "ready" || media.state === "processing");
  return isUsable && !(await massOfMedia(tx, mediaId));
}

async function place(tx: Tx, needs: MessagingNeeds, order: MassOrder): Promise<MassMessageRow> {
  const now = needs.clock.now();
  const isWelcome = order.to === "new_subscribers";
  const replaced = isWelcome ? await lockWelcome(tx, order.modelId) : undefined;
  if (replaced) await updateMass(tx, replaced.id, { finished_at: now });
  if (order.mediaId !== null && order.price !== null)
    await offerOriginal(tx, order.mediaId, { price: order.price, description: order.body.slice(0, 500) });
  const due = !isWelcome && order.sendAt && order.sendAt > now ? order.sendAt : now;
  const mass = await insertMassMessage(tx, {
    model_id: order.modelId,
    client_id: order.clientId,
    audience: order.to,
    item_id: order.itemId,
    body: order.body,
    media_id: order.mediaId,
    recipients: 0,
    created_at: now,
    due_at: due,
    started_at: isWelcome ? now : null,
  });
  if (replaced) return takeOver(tx, replaced, mass);
  if (isWelcome) return mass;
  await enqueue(tx, { ...deliverJob(mass.id), runAt: due });
  return due > now ? mass : beginDelivery(tx, needs, mass);
}

/** A fan who still waits for a welcome, because its file is being checked, gets the one that replaces it. */
async function takeOver(tx: Tx, replaced: MassMessageRow, mass: MassMessageRow): Promise<MassMessageRow> {
  const waiting = await moveWaiting(tx, replaced.id, mass.id);
  if (waiting === 0) return mass;
  await updateMass(tx, replaced.id, { recipients: replaced.recipients - waiting });
  await enqueue(tx, deliverJob(mass.id));
  return updateMass(tx, mass.id, { recipients: waiting });
}
