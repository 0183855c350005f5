import type { RoomMessage } from "#contract/live.ts";
import type { Step } from "#web/lib/state-machine.ts";
import { passes } from "./chat-filter.ts";
import { type ChatLine, keyOf, withHistory, withLine } from "./chat-line.ts";
import type { Chat, ChatEffect, ChatEvent, ChatState, SendOutcome } from "./chat-state.ts";

type ChatStep = Step<Chat, ChatEffect>;

const noticeMs = 5_000;

/** A chat after an event, and what has to be done then. */
export function chatAfter(chat: Chat, event: ChatEvent): ChatStep {
  const { lines, filter, notice, conversation } = chat.view;
  switch (event.kind) {
    case "draft_changed":
      return show(chat, { draft: event.draft });
    case "submitted":
      return show(chat, { draft: "", unseen: 0, atBottom: true, lines: [...lines, event.waiting] }, [
        { kind: "send", waiting: event.waiting },
      ]);
    case "retried":
      return retried(chat, event.key);
    case "send_answered":
      return sendAnswered(chat, event.waiting, event.outcome);
    case "line_received":
      return lineReceived(chat, event.line);
    case "line_removed":
      return show(
        { ...chat, removed: new Set([...chat.removed, event.id]) },
        { lines: lines.filter(({ line }) => line.id !== event.id) },
      );
    case "history_loaded": {
      const kept = event.history.filter(({ id }) => !chat.removed.has(id));
      const next = withHistory(lines, kept, (line) => isMine(chat, line), event.before);
      const goesOn = next.some(({ key }) => lines.some((line) => line.key === key));
      return show(chat, { lines: next, conversation: goesOn ? conversation : conversation + 1 });
    }
    case "scrolled":
      return show(chat, event.atBottom ? { atBottom: true, unseen: 0 } : { atBottom: false });
    case "filtered":
      return event.filter === filter
        ? show(chat, {})
        : show(chat, { filter: event.filter, unseen: 0, atBottom: true });
    case "pace_set": {
      const paced = { ...chat, pace: event.seconds };
      return event.seconds === 0 && notice?.kind === "slow_down" ? slowDown(paced, 0) : show(paced, {});
    }
    case "second_passed":
      return notice?.kind === "slow_down"
        ? slowDown(chat, notice.waitSeconds - 1, notice.of)
        : show(chat, {});
    case "notice_expired":
      return show(chat, { notice: null });
    case "disposed":
      return show(chat, {}, [{ kind: "stop_timer" }]);
  }
}

function retried(chat: Chat, key: string): ChatStep {
  const failed = chat.view.lines.find((line) => line.key === key && line.delivery === "failed");
  if (!failed) return show(chat, {});
  return show(chat, { lines: marked(chat, key, "sending") }, [{ kind: "send", waiting: failed }]);
}

function sendAnswered(chat: Chat, waiting: ChatLine, outcome: SendOutcome): ChatStep {
  if (outcome.ok) {
    const received = lineReceived(chat, outcome.line);
    return chat.pace > 0 ? slowDown(received.state, chat.pace) : received;
  }
  switch (outcome.refusal) {
    case "network":
      return show(chat, { lines: marked(chat, waiting.key, "failed") });
    case "slow_down":
      return slowDown(takenBack(chat, waiting), outcome.waitSeconds);
    case "refused":
      return show(takenBack(chat, waiting), { notice: { kind: "refused", message: outcome.message } }, [
        { kind: "start_timer", ms: noticeMs, event: { kind: "notice_expired" } },
      ]);
  }
}

function lineReceived(chat: Chat, line: RoomMessage): ChatStep {
  const { lines, atBottom, unseen, filter } = chat.view;
  const mine = isMine(chat, line);
  const counts =
    !lines.some(({ key }) => key === keyOf(line)) &&
    !atBottom &&
    !mine &&
    (line.kind !== "system" || filter === "notices") &&
    passes(filter, { line, delivery: "delivered" });
  return show(chat, { lines: withLine(lines, line, mine), unseen: counts ? unseen + 1 : unseen });
}

/** Counts the seconds down until the next message may be sent. `of`: how many they were. */
function slowDown(chat: Chat, waitSeconds: number, of = waitSeconds): ChatStep {
  if (waitSeconds <= 0) return show(chat, { notice: null }, [{ kind: "stop_timer" }]);
  return show(chat, { notice: { kind: "slow_down", waitSeconds, of } }, [
    { kind: "start_timer", ms: 1_000, event: { kind: "second_passed" } },
  ]);
}

/** The text goes back to the composer, unless something else is being written there already. */
function takenBack(chat: Chat, waiting: ChatLine): Chat {
  const { lines, draft } = chat.view;
  const change =
    draft === ""
      ? { lines: lines.filter(({ key }) => key !== waiting.key), draft: waiting.line.body }
      : { lines: marked(chat, waiting.key, "failed") };
  return show(chat, change).state;
}

/** A line that the room has already published is delivered, whatever the answer to our call was. */
function marked({ view }: Chat, key: string, delivery: ChatLine["delivery"]): readonly ChatLine[] {
  return view.lines.map((line) =>
    line.key === key && line.delivery !== "delivered" ? { ...line, delivery } : line,
  );
}

const isMine = ({ me }: Chat, { author }: RoomMessage) => author.id === me;

function show(chat: Chat, change: Partial<ChatState>, effects: readonly ChatEffect[] = []): ChatStep {
  return { state: { ...chat, view: { ...chat.view, ...change } }, effects };
}
