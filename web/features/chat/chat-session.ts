import { trimmedLength } from "#contract/field-bounds.ts";
import type { RoomMessage } from "#contract/live.ts";
import { written } from "#contract/written-text.ts";
import type { Api } from "#web/lib/api/api.ts";
import { Refusal } from "#web/lib/api/refusal.ts";
import type { Clock } from "#web/lib/clock.ts";
import { createMachine } from "#web/lib/state-machine.ts";
import type { Store } from "#web/lib/store.ts";
import type { ChatFilter } from "./chat-filter.ts";
import { bodyMax, type ChatLine, keyOf } from "./chat-line.ts";
import { chatAfter } from "./chat-reducer.ts";
import {
  type ChatAuthor,
  type ChatEffect,
  type ChatEvent,
  chatOf,
  type ChatState,
  type SendOutcome,
} from "./chat-state.ts";

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

/** The chat of one room, as one fan sees it. */
export function createChatSession(needs: ChatNeeds): ChatSession {
  const { view, send } = createMachine({
    initial: chatOf(needs.me.id, needs.history),
    after: chatAfter,
    carryOut: ({ send }) => chatEffects(needs, send),
  });
  return {
    get: view.get,
    subscribe: view.subscribe,
    receive: (line) => send({ kind: "line_received", line }),
    remove: (id) => send({ kind: "line_removed", id }),
    setDraft: (draft) => send({ kind: "draft_changed", draft }),
    submit() {
      const body = written(view.get().draft);
      if (body === "" || trimmedLength(body) > bodyMax) return;
      send({ kind: "submitted", waiting: waitingLine(needs, body) });
    },
    retry: (key) => send({ kind: "retried", key }),
    async reload() {
      const delivered = view.get().lines.filter(({ delivery }) => delivery === "delivered");
      const before = new Set(delivered.map(({ key }) => key));
      const history = await needs.loadHistory();
      if (history) send({ kind: "history_loaded", history, before });
    },
    setAtBottom: (atBottom) => send({ kind: "scrolled", atBottom }),
    setFilter: (filter) => send({ kind: "filtered", filter }),
    setPace: (seconds) => send({ kind: "pace_set", seconds }),
    dispose: () => send({ kind: "disposed" }),
  };
}

/** Carries the effects out: a line on its way, and the timer of the notice. */
function chatEffects(needs: ChatNeeds, send: (event: ChatEvent) => void) {
  let stopTimer = () => {};

  async function deliver(waiting: ChatLine) {
    const outcome = await needs.send(waiting.line.body, waiting.line.client_message_id ?? "");
    send({ kind: "send_answered", waiting, outcome });
  }

  return (effect: ChatEffect): void => {
    switch (effect.kind) {
      case "send":
        return void deliver(effect.waiting);
      case "start_timer":
        stopTimer();
        stopTimer = needs.clock.after(effect.ms, () => send(effect.event));
        return;
      case "stop_timer":
        return stopTimer();
    }
  };
}

function waitingLine({ me, newId, clock }: ChatNeeds, body: string): ChatLine {
  const line: RoomMessage = {
    id: 0,
    client_message_id: newId(),
    author: me,
    kind: "text",
    body,
    at: clock.now().toISOString(),
  };
  return { key: keyOf(line), line, delivery: "sending", mine: true };
}

/** The wait of an answer that names none. */
const slowDownSeconds = 5;

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
    ? { ok: false, refusal: "slow_down", waitSeconds: retryAfter ?? slowDownSeconds }
    : { ok: false, refusal: "refused", message };
}
