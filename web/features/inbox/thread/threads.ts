import { browserClock } from "#web/lib/clock.ts";
import { randomId } from "#web/lib/platform/random-id.ts";
import { beforeOf, type ReadMark, type ThreadPage } from "../inbox-calls.ts";
import type { Inbox } from "../inbox.ts";
import { keptThread } from "./kept-threads.ts";
import { sendFile } from "./send-file.ts";
import type { MessagesPage } from "./thread-outbox.ts";
import { createThreadSession, type ThreadSession } from "./thread-session.ts";

const keptMax = 30;
const kept = new Map<string, ThreadSession>();

/** The page's reaction when messages were marked as read. */
export type OnRead = (mark: ReadMark, chatId: number) => void;

/**
 * The thread of a chat. In the browser it stays while the page lives: what is on its way, was not sent or is half
 * written is still there when the person comes back to the chat.
 */
export function threadOf(inbox: Inbox, chatId: number, onRead: OnRead): ThreadSession {
  if (typeof document === "undefined") return openThread(inbox, chatId, onRead);
  const key = `${inbox.me} ${chatId}`;
  const thread = kept.get(key) ?? openThread(inbox, chatId, onRead);
  kept.delete(key);
  kept.set(key, thread);
  forgetOldest();
  return thread;
}

/** Whether leaving the page would lose something. */
export function hasUnsent(): boolean {
  return [...kept.values()].some((thread) => thread.wouldLose());
}

/** The connection is back: what got no answer is sent again, in whichever chat. */
export function resendAll(): void {
  for (const thread of kept.values()) thread.resend();
}

const keptNowhere = { read: () => ({ draft: "", texts: [] }), write: () => {} };

/** A page of messages as a thread takes it. */
export function messagesOf({ data, links }: Pick<ThreadPage, "data" | "links">): MessagesPage {
  return { data, next: links.next };
}

function openThread(inbox: Inbox, chatId: number, onRead: OnRead): ThreadSession {
  const { calls, me, side, photosOrigin } = inbox;
  return createThreadSession({
    chatId,
    me,
    clock: browserClock,
    newId: randomId,
    kept: typeof document === "undefined" ? keptNowhere : keptThread(me, chatId),
    preview: { of: (file) => URL.createObjectURL(file), drop: (address) => URL.revokeObjectURL(address) },
    sendText: (body, tempId, replyTo) => calls.sendText(chatId, body, tempId, replyTo),
    sendMedia({ file, terms }, { temp_id, body }, sending) {
      const type = terms ? "paid_media" : "media";
      const caption = body === "" ? {} : { body };
      const form = { from: `${side}_chat`, type, temp_id, ...caption, ...terms } as const;
      return sendFile(photosOrigin, chatId, file, form, sending);
    },
    async load(address) {
      const { page } = await calls.messages(chatId, address === null ? null : beforeOf(address));
      return page && messagesOf(page);
    },
    async markRead(upToId) {
      const mark = await calls.markRead(chatId, upToId);
      if (mark) onRead(mark, chatId);
      return mark !== null;
    },
  });
}

function forgetOldest(): void {
  for (const [key, thread] of kept) {
    if (kept.size <= keptMax) return;
    if (!thread.isUnsent()) kept.delete(key);
  }
}
