import type { Clock } from "#web/lib/clock.ts";
import { TYPING_MS } from "#web/lib/constants.ts";
import { createStore, type Store } from "#web/lib/store.ts";

/** In which chats the other side is writing right now. */
export type TypingBoard = Store<{ chats: readonly number[] }> & {
  /** A sign that they write: it counts for one second, and each new one begins another. */
  writes(chatId: number): void;
  /** What they wrote has come. */
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
        clock.after(TYPING_MS, () => done(chatId)),
      );
      const { chats } = store.get();
      if (!chats.includes(chatId)) store.set({ chats: [...chats, chatId] });
    },
  };
}
