import type { ChatMessage } from "#contract/chat-message.ts";
import type { Step } from "#web/lib/state-machine.ts";
import type { ThreadItem, ThreadState, Upload } from "./thread-item.ts";
import type { MessagesPage, SendOutcome } from "./thread-outbox.ts";

/** A thread: what pages show of it, and what it knows besides. */
export type Thread = {
  me: number;
  view: ThreadState;
  /** Keys of the messages that got no answer, and are sent again automatically. */
  unanswered: ReadonlySet<string>;
  /** The other side's messages are being marked as read. */
  isMarking: boolean;
  /** Up to this message nothing is missing: events come in their order, answers to our own calls may overtake them. */
  receivedUpTo: number;
  /** Events were missed after this message, and no page that was asked for since then has come. */
  wholeUpTo: number | null;
  /** How many times the newest page has been asked for. */
  reloads: number;
};

export type ThreadEvent =
  | { kind: "draft_changed"; draft: string }
  /** The next text answers this message; null: none. */
  | { kind: "answer_chosen"; message: ChatMessage | null }
  | { kind: "file_chosen"; file: File | null }
  | { kind: "text_submitted"; waiting: ThreadItem }
  /** `takesDraft`: the draft is its caption. */
  | { kind: "file_submitted"; waiting: ThreadItem; takesDraft: boolean }
  /** An earlier page has left this draft, and these texts without an answer. */
  | { kind: "restored"; draft: string; waiting: readonly ThreadItem[] }
  /** A file that was not sent goes back to where it was chosen. */
  | { kind: "file_taken_back"; key: string }
  | { kind: "retried"; key: string }
  | { kind: "discarded"; key: string }
  | { kind: "progressed"; key: string; upload: Upload }
  /** `sent` is the message as it was handed over: `failed` where it was sent again. */
  | { kind: "send_answered"; sent: ThreadItem; outcome: SendOutcome }
  /** Messages without an answer are to be sent again now. */
  | { kind: "resend_due" }
  | { kind: "message_received"; message: ChatMessage }
  | { kind: "read"; upTo: number; byMe: boolean }
  | { kind: "files_renewed"; page: MessagesPage; id: number }
  | { kind: "message_changed"; id: number; change: (message: ChatMessage) => ChatMessage }
  | { kind: "messages_removed"; which: (message: ChatMessage) => boolean }
  /** The reader has the newest messages before their eyes. */
  | { kind: "looked" }
  | { kind: "marked"; upTo: number; isDone: boolean }
  | { kind: "scrolled"; atBottom: boolean }
  | { kind: "notice_expired" }
  | PagesEvent;

/** The events of pages of messages. */
export type PagesEvent =
  | { kind: "newest_read"; page: MessagesPage }
  | { kind: "reload_begun" }
  /** `asked`: the number of the reload that this answers. */
  | { kind: "reload_answered"; asked: number; page: MessagesPage | null }
  | { kind: "older_begun" }
  | { kind: "older_answered"; older: string; page: MessagesPage | null };

export type ThreadEffect =
  | { kind: "deliver"; item: ThreadItem }
  /** Gives up a file on its way. */
  | { kind: "abort"; key: string }
  | { kind: "drop_preview"; address: string }
  | { kind: "mark_read"; upTo: number }
  | { kind: "start_notice_timer"; ms: number }
  | { kind: "start_resend_timer"; ms: number }
  | { kind: "stop_resend_timer" }
  | { kind: "start_reload_timer"; ms: number }
  | { kind: "stop_reload_timer" };

/** A thread of which nothing has been read yet. */
export const emptyThread = (me: number): Thread => ({
  me,
  view: {
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
  },
  unanswered: new Set(),
  isMarking: false,
  receivedUpTo: 0,
  wholeUpTo: null,
  reloads: 0,
});

export type ThreadStep = Step<Thread, ThreadEffect>;

/** The thread with another view. */
export const shown = (thread: Thread, change: Partial<ThreadState>): Thread => ({
  ...thread,
  view: { ...thread.view, ...change },
});

/** Shows something, as a step. */
export const show = (
  thread: Thread,
  change: Partial<ThreadState>,
  effects: readonly ThreadEffect[] = [],
): ThreadStep => ({ state: shown(thread, change), effects });

/** A step without effects. */
export const only = (state: Thread): ThreadStep => ({ state, effects: [] });
