import type { Database } from "#server/kit/database/database.ts";
import { ownChat } from "#server/messaging/chats/chats.ts";
import { otherRole, type Participant, participantId } from "#server/messaging/participant.ts";
import { type MessageRow, messageById, messagesBefore } from "#server/messaging/store/messages-store.ts";

/** A message with those before it in its chat, oldest first. */
export type QuotedMessage = { message: MessageRow; before: MessageRow[] };

const messagesQuotedBefore = 10;

/** A message of a chat that somebody is in, with the ten before it; undefined when there is none. */
export function quoteMessage({ db }: { db: Database }) {
  return async (participant: Participant, messageId: number): Promise<QuotedMessage | undefined> => {
    const message = await messageById(db, messageId);
    if (!message || participantId(message, participant.role) !== participant.id) return undefined;
    const { rows } = await messagesBefore(db, message.chat_id, message.id);
    return { message, before: rows.slice(0, messagesQuotedBefore).reverse() };
  };
}

/** The other of the two in somebody's chat; undefined when it is not theirs. */
export function findPartner({ db }: { db: Database }) {
  return async (participant: Participant, chatId: number): Promise<Participant | undefined> => {
    const found = await ownChat(db, participant, chatId);
    if (!found.ok) return undefined;
    const role = otherRole(participant.role);
    return { id: participantId(found.chat, role), role };
  };
}
