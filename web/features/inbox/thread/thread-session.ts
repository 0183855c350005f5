import type { ChatMessage } from "#contract/chat-message.ts";
import { messageTextMax, trimmedLength } from "#contract/field-bounds.ts";
import { isBlank, written } from "#contract/written-text.ts";
import { createStore, type Store } from "#web/lib/store.ts";
import {
  isDelivered,
  isUnread,
  keyOf,
  quoteOf,
  type Terms,
  type ThreadItem,
  type ThreadNotice,
  type ThreadState,
  withChange,
  withFreshFiles,
  withMessage,
  withoutMessages,
  withRead,
} from "./thread-item.ts";
import {
  createOutbox,
  keptOf,
  type MessagesPage,
  type SendOutcome,
  type ThreadNeeds,
} from "./thread-outbox.ts";
import { createThreadPages, retryMs } from "./thread-pages.ts";

export type { ThreadNotice, ThreadState } from "./thread-item.ts";
export type { SendOutcome } from "./thread-outbox.ts";

/** Why a text was refused stands long enough to be read and acted on, and goes with the next try. */
const noticeMs = 60_000;

export type ThreadSession = Store<ThreadState> & {
  /** Takes up what an earlier page has left, once; from then on what is here is kept for the next one. */
  restore(): void;
  setDraft(text: string): void;
  /** The next text answers this message; null: none. */
  answer(message: ChatMessage | null): void;
  /** Loads older messages until this one is there; false when it does not come. */
  seek(id: number): Promise<boolean>;
  /** Sends the draft. An empty one, or one that is too long, stays where it is. */
  submit(): void;
  /** Chooses a file to look at before it is sent; null: none. */
  choose(file: File | null): void;
  /** Sends the chosen file: for nothing, with the draft as its caption, or on terms. */
  attach(terms?: Terms): void;
  /** A file that was not sent goes back to where it was chosen, with its caption. */
  edit(key: string): void;
  /** Sends a failed message again under the same id, so that it cannot appear twice. */
  retry(key: string): void;
  /** The connection is back: what got no answer is sent again, in its order. */
  resend(): void;
  /** Gives up a file on its way, or takes away what failed. */
  discard(key: string): void;
  /** An event brings a message, of either side. */
  receive(message: ChatMessage): void;
  /** The newest page was read, on opening or after some events were missed. */
  takeNewest(page: MessagesPage): void;
  reload(): Promise<void>;
  loadOlder(): Promise<void>;
  /** The other side (or `byMe`, another page of one's own) has read up to this message. */
  readUpTo(id: number, byMe: boolean): void;
  /** Asks for fresh addresses of the file of a message, and of the pictures near it. */
  renew(id: number): Promise<void>;
  change(id: number, change: (message: ChatMessage) => ChatMessage): void;
  remove(which: (message: ChatMessage) => boolean): void;
  /** The reader has the newest messages before their eyes. */
  look(): void;
  setAtBottom(atBottom: boolean): void;
  /** Something here is not sent yet. */
  isUnsent(): boolean;
  /** Something here would be lost with the page. */
  wouldLose(): boolean;
};

