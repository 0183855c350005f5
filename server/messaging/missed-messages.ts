import { z } from "zod";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { enqueue, type QueuedWork } from "#server/kit/jobs.ts";
import type { MessagingNeeds } from "./needs.ts";
import { chatsReadThrough, type MissedChat, missedChats } from "./store/missed-store.ts";

const missedJob = "missed_messages";
const payload = z.object({ chatIds: z.array(z.int()) });
const triesMax = 5;
/** A fan who has the chat open reads within this time, and is not notified. */
const patienceMs = 30_000;

type Sent = { id: number; chat_id: number; author: string };

/**
 * Queues a check of the chats in which a model has just written, for when the fan has had the time to read it. A
 * message that comes while the fan has a notification of something unread, or is about to get one, gets none of its
 * own.
 */
export function queueMissed(needs: MessagingNeeds) {
  const { db, clock } = needs;
  return async (messages: readonly Sent[]): Promise<void> => {
    const sent = new Map(messages.filter(({ author }) => author === "model").map((one) => [one.id, one]));
    if (sent.size === 0) return;
    const chats = await missedChats(
      db,
      [...sent.values()].map(({ chat_id }) => chat_id),
    );
    const begun = chats.filter(({ first_id }) => sent.has(first_id));
    const unnotified = await unnotifiedOf(
      needs,
      chats.filter(({ first_id }) => !sent.has(first_id)),
    );
    const chatIds = [...begun, ...unnotified].map(({ chat_id }) => chat_id);
    if (chatIds.length === 0) return;
    const runAt = new Date(clock.now().getTime() + patienceMs);
    await inTransaction(db, (tx) =>
      enqueue(tx, { name: missedJob, payload: { chatIds }, triesMax, urgency: "later", runAt }),
    );
  };
}

/**
 * The chats whose fans were never notified of messages that have been unread for long: these were brought in from
 * elsewhere.
 */
async function unnotifiedOf(
  { db, clock, notifications }: MessagingNeeds,
  chats: readonly MissedChat[],
): Promise<MissedChat[]> {
  const before = clock.now().getTime() - 2 * patienceMs;
  const old = chats.filter(({ first_at }) => first_at.getTime() < before);
  if (old.length === 0) return [];
  const named = old.map((chat) => ({ fanId: chat.fan_id, key: keyOf(chat) }));
  const notified = await notifications.among(db, named);
  return old.filter((chat) => !notified.has(keyOf(chat)));
}

/** Notifies fans of what they have not read in these chats: once, until they read it and a model writes again. */
export function missedWork({ db, catalog, notifications }: MessagingNeeds): QueuedWork {
  return {
    async [missedJob](queued) {
      const { chatIds } = payload.parse(queued);
      // The chats stay locked: who reads one now has its notification marked as read afterwards.
      const notified = await inTransaction(db, async (tx) => {
        const fans: number[] = [];
        for (const chat of await missedChats(tx, chatIds, { lock: true })) {
          if ((await catalog.fansApart(tx, [chat.fan_id], chat.model_id)).has(chat.fan_id)) continue;
          fans.push(...(await notifications.insert(tx, notificationOf(chat))));
        }
        return fans;
      });
      notifications.publish(notified);
    },
  };
}

/** Marks the notifications of these chats as read where their fans have nothing unread any more. */
export function settleMissed({ db, notifications }: MessagingNeeds) {
  return async (chatIds: readonly number[]): Promise<void> => {
    const read = await chatsReadThrough(db, chatIds);
    const about = { kind: "message" as const, targetIds: read.map(({ id }) => id) };
    if (read.length > 0)
      await notifications.readAbout(
        read.map(({ fan_id }) => fan_id),
        about,
      );
  };
}

const keyOf = ({ chat_id, first_id }: MissedChat) => `message:${chat_id}:${first_id}`;

const notificationOf = (chat: MissedChat) => ({
  fanIds: [chat.fan_id],
  key: keyOf(chat),
  kind: "message" as const,
  modelId: chat.model_id,
  targetId: chat.chat_id,
});
