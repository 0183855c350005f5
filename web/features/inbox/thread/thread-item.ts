import type { ChatMessage } from "#contract/chat-message.ts";

/** The terms of a file's sale: its price in tokens, and its description. */
export type Terms = { price: number; description: string };

/** A file that is looked at before it is sent, the draft being its caption, and what it was to be sold for before. */
export type ChosenFile = { file: File; terms: Terms | null };

/**
 * A file on its way: how much of it has been sent, 0 to 1, where the page itself can show it from, and whether the server
 * takes it at all: what it has refused for what it is needs not be sent again.
 */
export type Upload = { file: File; preview: string; share: number; terms: Terms | null; refused: boolean };

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

export type ThreadNotice = { kind: "slow_down"; waitSeconds: number } | { kind: "refused"; message: string };

export type ThreadState = {
  items: readonly ThreadItem[];
  /** Address of the messages before the oldest; null when these are all. */
  older: string | null;
  /** `init`: nothing is there yet; `more`: older messages are on their way. */
  loading: "idle" | "init" | "more";
  failed: boolean;
  draft: string;
  /** The message that the next text answers. */
  replyTo: ChatMessage["reply_to"];
  chosen: ChosenFile | null;
  notice: ThreadNotice | null;
  /** Messages that came while the reader was further up. */
  unseen: number;
  atBottom: boolean;
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

/** The messages of a page, newest first, joined with those that are there. */
export type Joined = { items: ThreadItem[]; isWhole: boolean };

/**
 * Takes the newest page as the truth about its stretch of time: what it lacks there was deleted. When it does not reach
 * back to what is there without a gap, up to the message `wholeUpTo` (`isWhole` is false), what is there is older than a
 * hole and is dropped, to be loaded again.
 */
export function withNewest(
  shown: readonly ThreadItem[],
  page: readonly ChatMessage[],
  isLast: boolean,
  isMine: (message: ChatMessage) => boolean,
  wholeUpTo: number,
): Joined {
  const ids = shown.filter(isDelivered).map(({ message }) => message.id);
  const oldest = page.at(-1)?.id ?? 0;
  const newest = page[0]?.id ?? 0;
  const isWhole = isLast || ids.some((id) => id >= oldest && id <= wholeUpTo);
  const inPage = new Set(page.map(keyOf));
  const kept = shown.filter((item) => {
    if (inPage.has(item.key)) return false;
    if (!isDelivered(item)) return true;
    return item.message.id > newest || (isWhole && !isLast && item.message.id < oldest);
  });
  const known = new Map(shown.filter(isDelivered).map(({ message, key }) => [message.id, key]));
  const fresh = page.map((message) => delivered(message, isMine(message), known.get(message.id)));
  const keys = new Set(fresh.map(({ key }) => key));
  const items = inOrder([...kept.filter(({ key }) => !keys.has(key)), ...fresh]);
  // A reader of one message has read those before it, even if their events were missed.
  return {
    items: [true, false].reduce((read, mine) => withRead(read, lastRead(fresh, mine), mine), items),
    isWhole,
  };
}

/** The newest message of one side that was read; 0 for none. */
function lastRead(items: readonly ThreadItem[], mine: boolean): number {
  const read = items.filter((item) => item.mine === mine && item.message.was_read);
  return Math.max(0, ...read.map(({ message }) => message.id));
}

/** Puts an older page before what is there. */
export function withOlder(
  items: readonly ThreadItem[],
  page: readonly ChatMessage[],
  isMine: (message: ChatMessage) => boolean,
): ThreadItem[] {
  const known = new Set(items.filter(isDelivered).map(({ message }) => message.id));
  const older = page.filter(({ id }) => !known.has(id));
  // A message that waits for its answer and stands there already has arrived.
  const arrived = new Set(older.map(keyOf));
  const kept = items.filter((item) => isDelivered(item) || !arrived.has(item.key));
  return inOrder([...older.map((message) => delivered(message, isMine(message))), ...kept]);
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

/**
 * With the fresh addresses that a page of messages has for files which may be seen. Of films that of message `id` alone:
 * another one may be playing, and would begin again.
 */
export function withFreshFiles(
  items: readonly ThreadItem[],
  page: readonly ChatMessage[],
  id: number,
): ThreadItem[] {
  const fresh = new Map(page.map((message) => [message.id, message.media]));
  return items.map((item) => {
    const media = isDelivered(item) ? fresh.get(item.message.id) : undefined;
    const isFresh = media && (media.url !== null || media.is_broken);
    if (!isFresh || (media.type === "video" && item.message.id !== id)) return item;
    return { ...item, message: { ...item.message, media } };
  });
}

/** Without these messages, and without what others quote of them. */
export function withoutMessages(items: readonly ThreadItem[], gone: ReadonlySet<number>): ThreadItem[] {
  return items
    .filter((item) => !isDelivered(item) || !gone.has(item.message.id))
    .map((item) =>
      item.message.reply_to && gone.has(item.message.reply_to.id)
        ? { ...item, message: { ...item.message, reply_to: null } }
        : item,
    );
}

/** So much of a message is shown where another answers it. */
const quotedMax = 200;

/** A message as another that answers it shows it. */
export function quoteOf({
  id,
  author_id,
  body,
  media,
  tip,
}: ChatMessage): NonNullable<ChatMessage["reply_to"]> {
  return {
    ...{ id, author_id, body: [...body].slice(0, quotedMax).join("") },
    ...{ media: media?.type ?? null, tip: tip?.tokens ?? null },
  };
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

export const isUnread = (item: ThreadItem) => isDelivered(item) && !item.mine && !item.message.was_read;
