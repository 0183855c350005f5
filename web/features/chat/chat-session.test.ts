import { expect, test } from "vitest";
import type { RoomMessage } from "#contract/live.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { createApi } from "#web/lib/api/api.ts";
import { createChatSession, sendMessage } from "./chat-session.ts";
import type { SendOutcome } from "./chat-state.ts";

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

function openChat(history: RoomMessage[] = []) {
  const sent: { body: string; id: string; answer: (outcome: SendOutcome) => void }[] = [];
  const room = { history };
  let ids = 0;
  const clock = manualClock();
  const chat = createChatSession({
    me,
    history,
    clock,
    newId: () => `mine-${++ids}`,
    loadHistory: async () => room.history,
    send: (body, id) => new Promise((answer) => sent.push({ body, id, answer })),
  });
  return { chat, sent, clock, room };
}

const texts = (chat: { get(): { lines: readonly { line: RoomMessage }[] } }) =>
  chat.get().lines.map(({ line: { body } }) => body);
const settle = () => new Promise((resolve) => setImmediate(resolve));

function send(room: ReturnType<typeof openChat>, text: string) {
  room.chat.setDraft(text);
  room.chat.submit();
}

test("R-OPEN-75: the history is on the screen when the room opens", () => {
  const history = [line(), line({ author: { id: 7, name: "nico", role: "fan" } })];
  const { chat } = openChat(history);
  expect(chat.get().lines.map(({ mine }) => mine)).toEqual([false, true]);
});

test("R-LIVE-25: an own line shows at once and becomes one with the server's, by event or by answer", async () => {
  const room = openChat();
  send(room, "  hello  ");
  expect(room.chat.get().lines).toMatchObject([{ delivery: "sending", mine: true, line: { body: "hello" } }]);
  expect(room.chat.get().draft).toBe("");
  const key = room.chat.get().lines[0]?.key;
  const published = line({
    client_message_id: "mine-1",
    author: { id: 7, name: "nico", role: "fan" },
    body: "hello",
  });
  room.chat.receive(published);
  room.sent[0]?.answer({ ok: true, line: published });
  await settle();
  expect(room.chat.get().lines).toMatchObject([{ key, delivery: "delivered", mine: true }]);
});

test("Another author's equal id is another line", () => {
  const room = openChat();
  send(room, "mine");
  room.chat.receive(line({ client_message_id: "mine-1", body: "not mine" }));
  expect(texts(room.chat)).toEqual(["mine", "not mine"]);
});

test("A line that could not be sent says so, and a retry uses the same id", async () => {
  const room = openChat();
  send(room, "hello");
  room.sent[0]?.answer({ ok: false, refusal: "network" });
  await settle();
  const failed = room.chat.get().lines[0];
  expect(failed?.delivery).toBe("failed");
  room.chat.retry(failed?.key ?? "");
  room.chat.retry(failed?.key ?? "");
  expect(room.sent.map(({ id }) => id)).toEqual(["mine-1", "mine-1"]);
  expect(room.chat.get().lines).toMatchObject([{ delivery: "sending" }]);
});

test("Too many messages: the text returns to the composer with the seconds to wait, then the notice goes", async () => {
  const room = openChat();
  send(room, "again");
  room.sent[0]?.answer({ ok: false, refusal: "slow_down", waitSeconds: 6 });
  await settle();
  expect(room.chat.get()).toMatchObject({
    draft: "again",
    lines: [],
    notice: { kind: "slow_down", waitSeconds: 6 },
  });
  room.clock.advance(5_999);
  expect(room.chat.get().notice).not.toBeNull();
  room.clock.advance(1);
  expect(room.chat.get().notice).toBeNull();
});

test("In slow mode the seconds count down after each message of one's own, and end with the mode", async () => {
  const room = openChat();
  room.chat.setPace(10);
  send(room, "hello");
  const [waiting] = room.chat.get().lines;
  if (!waiting) throw new Error("the message stands in the chat");
  room.sent[0]?.answer({ ok: true, line: { ...waiting.line, id: 5 } });
  await settle();
  expect(room.chat.get().notice).toEqual({ kind: "slow_down", waitSeconds: 10, of: 10 });
  room.clock.advance(1_000);
  room.clock.advance(1_000);
  expect(room.chat.get().notice).toEqual({ kind: "slow_down", waitSeconds: 8, of: 10 });
  room.chat.setPace(0);
  expect(room.chat.get().notice).toBeNull();
});

test("R-OPEN-75: an empty message and one over 300 characters are not sent", () => {
  const room = openChat();
  send(room, "   ");
  send(room, "x".repeat(301));
  expect(room.sent).toHaveLength(0);
  expect(room.chat.get().draft).toHaveLength(301);
  send(room, "🎸".repeat(300));
  expect(room.sent).toHaveLength(1);
});

test("After a gap the history fills the hole: older lines stay, waiting ones stay last, none twice", async () => {
  const [old, kept, missed] = [line(), line(), line()];
  const room = openChat([old, kept]);
  send(room, "waiting");
  room.room.history = [kept, missed];
  await room.chat.reload();
  expect(texts(room.chat)).toEqual([old.body, kept.body, missed.body, "waiting"]);
});

test("R-LIVE-25: lines that come while the history is on its way stay behind it, and those removed meanwhile or before do not", async () => {
  const [kept, missed, goneBefore, goneMeanwhile, came] = [line(), line(), line(), line(), line()];
  const { chat, room } = openChat([kept, goneBefore, goneMeanwhile]);
  room.history = [kept, missed, goneMeanwhile];
  const reloaded = chat.reload();
  chat.receive(came);
  chat.remove(goneMeanwhile.id);
  await reloaded;
  expect(texts(chat)).toEqual([kept.body, missed.body, came.body]);
});

test("a line that an overloaded server refused is not sent: its words are back in the field, and why stands beside it", async () => {
  const problem = { code: "overloaded", message: "Please try again in a moment.", retry_after: 2 };
  const api = createApi({
    token: () => null,
    language: () => "en",
    transport: async () => ({ status: 503, text: JSON.stringify(problem) }),
  });
  const room = openChat();
  send(room, "what a song");
  const [sent] = room.sent;
  sent?.answer(await sendMessage(api, "luna", sent.body, sent.id));
  await settle();
  expect(room.chat.get()).toMatchObject({
    draft: "what a song",
    lines: [],
    notice: { kind: "refused", message: "Please try again in a moment." },
  });
});

test("a line that was removed from the room is gone, and a reload does not bring it back", async () => {
  const [kept, gone] = [line(), line()];
  const { chat, room } = openChat([kept, gone]);
  chat.remove(gone.id);
  expect(texts(chat)).toEqual([kept.body]);
  chat.remove(gone.id);
  room.history = [kept];
  await chat.reload();
  expect(texts(chat)).toEqual([kept.body]);
});
