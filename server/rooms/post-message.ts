import type { Language } from "#contract/common.ts";
import { type RoomMessage, slowSteps } from "#contract/live.ts";
import { coalesce } from "#server/kit/coalesce.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Limit } from "#server/kit/http/limits.ts";
import { createOccupancy } from "#server/kit/occupancy.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { type Admitted, admit } from "./admit.ts";
import type { Audience } from "./audience.ts";
import type { RoomsNeeds } from "./needs.ts";
import { presentMessage } from "./present.ts";
import type { AdmissionRefusal } from "./rules/admission.ts";
import { shownName } from "./shown-name.ts";
import {
  insertMessages,
  insertTypedMessages,
  type MessageRow,
  type TypedMessage,
  typedMessage,
} from "./store/messages-store.ts";
import { roomBySlug } from "./store/rooms-store.ts";

export type MessageOrder = {
  authorId: number;
  role: "fan" | "model";
  slug: string;
  body: string;
  /** The language of the text; their own unless given. */
  language?: Language;
  /** Minted by the author's page; the same id again is the same message. */
  clientMessageId: string;
};

export type MessageRefusal =
  | { code: AdmissionRefusal }
  | { code: "overloaded" | "message_removed" | "contact_details" }
  | { code: "too_many"; retryAfterSeconds: number };

const messagesPerMinute = 20;
/** Messages on their way at the same time, of one room and of all: one more is refused at once. */
const messagesUnderWay = { perKeyMax: 100, max: 200 };
/** Messages that come side by side share a transaction, as tips do. */
const messageBatches = { atOnce: 2, batchMax: 50, waitingMax: messagesUnderWay.max };

/**
 * Posts one message in a room. It reaches everybody in it, the author's other pages included. Once the stream has
 * stopped only the model still writes: fans who stay may receive messages from them, but would talk to nobody. Sent
 * again under its id it is answered as stored, and reaches only those to whom it was posted: the people of the same
 * show, or the public.
 */
export function postMessage(needs: RoomsNeeds, audience: Audience) {
  const places = createOccupancy(messagesUnderWay);
  const post = postInTurn(needs, audience);
  return async (order: MessageOrder): Promise<Result<{ line: RoomMessage }, MessageRefusal>> => {
    const slug = order.slug.toLowerCase();
    const leave = places.enter(slug);
    if (!leave) return refuse({ code: "overloaded" });
    try {
      return await post({ ...order, slug });
    } finally {
      leave();
    }
  };
}

function postInTurn(needs: RoomsNeeds, audience: Audience) {
  const { db, clock, accounts, catalog, limits, realtime } = needs;
  const perAuthor = limits.create("room_messages", messagesPerMinute, 60);
  const slowly = new Map<number, Limit>(
    slowSteps
      .filter((seconds) => seconds > 0)
      .map((seconds) => [seconds, limits.create(`room_messages_every_${seconds}_s`, 1, seconds)]),
  );
  const store = coalesce(
    (messages: readonly TypedMessage[]) => inTransaction(db, (tx) => insertTypedMessages(tx, messages)),
    messageBatches,
  );
  const answerOfRepeat = async ({ authorId, clientMessageId }: MessageOrder) => {
    const row = await typedMessage(db, { author_id: authorId, client_message_id: clientMessageId });
    return row && answerOf(row);
  };
  return async (order: MessageOrder): Promise<Result<{ line: RoomMessage }, MessageRefusal>> => {
    const { slug, authorId, role, clientMessageId } = order;
    await audience.settled(slug);
    const admitted = await admit(db, { catalog, clock }, { userId: authorId, role }, "say", slug);
    if (!admitted.ok) return (await answerOfRepeat(order)) ?? refuse({ code: admitted.refusal });
    const { room } = admitted;
    if (needs.holdsContactDetails(order.body))
      return (await answerOfRepeat(order)) ?? refuse({ code: "contact_details" });
    const inSlowMode = role === "fan" ? slowly.get(room.slow_seconds) : undefined;
    const retryAfterSeconds =
      (await inSlowMode?.take(`${authorId} ${room.model_id}`)) ?? (await perAuthor.take(String(authorId)));
    if (retryAfterSeconds)
      return (await answerOfRepeat(order)) ?? refuse({ code: "too_many", retryAfterSeconds });
    const author = await accounts.byId(db, authorId);
    if (!author) throw new Error(`no account ${authorId}`);
    const row = await store({
      model_id: room.model_id,
      author_id: author.id,
      author_name: (role === "model" ? modelName(admitted) : null) ?? author.login,
      author_role: role,
      kind: "text",
      body: order.body,
      language: order.language ?? author.language,
      tokens: null,
      gift_id: null,
      client_message_id: clientMessageId,
      show_id: room.show_id,
      at: clock.now(),
    });
    // Posted to an audience that has left meanwhile, it is not for the next one: not the first time, nor sent again.
    const isForThisAudience = row.model_id === room.model_id && row.show_id === room.show_id;
    if (isForThisAudience && !row.removed_at)
      realtime.publish(`room:${room.slug}`, "RoomMessage", presentMessage(row), room.audience_version);
    return answerOf(row);
  };
}

/** A model is called in their chat what the rest of their room calls them. */
const modelName = ({ room, model }: Admitted): string | null =>
  shownName({ modelId: model.id, name: model.artistic_name, slug: room.slug });

/** Only new messages are refused: a message that was stored gets its first answer. */
const answerOf = (row: MessageRow): Result<{ line: RoomMessage }, MessageRefusal> =>
  row.removed_at ? refuse({ code: "message_removed" }) : ok({ line: presentMessage(row) });

export type Narration = { name: string; role: "fan" | "model"; body: string; language: Language };

/** Posts messages in a public room, in their order, for people who have no account. In any other room nothing is said. */
export function narrate({ db, clock, realtime }: RoomsNeeds) {
  return async (slug: string, narrations: readonly Narration[]): Promise<void> => {
    const room = await roomBySlug(db, slug);
    if (!room || room.show_id !== null || narrations.length === 0) return;
    const messages = narrations.map(({ name, role, body, language }) => ({
      model_id: room.model_id,
      author_id: null,
      author_name: name,
      author_role: role,
      kind: "text" as const,
      body,
      language,
      tokens: null,
      gift_id: null,
      client_message_id: null,
      at: clock.now(),
    }));
    for (const row of await inTransaction(db, (tx) => insertMessages(tx, messages)))
      realtime.publish(`room:${room.slug}`, "RoomMessage", presentMessage(row), room.audience_version);
  };
}
