import type { ChatMessage } from "#contract/chat-message.ts";
import type { Clock } from "#web/lib/clock.ts";
import { isDelivered, keyOf, type Terms, type ThreadItem, type Upload } from "./thread-item.ts";

/** The thread that messages leave from. */
export type OutboxPlace = {
  find(key: string): ThreadItem | undefined;
  add(item: ThreadItem): void;
  /** Changes an item that is not delivered yet. */
  mend(key: string, part: Partial<ThreadItem>): void;
  drop(key: string): void;
  /** A message was not sent; `outcome` says why. */
  refused(item: ThreadItem, outcome: Extract<SendOutcome, { ok: false }>): void;
  receive(message: ChatMessage): void;
};

export type Outbox = {
  /** Sends texts that an earlier page has left unconfirmed. */
  resume(texts: KeptThread["texts"]): void;
  sendText(body: string, replyTo: ChatMessage["reply_to"]): void;
  /** Sends a file with words beside it, or none. */
  sendFile(file: File, caption: string, terms: Terms | null): void;
  retry(key: string): void;
  discard(key: string): void;
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
export function createOutbox(needs: ThreadNeeds, place: OutboxPlace): Outbox {
  const uploads = new Map<string, AbortController>();
  let queue = Promise.resolve();

  function settle(item: ThreadItem, outcome: SendOutcome) {
    uploads.delete(item.key);
    if (outcome.ok) place.receive(outcome.message);
    else if (outcome.refusal === "cancelled") place.drop(item.key);
    else place.refused(item, outcome);
  }

  /**
   * Words leave one after the other, so that they arrive in the order in which they were written. One that hangs holds the
   * next ones up for a moment only; the server's numbers then say in which order they stand, on both sides.
   */
  function deliver(item: ThreadItem) {
    if (item.upload) return void deliverFile(item, item.upload);
    const { body, temp_id, reply_to } = item.message;
    const replyTo = reply_to?.id ?? null;
    queue = queue.then(() => {
      const sent = needs.sendText(body, temp_id ?? "", replyTo).then((outcome) => settle(item, outcome));
      return atMost(sent, patienceMs, needs.clock);
    });
  }

  async function deliverFile(item: ThreadItem, upload: Upload) {
    const ended = new AbortController();
    uploads.set(item.key, ended);
    const onProgress = (share: number) => place.mend(item.key, { upload: { ...upload, share } });
    settle(
      item,
      await needs.sendMedia(upload, captionOf(item.message), { onProgress, signal: ended.signal }),
    );
  }

  function send(part: Partial<ChatMessage>, upload: Upload | null) {
    const message = { ...waitingMessage(needs), ...part };
    const item = { key: keyOf(message), message, mine: true, upload, problem: null };
    place.add({ ...item, state: "sending" });
    deliver({ ...item, state: "sending" });
  }

  return {
    resume(texts) {
      for (const { tempId, body, createdAt, replyTo = null } of texts)
        send(
          { body, temp_id: tempId, reply_to: replyTo, created_at: createdAt, updated_at: createdAt },
          null,
        );
    },
    sendText: (body, reply_to) => send({ body, reply_to }, null),
    sendFile(file, body, terms) {
      const media = { ...waitingMedia, type: file.type.startsWith("video/") ? "video" : "picture" } as const;
      const type = terms ? "paid_media" : "media";
      send(
        { type, media, body, ...terms },
        { file, preview: needs.preview.of(file), share: 0, terms, refused: false },
      );
    },
    retry(key) {
      const item = place.find(key);
      if (item?.state !== "failed" || item.upload?.refused) return;
      const upload = item.upload && { ...item.upload, share: 0 };
      place.mend(key, { state: "sending", problem: null, upload });
      deliver({ ...item, upload });
    },
    discard(key) {
      const sending = uploads.get(key);
      if (sending) sending.abort();
      else if (place.find(key)?.state === "failed") place.drop(key);
    },
  };
}

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
 * What became of a message. `slow_down` carries the seconds to wait; `refused` the server's own words, and whether they are
 * about the file itself: the same one would be refused again.
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
  /** What outlives the page: what is half written, and the texts that nobody has confirmed yet. */
  kept: { read(): KeptThread; write(thread: KeptThread): void };
};

/** Of each text its author's id, so that sent again after a reload it is the same message. */
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
