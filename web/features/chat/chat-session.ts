import { trimmedLength } from "#contract/field-bounds.ts";
import type { RoomMessage } from "#contract/live.ts";
import { written } from "#contract/written-text.ts";
import type { Api } from "#web/lib/api/api.ts";
import { Refusal } from "#web/lib/api/refusal.ts";
import type { Clock } from "#web/lib/clock.ts";
import { createStore, type Store } from "#web/lib/store.ts";
import { type ChatFilter, passes } from "./chat-filter.ts";
import { BODY_MAX, type ChatLine, keyOf, withHistory, withLine } from "./chat-line.ts";

/** What became of a message. `slow_down` carries the seconds to wait; `refused` the server's own words. */
export type SendOutcome =
  | { ok: true; line: RoomMessage }
  | { ok: false; refusal: "slow_down"; waitSeconds: number }
  | { ok: false; refusal: "refused"; message: string }
  | { ok: false; refusal: "network" };

/** `of` is how long the wait was when it began: announced once, while `waitSeconds` counts down. */
export type ChatNotice =
  | { kind: "slow_down"; waitSeconds: number; of: number }
  | { kind: "refused"; message: string };

export type ChatState = {
  lines: readonly ChatLine[];
  draft: string;
  notice: ChatNotice | null;
  /** Lines that arrived while the reader was further up. */
  unseen: number;
  atBottom: boolean;
  filter: ChatFilter;
};

/** Who writes here. */
export type ChatAuthor = { id: number; name: string; role: "fan" | "model" };

export type ChatNeeds = {
  me: ChatAuthor;
  history: readonly RoomMessage[];
  send(body: string, clientMessageId: string): Promise<SendOutcome>;
  /** The last lines of the room; null when they cannot be had now. */
  loadHistory(): Promise<readonly RoomMessage[] | null>;
  newId(): string;
  clock: Clock;
};

export type ChatSession = Store<ChatState> & {
  setDraft(text: string): void;
  /** Sends the draft. An empty one, or one that is too long, stays where it is. */
  submit(): void;
  /** Sends a failed line again under the same id, so that it cannot appear twice. */
  retry(key: string): void;
  receive(line: RoomMessage): void;
  /** Takes a line away that was removed from the room. */
  remove(id: number): void;
  /** Lines were missed: loads the history again. */
  reload(): Promise<void>;
  setAtBottom(atBottom: boolean): void;
  /** Shows the newest of these lines; only such count as unseen. */
  setFilter(filter: ChatFilter): void;
  /** The seconds between two messages of one's own here; 0: as often as anywhere. */
  setPace(seconds: number): void;
  dispose(): void;
};

const NOTICE_MS = 5_000;

