import type { PurchasedChatMedia } from "#contract/messaging.ts";
import type { ThreadSession } from "../thread/thread-session.ts";

/**
 * Shows a medium that was just bought in its message. One that matches no message of the thread is a page that has lost
 * its way: it is logged, and the page is loaded again.
 */
export function showBought(
  thread: Pick<ThreadSession, "get" | "change">,
  { id, media }: Pick<PurchasedChatMedia, "id" | "media">,
  reload: () => void,
): void {
  const item = thread.get().items.find(({ message }) => message.media?.id === id);
  if (!item) {
    console.error(`bought media ${id} is in no message of this chat`);
    reload();
    return;
  }
  thread.change(item.message.id, (message) => ({ ...message, media, purchase_status: "paid" }));
}
