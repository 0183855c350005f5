import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { publishMassMessage, publishRecall } from "#server/messaging/events.ts";
import type { MessagingNeeds } from "#server/messaging/needs.ts";
import { insertChats, wakeChats } from "#server/messaging/store/chats-store.ts";
import {
  chatsWith,
  insertCopies,
  insertMassMessage,
  type MassMessageRow,
  massByClientId,
  massById,
  massSince,
  recallCopies,
} from "#server/messaging/store/mass-store.ts";

export type MassOrder = {
  modelId: number;
  to: MassMessageRow["audience"];
  body: string;
  /** Made by the model's page for this message: the same id is the same message. */
  clientId: string;
};

export type MassRefusal = "not_listed" | "too_many" | "id_used";

const perDay = 5;
const dayMs = 86_400_000;
/** Who joined latest comes first; nobody writes to more at once. */
const recipientsMax = 5_000;

/** Sends one text to many, each of whom finds it in the chat with the model. */
export function sendMassMessage(needs: MessagingNeeds) {
  return async (order: MassOrder): Promise<Result<{ mass: MassMessageRow }, MassRefusal>> => {
    const { db, catalog, clock } = needs;
    const known = await massByClientId(db, order.modelId, order.clientId);
    if (known) return answer(known, order);
    if (!(await catalog.listed(db, [order.modelId])).has(order.modelId)) return refuse("not_listed");
    const since = new Date(clock.now().getTime() - dayMs);
    if ((await massSince(db, order.modelId, since)) >= perDay) return refuse("too_many");
    return answer(await inTransaction(db, (tx) => insertMass(tx, needs, order)), order);
  };
}

function answer(mass: MassMessageRow, { to, body }: MassOrder): Result<{ mass: MassMessageRow }, "id_used"> {
  return mass.audience === to && mass.body === body ? ok({ mass }) : refuse("id_used");
}

async function insertMass(tx: Tx, needs: MessagingNeeds, order: MassOrder): Promise<MassMessageRow> {
  const { modelId, to, body, clientId } = order;
  const at = needs.clock.now();
  const fans = await audienceOf(tx, needs, order);
  const mass = await insertMassMessage(tx, {
    model_id: modelId,
    client_id: clientId,
    audience: to,
    body,
    recipients: fans.length,
    sent_at: at,
    taken_back_at: null,
  });
  if (!mass) {
    const first = await massByClientId(tx, modelId, clientId);
    if (!first) throw new Error(`a message to many of model ${modelId} was not stored`);
    return first;
  }
  if (fans.length === 0) return mass;
  await insertChats(tx, fans, modelId, at);
  const chats = await chatsWith(tx, modelId, fans);
  await wakeChats(tx, chats, at);
  await publishMassMessage(tx, mass.id, await insertCopies(tx, mass, chats));
  return mass;
}

/** Whom a message goes to: those of its audience whose accounts are open. */
async function audienceOf(
  tx: Tx,
  { accounts, catalog, subscriptions }: MessagingNeeds,
  { modelId, to }: MassOrder,
): Promise<number[]> {
  const named =
    to === "favourites"
      ? await catalog.likers(tx, modelId, recipientsMax)
      : await subscriptions.fansOf(tx, modelId, recipientsMax);
  const open = await accounts.faces(tx, named);
  return named.filter((fanId) => open.get(fanId)?.blocked === false);
}

export type RecallRefusal = "unknown_message" | "not_yours";

/** Takes a message to many back from every chat. A second time changes nothing. */
export function recallMassMessage({ db, clock }: MessagingNeeds) {
  return async (modelId: number, id: number): Promise<Result<{ mass: MassMessageRow }, RecallRefusal>> => {
    const mass = await massById(db, id);
    if (!mass) return refuse("unknown_message");
    if (mass.model_id !== modelId) return refuse("not_yours");
    const now = await inTransaction(db, async (tx) => {
      const fans = await recallCopies(tx, id, clock.now());
      if (fans) await publishRecall(tx, id, [...new Set(fans)]);
      return massById(tx, id);
    });
    return ok({ mass: now ?? mass });
  };
}
