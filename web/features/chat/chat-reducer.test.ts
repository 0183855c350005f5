import { expect, test } from "vitest";
import type { RoomMessage } from "#contract/live.ts";
import { type ChatLine, keyOf, linesMax } from "./chat-line.ts";
import { chatAfter } from "./chat-reducer.ts";
import { type Chat, type ChatEvent, chatOf } from "./chat-state.ts";

const me = { id: 7, name: "nico", role: "fan" } as const;
let lastId = 0;

function line(change: Partial<RoomMessage> = {}): RoomMessage {
  lastId += 1;
  return {
    id: lastId,
    client_message_id: null,
    author: { id: 8, name: "marta", role: "fan" },
    kind: "text",
    body: `line ${lastId}`,
    at: new Date(Date.UTC(2026, 10, 21, 12, 0, lastId)).toISOString(),
    ...change,
  };
}

const mine = line({ id: 0, client_message_id: "mine-1", author: me, body: "hello" });
const waiting: ChatLine = { key: keyOf(mine), line: mine, delivery: "sending", mine: true };
const submitted: ChatEvent = { kind: "submitted", waiting };
const received = (change: Partial<RoomMessage> = {}): ChatEvent => ({
  kind: "line_received",
  line: line(change),
});
const unsent: ChatEvent = {
  kind: "send_answered",
  waiting,
  outcome: { ok: false, refusal: "network" },
};

/** A chat after these events, and what the last one asks to be done. */
function after(...events: readonly ChatEvent[]) {
  let step = { state: chatOf(me.id, []) as Chat, effects: [] } as ReturnType<typeof chatAfter>;
  for (const event of events) step = chatAfter(step.state, event);
  return step;
}

test("A line that the room published stays delivered although the answer was lost", () => {
  const published = received({ client_message_id: "mine-1", author: me, body: "hello" });
  expect(after(submitted, published, unsent).state.view.lines).toMatchObject([{ delivery: "delivered" }]);
  expect(after(submitted, unsent).state.view.lines).toMatchObject([{ delivery: "failed" }]);
});

test("Too many messages while the next is being written: nothing written is lost", () => {
  const { state, effects } = after(
    submitted,
    { kind: "draft_changed", draft: "second" },
    { kind: "send_answered", waiting, outcome: { ok: false, refusal: "slow_down", waitSeconds: 2 } },
  );
  expect(state.view).toMatchObject({ draft: "second", lines: [{ delivery: "failed" }] });
  expect(effects).toEqual([{ kind: "start_timer", ms: 1_000, event: { kind: "second_passed" } }]);
});

test("Lines that arrive while the reader is further up are counted; system notices are not", () => {
  const twice = received();
  const further = [{ kind: "scrolled", atBottom: false }, received(), received({ kind: "system" })] as const;
  expect(after(...further, twice, twice).state.view.unseen).toBe(2);
  expect(after(...further, { kind: "scrolled", atBottom: true }).state.view.unseen).toBe(0);
});

test("At most 200 lines are kept", () => {
  const events = Array.from({ length: linesMax + 40 }, () => received());
  expect(after(...events).state.view.lines).toHaveLength(linesMax);
});
