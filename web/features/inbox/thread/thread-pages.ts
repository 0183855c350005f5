import type { ChatMessage } from "#contract/chat-message.ts";
import { withNewest, withOlder } from "./thread-item.ts";
import type { MessagesPage } from "./thread-outbox.ts";
import { only, type PagesEvent, shown, type Thread, type ThreadStep } from "./thread-state.ts";

/** A request or message without an answer is repeated after this long, if the connection has not come back before. */
export const retryMs = 15_000;

/** A thread after what pages of messages bring: the newest, again after a gap in the events, and older ones. */
export function pagesAfter(thread: Thread, event: PagesEvent): ThreadStep {
  switch (event.kind) {
    case "newest_read":
      return only(newestRead(thread, event.page));
    case "reload_begun":
      return {
        state: {
          ...thread,
          wholeUpTo: thread.wholeUpTo ?? thread.receivedUpTo,
          reloads: thread.reloads + 1,
        },
        effects: [{ kind: "stop_reload_timer" }],
      };
    case "reload_answered":
      return reloadAnswered(thread, event);
    case "older_begun":
      return only(shown(thread, { loading: "more", failed: false }));
    case "older_answered":
      return only(olderAnswered(thread, event));
  }
}

/** Events were missed, and the page that makes up for them has not come yet. */
export const hasGap = ({ wholeUpTo }: Thread): boolean => wholeUpTo !== null;

function newestRead(thread: Thread, page: MessagesPage): Thread {
  const { items, loading, older } = thread.view;
  const upTo = thread.wholeUpTo ?? thread.receivedUpTo;
  const joined = withNewest(items, page.data, page.next === null, isMineIn(thread), upTo);
  const received = { ...thread, receivedUpTo: Math.max(thread.receivedUpTo, page.data[0]?.id ?? 0) };
  return shown(received, {
    items: joined.items,
    older: joined.isWhole && loading !== "init" ? older : page.next,
    loading: "idle",
    failed: false,
  });
}

function reloadAnswered(
  thread: Thread,
  { asked, page }: Extract<PagesEvent, { kind: "reload_answered" }>,
): ThreadStep {
  const read = page ? newestRead(thread, page) : thread;
  // Another gap was found meanwhile: its own page comes.
  if (asked !== thread.reloads) return only(read);
  if (page) return only({ ...read, wholeUpTo: null });
  return {
    state: shown(read, { failed: read.view.loading === "init" }),
    effects: [{ kind: "start_reload_timer", ms: retryMs }],
  };
}

function olderAnswered(
  thread: Thread,
  { older, page }: Extract<PagesEvent, { kind: "older_answered" }>,
): Thread {
  // A hole has been found meanwhile, and the older messages begin elsewhere.
  if (thread.view.older !== older) return shown(thread, { loading: "idle" });
  if (!page) return shown(thread, { loading: "idle", failed: true });
  const items = withOlder(thread.view.items, page.data, isMineIn(thread));
  return shown(thread, { items, older: page.next, loading: "idle" });
}

const isMineIn =
  ({ me }: Thread) =>
  ({ author_id }: ChatMessage) =>
    author_id === me;
