import type { ChatMessage } from "#contract/chat-message.ts";
import {
  isDelivered,
  keyOf,
  type ThreadItem,
  type ThreadNotice,
  type ThreadState,
  withMessage,
} from "./thread-item.ts";
import type { SendOutcome } from "./thread-outbox.ts";
import { retryMs } from "./thread-pages.ts";
import { only, show, shown, type Thread, type ThreadStep } from "./thread-state.ts";

/** Why a text was refused stands long enough to be read and acted on, and goes with the next try. */
const noticeMs = 60_000;

/** Messages that their author has just written, on their way. */
export function added(thread: Thread, waiting: readonly ThreadItem[]): ThreadStep {
  if (waiting.length === 0) return only(thread);
  const view = { items: [...thread.view.items, ...waiting], unseen: 0, atBottom: true };
  return show(
    thread,
    view,
    waiting.map((item) => ({ kind: "deliver", item })),
  );
}

/** A failed message is sent again under the same id. */
export function retried(thread: Thread, key: string): ThreadStep {
  const item = itemOf(thread, key);
  if (item?.state !== "failed" || item.upload?.refused) return only(thread);
  const upload = item.upload && { ...item.upload, share: 0 };
  return show(thread, mended(thread.view, key, { state: "sending", problem: null, upload }), [
    { kind: "deliver", item: { ...item, upload } },
  ]);
}

/** Everything that got no answer is sent again, in its order. */
export function resendDue(thread: Thread): ThreadStep {
  const keys = thread.view.items
    .filter(({ key, state }) => state === "failed" && thread.unanswered.has(key))
    .map(({ key }) => key);
  return keys.reduce<ThreadStep>(
    ({ state, effects }, key) => {
      const next = retried(state, key);
      return { state: next.state, effects: [...effects, ...next.effects] };
    },
    { state: { ...thread, unanswered: new Set() }, effects: [{ kind: "stop_resend_timer" }] },
  );
}

/** The outcome of a message; `sent` as it was handed over. */
export function sendAnswered(thread: Thread, sent: ThreadItem, outcome: SendOutcome): ThreadStep {
  if (outcome.ok) return only(received(thread, outcome.message));
  switch (outcome.refusal) {
    case "cancelled":
      return show(thread, without(thread.view, sent.key));
    case "refused":
      return refused(thread, sent, outcome);
    case "slow_down":
      return outcome.waitSeconds > 0
        ? slowedDown(thread, sent, outcome.waitSeconds)
        : unanswered(thread, sent, retryMs);
    case "network":
      return unanswered(thread, sent, retryMs);
  }
}

function refused(
  thread: Thread,
  sent: ThreadItem,
  { message: problem, badFile = false }: Extract<SendOutcome, { refusal: "refused" }>,
): ThreadStep {
  if (sent.upload) {
    const failed = { state: "failed", problem, upload: { ...sent.upload, refused: badFile } } as const;
    return show(thread, mended(thread.view, sent.key, failed));
  }
  const noticed = notified(thread, { kind: "refused", message: problem }, noticeMs);
  return { ...noticed, state: takenBack(noticed.state, sent, problem) };
}

function slowedDown(thread: Thread, sent: ThreadItem, waitSeconds: number): ThreadStep {
  const noticed = notified(thread, { kind: "slow_down", waitSeconds }, waitSeconds * 1_000);
  // A message that is sent again stays in its place, and goes again automatically: its author has gone on.
  if (sent.state !== "failed" && !sent.upload)
    return { ...noticed, state: takenBack(noticed.state, sent, null) };
  const waiting = unanswered(noticed.state, sent, waitSeconds * 1_000);
  return { ...waiting, effects: [...noticed.effects, ...waiting.effects] };
}

function unanswered(thread: Thread, { key }: ThreadItem, againMs: number): ThreadStep {
  const failed = shown(thread, mended(thread.view, key, { state: "failed", problem: null }));
  return {
    state: { ...failed, unanswered: new Set([...thread.unanswered, key]) },
    effects: [{ kind: "start_resend_timer", ms: againMs }],
  };
}

/** The words return to the composer, unless something else is being written there already. */
function takenBack(thread: Thread, { key, message }: ThreadItem, problem: string | null): Thread {
  const { view } = thread;
  if (view.draft !== "") return shown(thread, mended(view, key, { state: "failed", problem }));
  return shown(thread, { ...without(view, key), draft: message.body, replyTo: message.reply_to });
}

/** A file that failed, chosen again, with its caption before the draft. */
export function fileTakenBack(view: ThreadState, key: string): Partial<ThreadState> {
  const item = view.items.find((each) => each.key === key);
  if (item?.state !== "failed" || !item.upload) return {};
  const draft = [item.message.body, view.draft].filter((text) => text !== "").join("\n");
  const { file, terms } = item.upload;
  return { ...without(view, key), chosen: { file, terms }, draft };
}

/** A message of either side has arrived. */
export function received(thread: Thread, message: ChatMessage): Thread {
  const { items, atBottom, unseen } = thread.view;
  const isMine = message.author_id === thread.me;
  const isNew = !items.some(
    (item) => item.key === keyOf(message) || (isDelivered(item) && item.message.id === message.id),
  );
  const counts = isNew && !atBottom && !isMine;
  return shown(thread, {
    items: withMessage(items, message, isMine),
    unseen: counts ? unseen + 1 : unseen,
  });
}

/** The message of this key, if it is there. */
export const itemOf = ({ view }: Thread, key: string) => view.items.find((item) => item.key === key);

/** The messages without one. */
export const without = ({ items }: ThreadState, key: string) => ({
  items: items.filter((item) => item.key !== key),
});

/** A message that an event has brought is delivered, whatever the answer to our call was. */
export const mended = ({ items }: ThreadState, key: string, part: Partial<ThreadItem>) => ({
  items: items.map((item) => (item.key === key && !isDelivered(item) ? { ...item, ...part } : item)),
});

const notified = (thread: Thread, notice: ThreadNotice, ms: number): ThreadStep =>
  show(thread, { notice }, [{ kind: "start_notice_timer", ms }]);
