import type { ChatMessage } from "#contract/chat-message.ts";
import { messageTextMax, trimmedLength } from "#contract/field-bounds.ts";
import { createStore, type Store } from "#web/lib/store.ts";
import {
  isDelivered,
  keyOf,
  type Terms,
  type ThreadItem,
  withChange,
  withMessage,
  withNewest,
  withOlder,
  withRead,
} from "./thread-item.ts";
import { createOutbox, type MessagesPage, type SendOutcome, type ThreadNeeds } from "./thread-outbox.ts";

export type { SendOutcome } from "./thread-outbox.ts";

const NOTICE_MS = 5_000;

export type ThreadNotice = { kind: "slow_down"; waitSeconds: number } | { kind: "refused"; message: string };

/** `init`: nothing is there yet; `more`: older messages are on their way. */
export type Loading = "idle" | "init" | "more";

export type ThreadState = {
  items: readonly ThreadItem[];
  /** Address of the messages before the oldest; null when these are all. */
  older: string | null;
  loading: Loading;
  failed: boolean;
  draft: string;
  notice: ThreadNotice | null;
  /** Messages that came while the reader was further up. */
  unseen: number;
  atBottom: boolean;
};

export type ThreadSession = Store<ThreadState> & {
  setDraft(text: string): void;
  /** Sends the draft. An empty one, or one that is too long, stays where it is. */
  submit(): void;
  /** Sends a file, for nothing or on terms. */
  attach(file: File, terms?: Terms): void;
  /** Sends a failed message again under the same id, so that it cannot appear twice. */
  retry(key: string): void;
  /** Gives up a file on its way, or takes away what failed. */
  discard(key: string): void;
  receive(message: ChatMessage): void;
  /** The newest page was read, on opening or after some events were missed. */
  takeNewest(page: MessagesPage): void;
  reload(): Promise<void>;
  loadOlder(): Promise<void>;
  /** The other side (or `byMe`, another page of one's own) has read up to this message. */
  readUpTo(id: number, byMe: boolean): void;
  change(id: number, change: (message: ChatMessage) => ChatMessage): void;
  remove(which: (message: ChatMessage) => boolean): void;
  /** The reader has the newest messages before their eyes. */
  look(): void;
  setAtBottom(atBottom: boolean): void;
  /** Something here exists on this page only. */
  isUnsent(): boolean;
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
    notice: null,
    unseen: 0,
    atBottom: true,
  });
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
    // A message that has been told is delivered, whatever the answer to our call was.
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
  function takeBack({ key, message, upload }: ThreadItem, problem: string | null) {
    if (upload || store.get().draft !== "") return mend(key, { state: "failed", problem });
    drop(key);
    store.set({ draft: message.body });
  }

  function refused(item: ThreadItem, outcome: Extract<SendOutcome, { ok: false }>) {
    if (outcome.refusal === "slow_down") {
      takeBack(item, null);
      notify({ kind: "slow_down", waitSeconds: outcome.waitSeconds }, outcome.waitSeconds * 1_000);
    } else if (outcome.refusal === "refused") {
      takeBack(item, outcome.message);
      if (!item.upload) notify({ kind: "refused", message: outcome.message }, NOTICE_MS);
    } else mend(item.key, { state: "failed", problem: null });
  }

  async function markRead() {
    if (marking || !store.get().items.some(isUnread)) return;
    marking = true;
    const upTo = Math.max(
      0,
      ...store
        .get()
        .items.filter(isUnread)
        .map(({ message }) => message.id),
    );
    const done = await needs.markRead(upTo);
    marking = false;
    if (!done) return;
    store.set({ items: withRead(store.get().items, upTo, false) });
    // Messages that came meanwhile.
    await markRead();
  }

  function takeNewest(page: MessagesPage) {
    const joined = withNewest(store.get().items, page.data, page.next === null, isMine);
    const older = joined.isWhole && store.get().loading !== "init" ? store.get().older : page.next;
    keep(joined.items);
    store.set({ older, loading: "idle", failed: false });
  }

  const add = (item: ThreadItem) =>
    store.set({ items: [...store.get().items, item], unseen: 0, atBottom: true });
  const outbox = createOutbox(needs, { find, add, mend, drop, refused, receive });

  return {
    get: store.get,
    subscribe: store.subscribe,
    receive,
    takeNewest,
    setDraft: (draft) => store.set({ draft }),
    submit() {
      const body = store.get().draft.trim();
      if (body === "" || trimmedLength(body) > messageTextMax) return;
      store.set({ draft: "" });
      outbox.sendText(body);
    },
    attach: (file, terms) => outbox.sendFile(file, terms ?? null),
    retry: outbox.retry,
    discard: outbox.discard,
    async reload() {
      const page = await needs.load(null);
      if (page) takeNewest(page);
      else store.set({ failed: store.get().loading === "init" });
    },
    async loadOlder() {
      const { older, loading } = store.get();
      if (older === null || loading !== "idle") return;
      store.set({ loading: "more", failed: false });
      const page = await needs.load(older);
      // A hole has been found meanwhile, and the older messages begin elsewhere.
      if (store.get().older !== older) return store.set({ loading: "idle" });
      if (!page) return store.set({ loading: "idle", failed: true });
      store.set({
        items: withOlder(store.get().items, page.data, isMine),
        older: page.next,
        loading: "idle",
      });
    },
    readUpTo: (id, byMe) => store.set({ items: withRead(store.get().items, id, !byMe) }),
    change: (id, change) => store.set({ items: withChange(store.get().items, id, change) }),
    remove: (which) => keep(store.get().items.filter((item) => !isDelivered(item) || !which(item.message))),
    look: () => void markRead(),
    setAtBottom: (atBottom) => store.set(atBottom ? { atBottom, unseen: 0 } : { atBottom }),
    isUnsent: () => store.get().items.some((item) => !isDelivered(item)) || store.get().draft.trim() !== "",
  };
}

const isUnread = (item: ThreadItem) => isDelivered(item) && !item.mine && !item.message.was_read;
