import type { ChatMessage } from "#contract/chat-message.ts";
import type { Clock } from "#web/lib/clock.ts";
import { isDelivered, keyOf, type Terms, type ThreadItem, type Upload } from "./thread-item.ts";

/** Where the outbox says how what it sends fares. */
type OutboxReports = {
  /** `upload` with how much of it has been sent. */
  progressed(key: string, upload: Upload): void;
  /** `item` is the message as it was handed over. */
  answered(item: ThreadItem, outcome: SendOutcome): void;
};

export type Outbox = {
  deliver(item: ThreadItem): void;
  /** Gives up a file on its way. */
  abort(key: string): void;
};

/** A text waits this long for the answer to the one before it. */
const patienceMs = 3_000;

/** Waits for something, but no longer than this. */
function atMost(done: Promise<void>, ms: number, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, resolve);
    void done.finally(() => {
      cancel();
      resolve();
    });
  });
}

/** Sends what one side writes: each message under an id of its own, which a retry keeps. */
export function createOutbox(needs: ThreadNeeds, { progressed, answered }: OutboxReports): Outbox {
  const uploads = new Map<string, AbortController>();
  let queue = Promise.resolve();

  /**
   * Words leave one after the other, so that they arrive in the order in which they were written. One that hangs holds the
   * next ones up for a moment only; the server's numbers then say in which order they stand, on both sides.
   */
  function deliverText(item: ThreadItem) {
    const { body, temp_id, reply_to } = item.message;
    const replyTo = reply_to?.id ?? null;
    queue = queue.then(() => {
      const sent = needs.sendText(body, temp_id ?? "", replyTo).then((outcome) => answered(item, outcome));
      return atMost(sent, patienceMs, needs.clock);
    });
  }

  async function deliverFile(item: ThreadItem, upload: Upload) {
    const ended = new AbortController();
    uploads.set(item.key, ended);
    const onProgress = (share: number) => progressed(item.key, { ...upload, share });
    const sending = { onProgress, signal: ended.signal };
    const outcome = await needs.sendMedia(upload, captionOf(item.message), sending);
    uploads.delete(item.key);
    answered(item, outcome);
  }

  return {
    deliver: (item) => (item.upload ? void deliverFile(item, item.upload) : deliverText(item)),
    abort: (key) => uploads.get(key)?.abort(),
  };
}

/** A text that waits to be sent. */
export const waitingText = (
  needs: ThreadNeeds,
  body: string,
  reply_to: ChatMessage["reply_to"],
): ThreadItem => waitingItem({ ...waitingMessage(needs), body, reply_to }, null);

/** A text that an earlier page has left unconfirmed, under the id that it had there. */
export const waitingAgain = (
  needs: ThreadNeeds,
  { tempId, body, createdAt, replyTo = null }: KeptThread["texts"][number],
): ThreadItem =>
  waitingItem(
    {
      ...waitingMessage(needs),
      ...{ body, temp_id: tempId, reply_to: replyTo, created_at: createdAt, updated_at: createdAt },
    },
    null,
  );

/** A file that waits to be sent, with words beside it, or none. */
export function waitingFile(
  needs: ThreadNeeds,
  file: File,
  { caption: body, terms }: { caption: string; terms: Terms | null },
): ThreadItem {
  const media = { ...waitingMedia, type: file.type.startsWith("video/") ? "video" : "picture" } as const;
  const type = terms ? "paid_media" : "media";
  const upload = { file, preview: needs.preview.of(file), share: 0, terms, refused: false };
  return waitingItem({ ...waitingMessage(needs), type, media, body, ...terms }, upload);
}

const waitingItem = (message: ChatMessage, upload: Upload | null): ThreadItem => ({
  key: keyOf(message),
  message,
  state: "sending",
  mine: true,
  upload,
  problem: null,
});

const waitingMedia = {
  id: 0,
  thumb: null,
  is_processing: false,
  is_broken: false,
  broken_reason: null,
  url: null,
  width: null,
  height: null,
  duration: null,
};

function waitingMessage({ chatId, me, newId, clock }: ThreadNeeds): ChatMessage {
  const now = clock.now().toISOString();
  return {
    id: 0,
    chat_id: chatId,
    author_id: me,
    body: "",
    type: "text",
    media: null,
    was_read: false,
    purchase_status: null,
    price: null,
    description: null,
    mass_message_id: null,
    automatic: false,
    language: null,
    tip: null,
    reply_to: null,
    temp_id: newId(),
    created_at: now,
    updated_at: now,
  };
}

/**
 * The outcome of a message. `slow_down` carries the seconds to wait; `refused` the server's own words, and whether
 * they are about the file itself: that file would be refused again.
 */
export type SendOutcome =
  | { ok: true; message: ChatMessage }
  | { ok: false; refusal: "slow_down"; waitSeconds: number }
  | { ok: false; refusal: "refused"; message: string; badFile?: boolean }
  | { ok: false; refusal: "network" }
  | { ok: false; refusal: "cancelled" };

export type ThreadNeeds = {
  chatId: number;
  me: number;
  sendText(body: string, tempId: string, replyTo: number | null): Promise<SendOutcome>;
  sendMedia(upload: Upload, caption: Caption, sending: MediaSending): Promise<SendOutcome>;
  /** The newest messages, or those at an address; null when they cannot be had now. */
  load(address: string | null): Promise<MessagesPage | null>;
  /** Marks what the other side wrote up to this message as read; false when that did not arrive. */
  markRead(upToId: number): Promise<boolean>;
  /** An address under which the page can show a file that it holds, and its end. */
  preview: { of(file: File): string; drop(address: string): void };
  newId(): string;
  clock: Clock;
  /** The part that outlives the page: half-written text, and the texts that nobody has confirmed yet. */
  kept: { read(): KeptThread; write(thread: KeptThread): void };
};

/** Each text has its author's id, so that sent again after a reload it is one message. */
export type KeptThread = {
  draft: string;
  texts: readonly {
    tempId: string;
    body: string;
    createdAt: string;
    replyTo?: ChatMessage["reply_to"] | undefined;
  }[];
};

/** A file's message: its author's own id of it, and the words beside it. */
export type Caption = { temp_id: string; body: string };

const captionOf = ({ temp_id, body }: ChatMessage): Caption => ({ temp_id: temp_id ?? "", body });

export type MediaSending = { onProgress(share: number): void; signal: AbortSignal };

/** Messages, newest first, and the address of the page before them. */
export type MessagesPage = { data: readonly ChatMessage[]; next: string | null };

/** Texts that were refused for good wait for their author on this page alone. */
export function keptOf({ draft, items }: { draft: string; items: readonly ThreadItem[] }): KeptThread {
  const texts = items.filter((item) => !isDelivered(item) && !item.upload && item.problem === null);
  return {
    draft,
    texts: texts.map(({ message: { temp_id, body, created_at, reply_to } }) => ({
      tempId: temp_id ?? "",
      body,
      createdAt: created_at,
      ...(reply_to ? { replyTo: reply_to } : {}),
    })),
  };
}
