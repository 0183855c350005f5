import { z } from "zod";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { enqueue, type QueuedWork } from "#server/kit/jobs.ts";
import type { MessagingNeeds } from "./needs.ts";
import { chatsReadThrough, type MissedChat, missedChats } from "./store/missed-store.ts";

const missedJob = "missed_messages";
const payload = z.object({ chatIds: z.array(z.int()) });
const triesMax = 5;
/** Who has the chat open reads within this time, and is told nothing. */
const patienceMs = 30_000;

type Said = { id: number; chat_id: number; author: string };

/**
 * Queues a look at the chats in which a model has just written, for when the fan has had the time to read it. What comes
 * while something is unread already is told of with that.
 */
export function queueMissed({ db, clock }: MessagingNeeds) {
  return async (messages: readonly Said[]): Promise<void> => {
    const said = new Map(messages.filter(({ author }) => author === "model").map((one) => [one.id, one]));
    if (said.size === 0) return;
    const chats = await missedChats(
      db,
      [...said.values()].map(({ chat_id }) => chat_id),
    );
    const chatIds = chats.filter(({ first_id }) => said.has(first_id)).map(({ chat_id }) => chat_id);
    if (chatIds.length === 0) return;
    const runAt = new Date(clock.now().getTime() + patienceMs);
    await inTransaction(db, (tx) =>
      enqueue(tx, { name: missedJob, payload: { chatIds }, triesMax, urgency: "later", runAt }),
    );
  };
}

/** Notifies fans of what they have not read in these chats: once, until they read it and a model writes again. */
export function missedWork({ db, catalog, notifications }: MessagingNeeds): QueuedWork {
  return {
    async [missedJob](queued) {
      const { chatIds } = payload.parse(queued);
      // The chats stay locked: who reads one now has its notification marked as read afterwards.
      const told = await inTransaction(db, async (tx) => {
        const fans: number[] = [];
        for (const chat of await missedChats(tx, chatIds, { lock: true })) {
          if ((await catalog.fansApart(tx, [chat.fan_id], chat.model_id)).has(chat.fan_id)) continue;
          fans.push(...(await notifications.insert(tx, notificationOf(chat))));
        }
        return fans;
      });
      notifications.publish(told);
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

const notificationOf = ({ chat_id, fan_id, model_id, first_id }: MissedChat) => ({
  fanIds: [fan_id],
  key: `message:${chat_id}:${first_id}`,
  kind: "message" as const,
  modelId: model_id,
  targetId: chat_id,
});
