import { z } from "zod";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { enqueue, type QueuedWork } from "#server/kit/jobs.ts";
import { publishMassMessage } from "#server/messaging/events.ts";
import { deliverJob, deliverJobName } from "#server/messaging/jobs.ts";
import { sparedFrom } from "#server/messaging/messages/text-refusal.ts";
import type { MessagingNeeds } from "#server/messaging/needs.ts";
import { insertChats, wakeChats } from "#server/messaging/store/chats-store.ts";
import {
  chatsWith,
  fansWhoWrote,
  insertCopies,
  insertRecipients,
  skipRecipients,
  waitingRecipients,
} from "#server/messaging/store/mass-recipients-store.ts";
import {
  lockMass,
  type MassMessageRow,
  unfinishedMass,
  updateMass,
} from "#server/messaging/store/mass-store.ts";
import { mediaById } from "#server/messaging/store/media-store.ts";

/** The fans who came latest come first; nobody writes to more at once. */
const recipientsMax = 50_000;
/** How many fans have the message after each step. */
const fansAtOnce = 100;

/** The queued work of this module's messages to many. */
export function massWork(needs: MessagingNeeds): QueuedWork {
  return {
    [deliverJobName]: (payload) =>
      deliverMassMessage(needs, z.object({ massMessageId: z.int() }).parse(payload).massMessageId),
  };
}

/** Takes up what a process that died has left half done: its job would be free again only minutes later. */
export function resumeMassMessages({ db, clock }: Pick<MessagingNeeds, "db" | "clock">) {
  return () =>
    inTransaction(db, async (tx) => {
      for (const id of await unfinishedMass(tx, clock.now())) await enqueue(tx, deliverJob(id));
    });
}

/**
 * Brings a message to many to those who wait for it, some at a time, each in one transaction with the note that they have
 * it. May be done twice and at once, and after any step in between: nobody gets it twice.
 */
export async function deliverMassMessage(needs: MessagingNeeds, id: number): Promise<void> {
  let isMore = true;
  while (isMore)
    isMore = await inTransaction(needs.db, async (tx) => {
      const mass = await lockMass(tx, id);
      return mass !== undefined && deliverSome(tx, needs, await beginDelivery(tx, needs, mass));
    });
}

/** Lists the recipients once the time has come and the file is checked; answers how far the message is afterwards. */
export async function beginDelivery(
  tx: Tx,
  needs: MessagingNeeds,
  mass: MassMessageRow,
): Promise<MassMessageRow> {
  const now = needs.clock.now();
  if (mass.started_at || mass.finished_at || mass.taken_back_at || mass.due_at > now) return mass;
  const file = await fileState(tx, mass);
  if (file === "processing") return mass;
  const isShown = await isListed(tx, needs, mass.model_id);
  if (!isShown || file === "broken")
    return updateMass(tx, mass.id, { finished_at: now, failure: isShown ? "broken_file" : "not_listed" });
  const recipients = await insertRecipients(tx, mass, await audienceOf(tx, needs, mass));
  return updateMass(tx, mass.id, { started_at: now, recipients });
}

/** Whether fans see a model, so that anything of theirs may be brought to them. */
export const isListed = async (
  tx: Tx,
  { catalog }: Pick<MessagingNeeds, "catalog">,
  modelId: number,
): Promise<boolean> => (await catalog.listed(tx, [modelId])).has(modelId);

async function fileState(
  tx: Tx,
  { media_id }: MassMessageRow,
): Promise<"none" | "ready" | "processing" | "broken"> {
  if (media_id === null) return "none";
  const state = (await mediaById(tx, media_id))?.state;
  return state === "ready" || state === "processing" ? state : "broken";
}

/** The recipients of a message now: the fans of its audience who may get anything from its model. */
async function audienceOf(tx: Tx, needs: MessagingNeeds, mass: MassMessageRow): Promise<number[]> {
  const { catalog, content, subscriptions } = needs;
  const { audience, item_id, model_id } = mass;
  const named = async (): Promise<number[]> => {
    if (audience === "buyers") return content.buyersOf(tx, item_id ?? 0, recipientsMax);
    if (audience === "subscribers") return subscriptions.fansOf(tx, model_id, recipientsMax);
    const likers = await catalog.likers(tx, model_id, recipientsMax);
    if (audience === "favourites") return likers;
    return [...new Set([...(await fansWhoWrote(tx, model_id, recipientsMax)), ...likers])].slice(
      0,
      recipientsMax,
    );
  };
  return reachableOf(tx, needs, model_id, await named());
}

/**
 * The fans among these whom a model may write to unasked: their accounts are open, and neither keeps the other away.
 */
async function reachableOf(
  tx: Tx,
  { accounts, catalog }: MessagingNeeds,
  modelId: number,
  fans: readonly number[],
): Promise<number[]> {
  const open = await accounts.faces(tx, fans);
  const kept = await catalog.fansApart(tx, fans, modelId);
  return fans.filter((fan) => open.get(fan)?.blocked === false && !kept.has(fan));
}

/**
 * One step; answers whether more may be waiting. A message that was taken back, or waits for its time or file, stays
 * as it is. Once its model is hidden or suspended nobody more gets it; a welcome stands for fans who subscribe after
 * that.
 */
export async function deliverSome(tx: Tx, needs: MessagingNeeds, mass: MassMessageRow): Promise<boolean> {
  if (!mass.started_at || mass.finished_at || mass.taken_back_at) return false;
  const file = await fileState(tx, mass);
  if (file === "processing") return false;
  const now = needs.clock.now();
  if (file === "broken") {
    await skipRecipients(tx, mass.id);
    await updateMass(tx, mass.id, { finished_at: now, failure: "broken_file" });
    return false;
  }
  const waiting = await waitingRecipients(tx, mass.id, fansAtOnce);
  if (waiting.length === 0) {
    if (!isWelcome(mass)) await updateMass(tx, mass.id, { finished_at: now });
    return false;
  }
  if (!(await isListed(tx, needs, mass.model_id))) {
    await skipRecipients(tx, mass.id);
    if (!isWelcome(mass)) await updateMass(tx, mass.id, { finished_at: now, failure: "not_listed" });
    return false;
  }
  const spared = await sparedFrom(tx, waiting, mass.body);
  const reachable = await reachableOf(tx, needs, mass.model_id, waiting);
  const fans = reachable.filter((fan) => !spared.has(fan));
  await skipRecipients(
    tx,
    mass.id,
    waiting.filter((fan) => !fans.includes(fan)),
  );
  if (fans.length > 0) await copyTo(tx, mass, fans, now);
  return true;
}

const isWelcome = ({ audience }: MassMessageRow) => audience === "new_subscribers";

async function copyTo(tx: Tx, mass: MassMessageRow, fans: readonly number[], at: Date): Promise<void> {
  await insertChats(tx, fans, mass.model_id, at);
  const chats = (await chatsWith(tx, mass.model_id, fans)).map(({ id }) => id);
  await wakeChats(tx, chats, at);
  await publishMassMessage(tx, mass.id, await insertCopies(tx, mass, chats, at));
}
