import type { ChatMessage } from "#contract/chat-message.ts";
import {
  isDelivered,
  isUnread,
  quoteOf,
  type ThreadState,
  withChange,
  withFreshFiles,
  withoutMessages,
  withRead,
} from "./thread-item.ts";
import { pagesAfter } from "./thread-pages.ts";
import {
  added,
  fileTakenBack,
  itemOf,
  mended,
  received,
  resendDue,
  retried,
  sendAnswered,
  without,
} from "./thread-sending.ts";
import {
  only,
  show,
  shown,
  type Thread,
  type ThreadEffect,
  type ThreadEvent,
  type ThreadStep,
} from "./thread-state.ts";

/** A thread after an event, and what has to be done then. */
export function threadAfter(thread: Thread, event: ThreadEvent): ThreadStep {
  const { state, effects } = stepAfter(thread, event);
  return { state, effects: [...lostPreviews(thread, state), ...effects] };
}

/** Pictures of files that the page holds for nobody any more. */
function lostPreviews({ view: before }: Thread, { view }: Thread): ThreadEffect[] {
  if (before.items === view.items) return [];
  const kept = new Set(view.items.map(({ upload }) => upload?.preview));
  return before.items.flatMap(({ upload }) =>
    upload && !kept.has(upload.preview) ? [{ kind: "drop_preview", address: upload.preview }] : [],
  );
}

function stepAfter(thread: Thread, event: ThreadEvent): ThreadStep {
  const { items } = thread.view;
  switch (event.kind) {
    case "draft_changed":
      return show(thread, { draft: event.draft });
    case "answer_chosen":
      return show(thread, { replyTo: event.message && quoteOf(event.message) });
    case "file_chosen":
      return show(thread, { chosen: event.file && { file: event.file, terms: null } });
    case "text_submitted":
      return added(shown(thread, { draft: "", replyTo: null, notice: null }), [event.waiting]);
    case "file_submitted": {
      const written = event.takesDraft ? { draft: "" } : {};
      return added(shown(thread, { chosen: null, notice: null, ...written }), [event.waiting]);
    }
    case "restored": {
      const drafted = thread.view.draft === "" ? shown(thread, { draft: event.draft }) : thread;
      return added(drafted, event.waiting);
    }
    case "file_taken_back":
      return show(thread, fileTakenBack(thread.view, event.key));
    case "retried":
      return retried(thread, event.key);
    case "discarded":
      return itemOf(thread, event.key)?.state === "failed"
        ? show(thread, without(thread.view, event.key))
        : { state: thread, effects: [{ kind: "abort", key: event.key }] };
    case "progressed":
      return show(thread, mended(thread.view, event.key, { upload: event.upload }));
    case "send_answered":
      return sendAnswered(thread, event.sent, event.outcome);
    case "resend_due":
      return resendDue(thread);
    case "message_received": {
      const receivedUpTo = Math.max(thread.receivedUpTo, event.message.id);
      return only(received({ ...thread, receivedUpTo }, event.message));
    }
    case "read":
      return show(thread, { items: withRead(items, event.upTo, !event.byMe) });
    case "files_renewed":
      return show(thread, { items: withFreshFiles(items, event.page.data, event.id) });
    case "message_changed":
      return show(thread, { items: withChange(items, event.id, event.change) });
    case "messages_removed":
      return show(thread, withoutThese(thread.view, event.which));
    case "looked":
      return looked(thread);
    case "marked": {
      const marked = { ...thread, isMarking: false };
      if (!event.isDone) return only(marked);
      // Messages that came meanwhile are marked, too.
      return looked(shown(marked, { items: withRead(items, event.upTo, false) }));
    }
    case "scrolled":
      return show(thread, event.atBottom ? { atBottom: true, unseen: 0 } : { atBottom: false });
    case "notice_expired":
      return show(thread, { notice: null });
    default:
      return pagesAfter(thread, event);
  }
}

/** Takes messages away, also where others answer them. */
function withoutThese(
  { items, replyTo }: ThreadState,
  which: (message: ChatMessage) => boolean,
): Partial<ThreadState> {
  const gone = new Set(
    items.filter((item) => isDelivered(item) && which(item.message)).map(({ message }) => message.id),
  );
  return {
    items: withoutMessages(items, gone),
    replyTo: replyTo && gone.has(replyTo.id) ? null : replyTo,
  };
}

function looked(thread: Thread): ThreadStep {
  const unread = thread.view.items.filter(isUnread);
  if (thread.isMarking || unread.length === 0) return only(thread);
  const upTo = Math.max(...unread.map(({ message }) => message.id));
  return { state: { ...thread, isMarking: true }, effects: [{ kind: "mark_read", upTo }] };
}
