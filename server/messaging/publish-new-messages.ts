import type { RealtimeEvents } from "#contract/realtime-events.ts";
import type { Topic } from "#contract/realtime.ts";
import type { MessagingNeeds } from "./needs.ts";
import { otherRole, participantId } from "./participant.ts";
import { presentMessage } from "./present-message.ts";
import { unreadIn, unreadInAll, unreadInAllOf, unreadOfFansIn } from "./store/chats-store.ts";
import type { MessageRow } from "./store/messages-store.ts";

/** The topic of one person's open pages. */
export const topicOf = (personId: number): Topic => `person:${personId}`;

type PublishNeeds = Pick<MessagingNeeds, "db" | "catalog" | "accounts" | "files"> & {
  realtime: Pick<MessagingNeeds["realtime"], "publish">;
};

/**
 * The facts that a page gets with a new message: its author, and the numbers of messages that its reader has not read
 * in the chat and in all chats.
 */
type Around = Pick<
  RealtimeEvents["Chat.NewMessageEvent"],
  "author_profile" | "unread_amount" | "unread_messages"
>;

/** Publishes a new message to who is to read it. */
export async function publishToRecipient(needs: PublishNeeds, row: MessageRow): Promise<void> {
  const side = otherRole(row.author);
  const recipient = { id: participantId(row, side), role: side };
  publishNew(needs, row, {
    author_profile: await authorProfile(needs, row),
    unread_amount: await unreadIn(needs.db, row.chat_id, side),
    unread_messages: await unreadInAll(needs.db, recipient),
  });
}

/** Publishes new messages of models to their fans. The facts that all of them need are read at once. */
export async function publishToFans(needs: PublishNeeds, rows: readonly MessageRow[]): Promise<void> {
  const { db } = needs;
  const inChats = await unreadOfFansIn(
    db,
    rows.map(({ chat_id }) => chat_id),
  );
  const inAll = await unreadInAllOf(
    db,
    rows.map(({ fan_id }) => fan_id),
  );
  const authors = new Map<number, Around["author_profile"]>();
  for (const row of rows) {
    const author_profile = authors.get(row.model_id) ?? (await authorProfile(needs, row));
    authors.set(row.model_id, author_profile);
    publishNew(needs, row, {
      author_profile,
      unread_amount: inChats.get(row.chat_id) ?? 0,
      unread_messages: inAll.get(row.fan_id) ?? 0,
    });
  }
}

function publishNew({ realtime, files }: PublishNeeds, row: MessageRow, around: Around): void {
  const side = otherRole(row.author);
  const recipientId = participantId(row, side);
  const message = presentMessage(row, side, files.link);
  realtime.publish(topicOf(recipientId), "Chat.NewMessageEvent", {
    id: row.id,
    chat_id: row.chat_id,
    recipient_id: recipientId,
    author_id: message.author_id,
    type: row.type,
    body: row.body,
    media: message.media && {
      id: message.media.id,
      type: message.media.type,
      thumb: message.media.thumb,
      is_processing: message.media.is_processing,
    },
    sent_at: message.created_at,
    message,
    ...around,
  });
}

async function authorProfile({ db, catalog, accounts }: PublishNeeds, row: MessageRow) {
  if (row.author === "model") {
    const model = await catalog.model(db, row.model_id);
    return { avatar_link: model?.avatar ?? null, artistic_name: model?.artistic_name ?? "" };
  }
  const fan = await accounts.byId(db, row.fan_id);
  return { avatar_link: fan?.avatar ?? null, artistic_name: fan?.login ?? "" };
}
