import { chatToWriteIn } from "#server/messaging/chats/chats.ts";
import type { MessagingNeeds } from "#server/messaging/needs.ts";
import { otherRole, type Participant, participantId } from "#server/messaging/participant.ts";

/** Chats in which somebody may talk, remembered so that a sign of typing costs no query. */
const chatsRemembered = 5_000;

export type Typing = {
  /** Notifies the other side of a chat that somebody writes. A participant who may not write there is passed over. */
  signal(participant: Participant, chatId: number): Promise<void>;
  /** Somebody may no longer talk to somebody: who may is looked up again. */
  forget(): void;
};

/** Makes the {@link Typing} of this process. */
export function createTyping(needs: MessagingNeeds): Typing {
  const open = new Map<string, number>();
  return {
    async signal(participant, chatId) {
      const key = `${participant.role} ${participant.id} ${chatId}`;
      const other = open.get(key) ?? (await recipientOf(needs, participant, chatId));
      if (other === null) return;
      if (open.size >= chatsRemembered) open.clear();
      open.set(key, other);
      const event = { chat_id: chatId, author_id: participant.id };
      needs.realtime.publish(`person:${other}`, "Chat.TypingEvent", event);
    },
    forget: () => open.clear(),
  };
}

async function recipientOf(
  needs: MessagingNeeds,
  participant: Participant,
  chatId: number,
): Promise<number | null> {
  const found = await chatToWriteIn(needs, participant, chatId);
  return found.ok ? participantId(found.chat, otherRole(participant.role)) : null;
}