/** The chat of one room, as one fan sees it. */
export function createChatSession(needs: ChatNeeds): ChatSession {
  const isMine = ({ author }: RoomMessage) => author.id === needs.me.id;
  const store = createStore<ChatState>({
    lines: withHistory([], needs.history, isMine, new Set()),
    draft: "",
    notice: null,
    unseen: 0,
    atBottom: true,
    filter: "all",
  });
  /** Ids of lines that were removed from the room; a history on its way may still have them. */
  const removed = new Set<number>();
  let cancelNotice = () => {};
  let pace = 0;

  function receive(line: RoomMessage) {
    const { lines, atBottom, unseen, filter } = store.get();
    const next = withLine(lines, line, isMine(line));
    const isNew = !lines.some(({ key }) => key === keyOf(line));
    const counts =
      isNew &&
      !atBottom &&
      !isMine(line) &&
      (line.kind !== "system" || filter === "notices") &&
      passes(filter, { line, delivery: "delivered" });
    store.set({ lines: next, unseen: counts ? unseen + 1 : unseen });
  }

  function mark(key: string, delivery: ChatLine["delivery"]) {
    const { lines } = store.get();
    // A line that the room has already published is delivered, whatever the answer to our call was.
    store.set({
      lines: lines.map((line) =>
        line.key === key && line.delivery !== "delivered" ? { ...line, delivery } : line,
      ),
    });
  }

  function notify(notice: ChatNotice, lastsMs: number) {
    cancelNotice();
    store.set({ notice });
    cancelNotice = needs.clock.after(lastsMs, () => store.set({ notice: null }));
  }

  /** Counts the seconds down until the next message may be sent. */
  function slowDown(waitSeconds: number, of = waitSeconds) {
    cancelNotice();
    store.set({ notice: waitSeconds > 0 ? { kind: "slow_down", waitSeconds, of } : null });
    if (waitSeconds > 0) cancelNotice = needs.clock.after(1_000, () => slowDown(waitSeconds - 1, of));
  }

  /** The text goes back to the composer, unless something else is being written there already. */
  function takeBack(waiting: ChatLine) {
    const { lines, draft } = store.get();
    if (draft !== "") return mark(waiting.key, "failed");
    store.set({ lines: lines.filter(({ key }) => key !== waiting.key), draft: waiting.line.body });
  }

  async function deliver(waiting: ChatLine) {
    const outcome = await needs.send(waiting.line.body, waiting.line.client_message_id ?? "");
    if (outcome.ok) {
      if (pace > 0) slowDown(pace);
      return receive(outcome.line);
    }
    if (outcome.refusal === "slow_down") {
      takeBack(waiting);
      return slowDown(outcome.waitSeconds);
    }
    if (outcome.refusal === "network") return mark(waiting.key, "failed");
    takeBack(waiting);
    notify({ kind: "refused", message: outcome.message }, NOTICE_MS);
  }

  function waitingLine(body: string): ChatLine {
    const line: RoomMessage = {
      id: 0,
      client_message_id: needs.newId(),
      author: needs.me,
      kind: "text",
      body,
      at: needs.clock.now().toISOString(),
    };
    return { key: keyOf(line), line, delivery: "sending", mine: true };
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    receive,
    remove(id) {
      removed.add(id);
      store.set({ lines: store.get().lines.filter(({ line }) => line.id !== id) });
    },
    setDraft: (draft) => store.set({ draft }),
    submit() {
      const { draft, lines } = store.get();
      const body = written(draft);
      if (body === "" || trimmedLength(body) > BODY_MAX) return;
      const waiting = waitingLine(body);
      store.set({ draft: "", unseen: 0, atBottom: true, lines: [...lines, waiting] });
      void deliver(waiting);
    },
    retry(key) {
      const failed = store.get().lines.find((line) => line.key === key && line.delivery === "failed");
      if (!failed) return;
      mark(key, "sending");
      void deliver(failed);
    },
    async reload() {
      const delivered = store.get().lines.filter(({ delivery }) => delivery === "delivered");
      const before = new Set(delivered.map(({ key }) => key));
      const history = await needs.loadHistory();
      const kept = history?.filter(({ id }) => !removed.has(id));
      if (kept) store.set({ lines: withHistory(store.get().lines, kept, isMine, before) });
    },
    setAtBottom(atBottom) {
      store.set(atBottom ? { atBottom, unseen: 0 } : { atBottom });
    },
    setFilter(filter) {
      if (filter !== store.get().filter) store.set({ filter, unseen: 0, atBottom: true });
    },
    setPace(seconds) {
      pace = seconds;
      if (seconds === 0 && store.get().notice?.kind === "slow_down") slowDown(0);
    },
    dispose: () => cancelNotice(),
  };
}

/** The wait of an answer that names none. */
const SLOW_DOWN_SECONDS = 5;

/** Sends one message to the room `slug`. It waits for its answer as long as it takes. */
export async function sendMessage(api: Api, slug: string, body: string, id: string): Promise<SendOutcome> {
  const answer = await api.call("POST /api/stream/{slug}/message", {
    params: { slug },
    body: { body, client_message_id: id },
    timeoutMs: null,
  });
  if (answer.status === 201) return { ok: true, line: answer.body };
  const { unknown, status, message, retryAfter } = new Refusal(answer);
  if (unknown) return { ok: false, refusal: "network" };
  return status === 429
    ? { ok: false, refusal: "slow_down", waitSeconds: retryAfter ?? SLOW_DOWN_SECONDS }
    : { ok: false, refusal: "refused", message };
}
