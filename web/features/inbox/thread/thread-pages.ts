import type { ChatMessage } from "#contract/chat-message.ts";
import type { WritableStore } from "#web/lib/store.ts";
import { isDelivered, type ThreadItem, type ThreadState, withNewest, withOlder } from "./thread-item.ts";
import type { MessagesPage, ThreadNeeds } from "./thread-outbox.ts";

/** What got no answer is asked for, or sent, again after this long, if the connection has not come back before. */
export const retryMs = 15_000;
/** The most pages that are loaded to reach a message. */
const seekPagesMax = 100;

type Parts = {
  store: WritableStore<ThreadState>;
  keep(items: readonly ThreadItem[]): void;
  isMine(message: ChatMessage): boolean;
};

/** Reads the pages of a thread: the newest, again after a gap in the events, and older ones as they are asked for. */
export function createThreadPages(needs: ThreadNeeds, { store, keep, isMine }: Parts) {
  /** Up to this message nothing is missing: events come in their order, answers to our own calls may overtake them. */
  let receivedUpTo = 0;
  /** Events were missed after this message, and no page that was asked for since then has come. */
  let wholeUpTo: number | null = null;
  let reloads = 0;
  let olderUnderWay: Promise<void> | null = null;
  let cancelReload = () => {};

  function takeNewest(page: MessagesPage) {
    const upTo = wholeUpTo ?? receivedUpTo;
    const joined = withNewest(store.get().items, page.data, page.next === null, isMine, upTo);
    receivedUpTo = Math.max(receivedUpTo, page.data[0]?.id ?? 0);
    const older = joined.isWhole && store.get().loading !== "init" ? store.get().older : page.next;
    keep(joined.items);
    store.set({ older, loading: "idle", failed: false });
  }

  /** Reads the newest again after a gap, until an answer comes. */
  async function reload() {
    wholeUpTo ??= receivedUpTo;
    cancelReload();
    const asked = ++reloads;
    const page = await needs.load(null);
    if (page) takeNewest(page);
    // Another gap was found meanwhile: its own page comes.
    if (asked !== reloads) return;
    if (page) wholeUpTo = null;
    else {
      store.set({ failed: store.get().loading === "init" });
      cancelReload = needs.clock.after(retryMs, () => void reload());
    }
  }

  /** The page that is on its way is waited for by everybody who asks meanwhile. */
  function loadOlder(): Promise<void> {
    olderUnderWay ??= readOlder().finally(() => {
      olderUnderWay = null;
    });
    return olderUnderWay;
  }

  async function readOlder() {
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
  }

  /** Loads older messages until this one is there; false when it does not come. */
  async function seek(id: number): Promise<boolean> {
    const isLoaded = () => store.get().items.some((item) => isDelivered(item) && item.message.id === id);
    for (let pages = 0; pages < seekPagesMax && !isLoaded(); pages++) {
      const { older } = store.get();
      await loadOlder();
      if (store.get().older === older) break;
    }
    return isLoaded();
  }

  return {
    takeNewest,
    reload,
    loadOlder,
    seek,
    /** An event brought this message: nothing before it is missing. */
    receivedUpTo(id: number) {
      receivedUpTo = Math.max(receivedUpTo, id);
    },
    /** Events were missed, and the page that makes up for them has not come yet. */
    hasGap: () => wholeUpTo !== null,
  };
}
