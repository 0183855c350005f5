import { browserClock } from "#web/lib/clock.ts";
import { useStore } from "#web/lib/store.ts";
import { createTypingBoard } from "./typing-board.ts";

/** Who writes, for the whole page. */
export const typingBoard = createTypingBoard(browserClock);

/** Whether the other side of a chat writes right now. */
export function useIsTyping(chatId: number): boolean {
  return useStore(typingBoard).chats.includes(chatId);
}
