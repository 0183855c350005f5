import { isBlank } from "#contract/written-text.ts";
import { browserClock, type Clock } from "#web/lib/clock.ts";
import { typingMs } from "#web/lib/constants.ts";
import { createStore, type Store, useStore } from "#web/lib/store.ts";

/** The people who are writing, for the whole page. */
export const typingBoard = createTypingBoard(browserClock);

/** Whether the other side of a chat writes right now. */
export function useIsTyping(chatId: number): boolean {
  return useStore(typingBoard).chats.includes(chatId);
}

/** The chats in which the other side is writing right now. */
type TypingBoard = Store<{ chats: readonly number[] }> & {
  /** A sign that they write: it counts for one second, and each new one begins another. */
  writes(chatId: number): void;
  /** The text that they wrote has come. */
  done(chatId: number): void;
};

export function createTypingBoard(clock: Pick<Clock, "after">): TypingBoard {
  const store = createStore<{ chats: readonly number[] }>({ chats: [] });
  const cancels = new Map<number, () => void>();
  function done(chatId: number) {
    cancels.get(chatId)?.();
    if (cancels.delete(chatId)) store.set({ chats: store.get().chats.filter((id) => id !== chatId) });
  }
  return {
    get: store.get,
    subscribe: store.subscribe,
    done,
    writes(chatId) {
      cancels.get(chatId)?.();
      cancels.set(
        chatId,
        clock.after(typingMs, () => done(chatId)),
      );
      const { chats } = store.get();
      if (!chats.includes(chatId)) store.set({ chats: [...chats, chatId] });
    },
  };
}

const everyMs = 500;

/** Signals that something is being written: `wrote` is called with each change of the text, `send` every half second. */
export function createTypingSignal(clock: Pick<Clock, "now">, send: () => void) {
  let sentAt = Number.NEGATIVE_INFINITY;
  return {
    wrote(text: string) {
      const now = clock.now().getTime();
      if (isBlank(text) || now - sentAt < everyMs) return;
      sentAt = now;
      send();
    },
  };
}
