import type { ChatMessage } from "#contract/chat-message.ts";

/** What a file is sold for: its price in tokens, and what it says about itself. */
export type Terms = { price: number; description: string };

/** A file on its way: how much of it has been sent, 0 to 1, and where the page itself can show it from. */
export type Upload = { file: File; preview: string; share: number; terms: Terms | null };

/** One message on the screen. Its key stays the same when the server's message takes the place of the waiting one. */
export type ThreadItem = {
  key: string;
  message: ChatMessage;
  state: "delivered" | "sending" | "failed";
  mine: boolean;
  upload: Upload | null;
  /** Why it failed, in the server's words; null when no answer came. */
  problem: string | null;
};

/** The key of a message: its author's own id for it, else the server's. */
export function keyOf(message: ChatMessage): string {
  return message.temp_id === null ? `id ${message.id}` : `${message.author_id} ${message.temp_id}`;
}

/** Adds a delivered message in its place, or puts it where its waiting twin or its earlier self stood. */
export function withMessage(items: readonly ThreadItem[], message: ChatMessage, mine: boolean): ThreadItem[] {
  const key = keyOf(message);
  const others = items.filter((item) => item.key !== key && !isSame(item, message.id));
  const known = items.find((item) => isSame(item, message.id));
  return inOrder([...others, delivered(message, mine, known?.key ?? key)]);
}

/** What a page of messages says, newest first, joined with what is there. */
export type Joined = { items: ThreadItem[]; isWhole: boolean };

/**
 * Takes the newest page as the truth about its stretch of time: what it lacks there was deleted. When it does not reach
 * back to what is there (`isWhole` is false), what is there is older than a hole and is dropped, to be loaded again.
 */
export function withNewest(
  items: readonly ThreadItem[],
  page: readonly ChatMessage[],
  isLast: boolean,
  isMine: (message: ChatMessage) => boolean,
): Joined {
  const ids = items.filter(isDelivered).map(({ message }) => message.id);
  const oldest = page.at(-1)?.id ?? 0;
  const newest = page[0]?.id ?? 0;
  const isWhole = isLast || ids.some((id) => id >= oldest);
  const told = new Set(page.map(keyOf));
  const kept = items.filter((item) => {
    if (told.has(item.key)) return false;
    if (!isDelivered(item)) return true;
    return item.message.id > newest || (isWhole && !isLast && item.message.id < oldest);
  });
  const known = new Map(items.filter(isDelivered).map(({ message, key }) => [message.id, key]));
  const fresh = page.map((message) => delivered(message, isMine(message), known.get(message.id)));
  const keys = new Set(fresh.map(({ key }) => key));
  return { items: inOrder([...kept.filter(({ key }) => !keys.has(key)), ...fresh]), isWhole };
}

/** Puts an older page before what is there. */
export function withOlder(
  items: readonly ThreadItem[],
  page: readonly ChatMessage[],
  isMine: (message: ChatMessage) => boolean,
): ThreadItem[] {
  const known = new Set(items.filter(isDelivered).map(({ message }) => message.id));
  const older = page.filter(({ id }) => !known.has(id));
  return inOrder([...older.map((message) => delivered(message, isMine(message))), ...items]);
}

/** Messages of one side were read up to this one. */
export function withRead(items: readonly ThreadItem[], upToId: number, mine: boolean): ThreadItem[] {
  return items.map((item) =>
    isDelivered(item) && item.mine === mine && item.message.id <= upToId && !item.message.was_read
      ? { ...item, message: { ...item.message, was_read: true } }
      : item,
  );
}

/** Changes one message that is there. */
export function withChange(
  items: readonly ThreadItem[],
  id: number,
  change: (message: ChatMessage) => ChatMessage,
): ThreadItem[] {
  return items.map((item) => (isSame(item, id) ? { ...item, message: change(item.message) } : item));
}

export const isDelivered = (item: ThreadItem) => item.state === "delivered";

const isSame = (item: ThreadItem, id: number) => isDelivered(item) && item.message.id === id;

function delivered(message: ChatMessage, mine: boolean, key = keyOf(message)): ThreadItem {
  return { key, message, state: "delivered", mine, upload: null, problem: null };
}

/** Delivered messages as the server numbers them, then those on their way as they were written. */
function inOrder(items: ThreadItem[]): ThreadItem[] {
  const waiting = items.filter((item) => !isDelivered(item));
  return [...items.filter(isDelivered).sort((a, b) => a.message.id - b.message.id), ...waiting];
}