/** The messages between a fan and a model as one of them sees them; lives as long as the page. */
export function createThreadSession(needs: ThreadNeeds): ThreadSession {
  const isMine = ({ author_id }: ChatMessage) => author_id === needs.me;
  const store = createStore<ThreadState>({
    items: [],
    older: null,
    loading: "init",
    failed: false,
    draft: "",
    replyTo: null,
    chosen: null,
    notice: null,
    unseen: 0,
    atBottom: true,
  });
  const unanswered = new Set<string>();
  let cancelResend = () => {};
  let marking = false;
  let cancelNotice = () => {};

  const find = (key: string) => store.get().items.find((item) => item.key === key);
  const keep = (items: readonly ThreadItem[]) => {
    const kept = new Set(items.map(({ upload }) => upload?.preview));
    for (const { upload } of store.get().items)
      if (upload && !kept.has(upload.preview)) needs.preview.drop(upload.preview);
    store.set({ items });
  };
  const drop = (key: string) => keep(store.get().items.filter((item) => item.key !== key));
  const mend = (key: string, part: Partial<ThreadItem>) =>
    // A message that an event has brought is delivered, whatever the answer to our call was.
    keep(
      store.get().items.map((item) => (item.key === key && !isDelivered(item) ? { ...item, ...part } : item)),
    );

  function notify(notice: ThreadNotice, lastsMs: number) {
    cancelNotice();
    store.set({ notice });
    cancelNotice = needs.clock.after(lastsMs, () => store.set({ notice: null }));
  }

  function receive(message: ChatMessage) {
    const { items, atBottom, unseen } = store.get();
    const isNew = !items.some(
      (item) => item.key === keyOf(message) || (isDelivered(item) && item.message.id === message.id),
    );
    const counts = isNew && !atBottom && !isMine(message);
    keep(withMessage(items, message, isMine(message)));
    if (counts) store.set({ unseen: unseen + 1 });
  }

  /** The words return to the composer, unless something else is being written there already. */
  function takeBack({ key, message }: ThreadItem, problem: string | null) {
    if (store.get().draft !== "") return mend(key, { state: "failed", problem });
    drop(key);
    store.set({ draft: message.body, replyTo: message.reply_to });
  }

  function refused(item: ThreadItem, outcome: Extract<SendOutcome, { ok: false }>) {
    const { upload } = item;
    if (outcome.refusal === "refused") {
      const { message: problem, badFile = false } = outcome;
      if (upload)
        return mend(item.key, { state: "failed", problem, upload: { ...upload, refused: badFile } });
      notify({ kind: "refused", message: problem }, noticeMs);
      return takeBack(item, problem);
    }
    const waitSeconds = outcome.refusal === "slow_down" ? outcome.waitSeconds : 0;
    if (waitSeconds > 0) notify({ kind: "slow_down", waitSeconds }, waitSeconds * 1_000);
    // What is sent again stays where it is, and goes again automatically: its author has gone on.
    if (waitSeconds > 0 && item.state !== "failed" && !upload) return takeBack(item, null);
    mend(item.key, { state: "failed", problem: null });
    unanswered.add(item.key);
    cancelResend();
    cancelResend = needs.clock.after(waitSeconds * 1_000 || retryMs, resend);
  }

  function resend() {
    cancelResend();
    if (pages.hasGap()) void pages.reload();
    const keys = store.get().items.filter(({ key, state }) => state === "failed" && unanswered.has(key));
    unanswered.clear();
    for (const { key } of keys) outbox.retry(key);
  }

  async function markRead() {
    const unread = store.get().items.filter(isUnread);
    if (marking || unread.length === 0) return;
    marking = true;
    const upTo = Math.max(...unread.map(({ message }) => message.id));
    const done = await needs.markRead(upTo);
    marking = false;
    if (!done) return;
    store.set({ items: withRead(store.get().items, upTo, false) });
    // Messages that came meanwhile.
    await markRead();
  }

  /** Takes messages away, also where others answer them. */
  function remove(which: (message: ChatMessage) => boolean) {
    const { items, replyTo } = store.get();
    const gone = new Set(
      items.filter((item) => isDelivered(item) && which(item.message)).map(({ message }) => message.id),
    );
    keep(withoutMessages(items, gone));
    if (replyTo && gone.has(replyTo.id)) store.set({ replyTo: null });
  }

  const pages = createThreadPages(needs, { store, keep, isMine });
  const add = (item: ThreadItem) =>
    store.set({ items: [...store.get().items, item], unseen: 0, atBottom: true });
  const outbox = createOutbox(needs, { find, add, mend, drop, refused, receive });
  let restored = false;

  return {
    get: store.get,
    subscribe: store.subscribe,
    receive(message) {
      receive(message);
      pages.receivedUpTo(message.id);
    },
    takeNewest: pages.takeNewest,
    restore() {
      if (restored) return;
      restored = true;
      const { draft, texts } = needs.kept.read();
      store.subscribe(() => needs.kept.write(keptOf(store.get())));
      if (store.get().draft === "") store.set({ draft });
      const known = new Set(store.get().items.map(({ message }) => message.temp_id));
      outbox.resume(texts.filter(({ tempId }) => !known.has(tempId)));
      needs.kept.write(keptOf(store.get()));
    },
    setDraft: (draft) => store.set({ draft }),
    answer: (message) => store.set({ replyTo: message && quoteOf(message) }),
    seek: pages.seek,
    submit() {
      const body = written(store.get().draft);
      if (body === "" || trimmedLength(body) > messageTextMax) return;
      const { replyTo } = store.get();
      store.set({ draft: "", replyTo: null, notice: null });
      outbox.sendText(body, replyTo);
    },
    choose: (file) => store.set({ chosen: file && { file, terms: null } }),
    attach(terms) {
      const { chosen, draft } = store.get();
      const caption = terms ? "" : draft.trim();
      if (chosen === null || trimmedLength(caption) > messageTextMax) return;
      store.set({ chosen: null, notice: null, ...(terms ? {} : { draft: "" }) });
      outbox.sendFile(chosen.file, caption, terms ?? null);
    },
    edit(key) {
      const item = find(key);
      if (item?.state !== "failed" || !item.upload) return;
      const draft = [item.message.body, store.get().draft].filter((text) => text !== "").join("\n");
      const { file, terms } = item.upload;
      drop(key);
      store.set({ chosen: { file, terms }, draft });
    },
    retry: outbox.retry,
    resend,
    discard: outbox.discard,
    reload: pages.reload,
    loadOlder: pages.loadOlder,
    readUpTo: (id, byMe) => store.set({ items: withRead(store.get().items, id, !byMe) }),
    async renew(id) {
      const page = await needs.load(`?before=${id + 1}`);
      if (page) store.set({ items: withFreshFiles(store.get().items, page.data, id) });
    },
    change: (id, change) => store.set({ items: withChange(store.get().items, id, change) }),
    remove,
    look: () => void markRead(),
    setAtBottom: (atBottom) => store.set(atBottom ? { atBottom, unseen: 0 } : { atBottom }),
    isUnsent: () => store.get().items.some((item) => !isDelivered(item)) || !isBlank(store.get().draft),
    wouldLose: () => store.get().items.some((item) => !isDelivered(item) && item.upload !== null),
  };
}
