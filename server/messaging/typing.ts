import { chatToTalkIn } from "./find-chat.ts";
import type { MessagingNeeds } from "./needs.ts";
import { otherSide, type Party, personOn } from "./side.ts";

/** Chats in which somebody may talk, remembered so that a sign of typing costs no query. */
const chatsRemembered = 5_000;

export type Typing = {
  /** Tells the other side of a chat that somebody writes. Who may not say anything there is passed over. */
  tell(party: Party, chatId: number): Promise<void>;
  /** Somebody may no longer talk to somebody: who may is looked up again. */
  forget(): void;
};

/** Makes the {@link Typing} of this process. */
export function createTyping(needs: MessagingNeeds): Typing {
  const open = new Map<string, number>();
  return {
    async tell(party, chatId) {
      const key = `${party.side} ${party.id} ${chatId}`;
      const other = open.get(key) ?? (await whoHears(needs, party, chatId));
      if (other === null) return;
      if (open.size >= chatsRemembered) open.clear();
      open.set(key, other);
      const event = { chat_id: chatId, author_id: party.id };
      needs.realtime.publish(`person:${other}`, "Chat.TypingEvent", event);
    },
    forget: () => open.clear(),
  };
}

async function whoHears(needs: MessagingNeeds, party: Party, chatId: number): Promise<number | null> {
  const found = await chatToTalkIn(needs, party, chatId);
  return found.ok ? personOn(found.chat, otherSide(party.side)) : null;
}
