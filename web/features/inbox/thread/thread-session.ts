import type { ChatMessage } from "#contract/chat-message.ts";
import { messageTextMax, trimmedLength } from "#contract/field-bounds.ts";
import { isBlank, written } from "#contract/written-text.ts";
import { createMachine, type Machine } from "#web/lib/state-machine.ts";
import type { Store } from "#web/lib/store.ts";
import { isDelivered, type Terms, type ThreadState } from "./thread-item.ts";
import {
  createOutbox,
  keptOf,
  type MessagesPage,
  type ThreadNeeds,
  waitingAgain,
  waitingFile,
  waitingText,
} from "./thread-outbox.ts";
import { hasGap } from "./thread-pages.ts";
import { threadAfter } from "./thread-reducer.ts";
import { emptyThread, type Thread, type ThreadEffect, type ThreadEvent } from "./thread-state.ts";

export type { ThreadNotice, ThreadState } from "./thread-item.ts";
export type { SendOutcome } from "./thread-outbox.ts";

/** The most pages that are loaded to reach a message. */
const seekPagesMax = 100;

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

type ThreadMachine = Machine<Thread, ThreadEvent, ThreadState>;

/** The messages between a fan and a model as one of them sees them; lives as long as the page. */
export function createThreadSession(needs: ThreadNeeds): ThreadSession {
  const machine = createMachine({
    initial: emptyThread(needs.me),
    after: threadAfter,
    carryOut: (machine) => threadEffects(needs, machine),
  });
  const { view, send } = machine;
  let isRestored = false;
  return {
    get: view.get,
    subscribe: view.subscribe,
    ...readPages(needs, machine),
    ...writeMessages(needs, machine),
    receive: (message) => send({ kind: "message_received", message }),
    restore() {
      if (isRestored) return;
      isRestored = true;
      const { draft, texts } = needs.kept.read();
      view.subscribe(() => needs.kept.write(keptOf(view.get())));
      const known = new Set(view.get().items.map(({ message }) => message.temp_id));
      const left = texts.filter(({ tempId }) => !known.has(tempId));
      send({ kind: "restored", draft, waiting: left.map((text) => waitingAgain(needs, text)) });
      needs.kept.write(keptOf(view.get()));
    },
    resend: () => resend(needs, machine),
    readUpTo: (upTo, byMe) => send({ kind: "read", upTo, byMe }),
    change: (id, change) => send({ kind: "message_changed", id, change }),
    remove: (which) => send({ kind: "messages_removed", which }),
    look: () => send({ kind: "looked" }),
    setAtBottom: (atBottom) => send({ kind: "scrolled", atBottom }),
    isUnsent: () => view.get().items.some((item) => !isDelivered(item)) || !isBlank(view.get().draft),
    wouldLose: () => view.get().items.some((item) => !isDelivered(item) && item.upload !== null),
  };
}

/** The writing of one side, and what they do with their messages afterwards. */
function writeMessages(
  needs: ThreadNeeds,
  { view, send }: ThreadMachine,
): Pick<
  ThreadSession,
  "setDraft" | "answer" | "submit" | "choose" | "attach" | "edit" | "retry" | "discard"
> {
  return {
    setDraft: (draft) => send({ kind: "draft_changed", draft }),
    answer: (message) => send({ kind: "answer_chosen", message }),
    submit() {
      const { draft, replyTo } = view.get();
      const body = written(draft);
      if (body === "" || trimmedLength(body) > messageTextMax) return;
      send({ kind: "text_submitted", waiting: waitingText(needs, body, replyTo) });
    },
    choose: (file) => send({ kind: "file_chosen", file }),
    attach(terms) {
      const { chosen, draft } = view.get();
      const caption = terms ? "" : draft.trim();
      if (chosen === null || trimmedLength(caption) > messageTextMax) return;
      const waiting = waitingFile(needs, chosen.file, { caption, terms: terms ?? null });
      send({ kind: "file_submitted", waiting, takesDraft: !terms });
    },
    edit: (key) => send({ kind: "file_taken_back", key }),
    retry: (key) => send({ kind: "retried", key }),
    discard: (key) => send({ kind: "discarded", key }),
  };
}

/** Reads the pages of a thread: the newest, and older ones as they are asked for. */
function readPages(
  needs: ThreadNeeds,
  machine: ThreadMachine,
): Pick<ThreadSession, "takeNewest" | "reload" | "loadOlder" | "seek" | "renew"> {
  const { view, send } = machine;
  let olderUnderWay: Promise<void> | null = null;

  /** The page that is on its way is waited for by everybody who asks meanwhile. */
  function loadOlder(): Promise<void> {
    olderUnderWay ??= readOlder().finally(() => {
      olderUnderWay = null;
    });
    return olderUnderWay;
  }

  async function readOlder() {
    const { older, loading } = view.get();
    if (older === null || loading !== "idle") return;
    send({ kind: "older_begun" });
    send({ kind: "older_answered", older, page: await needs.load(older) });
  }

  return {
    takeNewest: (page) => send({ kind: "newest_read", page }),
    reload: () => reload(needs, machine),
    loadOlder,
    async seek(id) {
      const isLoaded = () => view.get().items.some((item) => isDelivered(item) && item.message.id === id);
      for (let pages = 0; pages < seekPagesMax && !isLoaded(); pages++) {
        const { older } = view.get();
        await loadOlder();
        if (view.get().older === older) break;
      }
      return isLoaded();
    },
    async renew(id) {
      const page = await needs.load(`?before=${id + 1}`);
      if (page) send({ kind: "files_renewed", page, id });
    },
  };
}

/** Reads the newest again after a gap; it is asked for until an answer comes. */
async function reload(needs: ThreadNeeds, { state, send }: ThreadMachine): Promise<void> {
  send({ kind: "reload_begun" });
  const asked = state().reloads;
  send({ kind: "reload_answered", asked, page: await needs.load(null) });
}

function resend(needs: ThreadNeeds, machine: ThreadMachine): void {
  if (hasGap(machine.state())) void reload(needs, machine);
  machine.send({ kind: "resend_due" });
}

/** Carries the effects out: messages on their way, marks of reading, and timers. */
function threadEffects(needs: ThreadNeeds, machine: ThreadMachine) {
  const { clock } = needs;
  const { send } = machine;
  const outbox = createOutbox(needs, {
    progressed: (key, upload) => send({ kind: "progressed", key, upload }),
    answered: (sent, outcome) => send({ kind: "send_answered", sent, outcome }),
  });
  let stopNotice = () => {};
  let stopResend = () => {};
  let stopReload = () => {};

  async function markRead(upTo: number) {
    send({ kind: "marked", upTo, isDone: await needs.markRead(upTo) });
  }

  return (effect: ThreadEffect): void => {
    switch (effect.kind) {
      case "deliver":
        return outbox.deliver(effect.item);
      case "abort":
        return outbox.abort(effect.key);
      case "drop_preview":
        return needs.preview.drop(effect.address);
      case "mark_read":
        return void markRead(effect.upTo);
      case "start_notice_timer":
        stopNotice();
        stopNotice = clock.after(effect.ms, () => send({ kind: "notice_expired" }));
        return;
      case "start_resend_timer":
        stopResend();
        stopResend = clock.after(effect.ms, () => resend(needs, machine));
        return;
      case "stop_resend_timer":
        return stopResend();
      case "start_reload_timer":
        stopReload = clock.after(effect.ms, () => void reload(needs, machine));
        return;
      case "stop_reload_timer":
        return stopReload();
    }
  };
}
