import { expect, test } from "vitest";
import type { ChatMessage } from "#contract/chat-message.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { HER, ME, message } from "../testing/message.ts";
import type { KeptThread, MessagesPage, SendOutcome } from "./thread-outbox.ts";
import { createThreadSession } from "./thread-session.ts";

type Sent = { tempId: string; body: string; answer(outcome: SendOutcome): void };
type Filed = {
  tempId: string;
  file: File;
  onProgress(share: number): void;
  answer(outcome: SendOutcome): void;
};

function openThread(
  first: ChatMessage[] = [],
  next: string | null = null,
  kept: { thread: KeptThread } = { thread: { draft: "", texts: [] } },
) {
  const server = {
    texts: [] as Sent[],
    files: [] as Filed[],
    pages: new Map<string | null, MessagesPage | null>(),
    asked: [] as (string | null)[],
    marks: [] as { upTo: number; done(arrived: boolean): void }[],
    dropped: [] as string[],
  };
  const clock = manualClock();
  let ids = 0;
  const thread = createThreadSession({
    chatId: 5,
    me: ME,
    clock,
    newId: () => `mine-${++ids}`,
    sendText: (body, tempId) => new Promise((answer) => server.texts.push({ tempId, body, answer })),
    sendMedia: ({ file }, tempId, { onProgress, signal }) =>
      new Promise((answer) => {
        server.files.push({ tempId, file, onProgress, answer });
        signal.addEventListener("abort", () => answer({ ok: false, refusal: "cancelled" }));
      }),
    async load(address) {
      server.asked.push(address);
      return server.pages.get(address) ?? null;
    },
    markRead: (upTo) => new Promise((done) => server.marks.push({ upTo, done })),
    kept: { read: () => kept.thread, write: (thread) => void Object.assign(kept, { thread }) },
    preview: { of: (file) => `blob:${file.name}`, drop: (address) => void server.dropped.push(address) },
  });
  thread.takeNewest({ data: first, next });
  return { thread, server, clock };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
const bodies = ({ thread }: ReturnType<typeof openThread>) =>
  thread.get().items.map(({ message: { body } }) => body);
const mine = (id: number, tempId: string, body = `message ${id}`) =>
  message(id, { author_id: ME, temp_id: tempId, body });

function write({ thread }: ReturnType<typeof openThread>, text: string) {
  thread.setDraft(text);
  thread.submit();
}

test("R-CHAT-05: a text shows at once, and becomes exactly one with the server's, by event and by answer", async () => {
  const open = openThread();
  write(open, "  hi ");
  expect(open.thread.get()).toMatchObject({ draft: "", items: [{ state: "sending", mine: true }] });
  expect(bodies(open)).toEqual(["hi"]);
  const { key } = open.thread.get().items[0] ?? {};
  await settle();
  open.thread.receive(mine(1, "mine-1", "hi"));
  open.server.texts[0]?.answer({ ok: true, message: mine(1, "mine-1", "hi") });
  await settle();
  expect(open.thread.get().items).toMatchObject([{ key, state: "delivered", message: { id: 1 } }]);
});

test("R-CHAT-05: what is written quickly leaves in its order, each under an id of its own", async () => {
  const open = openThread();
  write(open, "one");
  write(open, "two");
  await settle();
  expect(open.server.texts.map(({ body }) => body)).toEqual(["one"]);
  open.server.texts[0]?.answer({ ok: true, message: mine(1, "mine-1", "one") });
  await settle();
  expect(open.server.texts.map(({ tempId }) => tempId)).toEqual(["mine-1", "mine-2"]);
});

test("a text whose request hangs holds the next ones up for three seconds only, and the server's numbers order them", async () => {
  const open = openThread();
  write(open, "hangs");
  write(open, "goes on");
  await settle();
  open.clock.advance(2_999);
  await settle();
  expect(open.server.texts).toHaveLength(1);
  open.clock.advance(1);
  await settle();
  expect(open.server.texts.map(({ body }) => body)).toEqual(["hangs", "goes on"]);
  open.server.texts[1]?.answer({ ok: true, message: mine(1, "mine-2", "goes on") });
  await settle();
  open.server.texts[0]?.answer({ ok: true, message: mine(2, "mine-1", "hangs") });
  await settle();
  expect(bodies(open)).toEqual(["goes on", "hangs"]);
  expect(open.thread.get().items.every(({ state }) => state === "delivered")).toBe(true);
});

test("R-CHAT-06: an answer after 25 seconds still counts: nothing gives the message up", async () => {
  const open = openThread();
  write(open, "patience");
  await settle();
  open.clock.advance(25_000);
  expect(open.thread.get().items).toMatchObject([{ state: "sending" }]);
  open.server.texts[0]?.answer({ ok: true, message: mine(1, "mine-1", "patience") });
  await settle();
  expect(open.thread.get().items).toMatchObject([{ state: "delivered" }]);
});

test("A message without an answer says so; pressing twice sends it once more, under the same id", async () => {
  const open = openThread();
  write(open, "hello");
  await settle();
  open.server.texts[0]?.answer({ ok: false, refusal: "network" });
  await settle();
  const key = open.thread.get().items[0]?.key ?? "";
  expect(open.thread.get().items).toMatchObject([{ state: "failed", problem: null }]);
  open.thread.retry(key);
  open.thread.retry(key);
  await settle();
  expect(open.server.texts.map(({ tempId }) => tempId)).toEqual(["mine-1", "mine-1"]);
  open.server.texts[1]?.answer({ ok: true, message: mine(3, "mine-1", "hello") });
  await settle();
  expect(open.thread.get().items).toMatchObject([{ state: "delivered", message: { id: 3 } }]);
});

test("A lost answer of a message that was taken: the next reading makes it delivered", async () => {
  const open = openThread([message(1)]);
  write(open, "hello");
  await settle();
  open.server.texts[0]?.answer({ ok: false, refusal: "network" });
  await settle();
  open.server.pages.set(null, { data: [mine(2, "mine-1", "hello"), message(1)], next: null });
  await open.thread.reload();
  expect(open.thread.get().items).toMatchObject([
    { message: { id: 1 } },
    { state: "delivered", message: { id: 2 } },
  ]);
});

test("R-OPEN-51: an empty text and one over 2,000 characters stay in the composer", async () => {
  const open = openThread();
  write(open, "   ");
  write(open, "x".repeat(2_001));
  await settle();
  expect(open.server.texts).toHaveLength(0);
  expect(open.thread.get().draft).toHaveLength(2_001);
  write(open, ` ${"x".repeat(2_000)}\n`);
  write(open, "🌶".repeat(2_000));
  await settle();
  expect(open.thread.get()).toMatchObject({ draft: "", items: { length: 2 } });
});

test("R-OPEN-51: too fast: the words return to the composer with the seconds to wait", async () => {
  const open = openThread();
  write(open, "again");
  await settle();
  open.server.texts[0]?.answer({ ok: false, refusal: "slow_down", waitSeconds: 9 });
  await settle();
  expect(open.thread.get()).toMatchObject({ draft: "again", items: [], notice: { waitSeconds: 9 } });
  open.clock.advance(9_000);
  expect(open.thread.get().notice).toBeNull();
});

test("R-CHAT-08: a file shows at once with what has been sent of it, and gives way to the server's message", async () => {
  const open = openThread();
  open.thread.attach(new File(["x"], "cat.png", { type: "image/png" }));
  const sending = () => open.thread.get().items[0];
  expect(sending()).toMatchObject({ state: "sending", upload: { share: 0, preview: "blob:cat.png" } });
  open.server.files[0]?.onProgress(0.4);
  expect(sending()?.upload?.share).toBe(0.4);
  open.server.files[0]?.answer({ ok: true, message: mine(1, "mine-1") });
  await settle();
  expect(open.thread.get().items).toMatchObject([{ state: "delivered", upload: null, message: { id: 1 } }]);
  expect(open.server.dropped).toEqual(["blob:cat.png"]);
});

test("R-CHAT-08: a file on its way can be given up; a failed one says why and is sent again under its id", async () => {
  const open = openThread();
  open.thread.attach(new File(["x"], "cat.png", { type: "image/png" }));
  open.thread.discard(open.thread.get().items[0]?.key ?? "");
  await settle();
  expect(open.thread.get().items).toEqual([]);
  open.thread.attach(new File(["y"], "dog.mp4", { type: "video/mp4" }));
  const { key = "" } = open.thread.get().items[0] ?? {};
  open.server.files[1]?.onProgress(0.9);
  open.server.files[1]?.answer({ ok: false, refusal: "refused", message: "Too large" });
  await settle();
  expect(open.thread.get().items).toMatchObject([{ state: "failed", problem: "Too large" }]);
  open.thread.retry(key);
  expect(open.thread.get().items).toMatchObject([{ state: "sending", upload: { share: 0 } }]);
  expect(open.server.files.map(({ tempId }) => tempId)).toEqual(["mine-1", "mine-2", "mine-2"]);
});

test("R-CHAT-04: older messages come before the newest, from the address that the answer gave", async () => {
  const open = openThread([message(4), message(3)], "/older");
  open.server.pages.set("/older", { data: [message(2), message(1)], next: null });
  const first = open.thread.loadOlder();
  expect(open.thread.get().loading).toBe("more");
  await Promise.all([first, open.thread.loadOlder()]);
  expect(open.server.asked).toEqual(["/older"]);
  expect(bodies(open)).toEqual([1, 2, 3, 4].map((id) => `message ${id}`));
  expect(open.thread.get()).toMatchObject({ older: null, loading: "idle" });
});

test("Older messages that cannot be had can be asked for again", async () => {
  const open = openThread([message(4)], "/older");
  open.server.pages.set("/older", null);
  await open.thread.loadOlder();
  expect(open.thread.get()).toMatchObject({ older: "/older", loading: "idle", failed: true });
});

test("After a gap the newest page mends what was missed: new ones come, deleted ones go, unsent ones stay", async () => {
  const open = openThread([message(3), message(2), message(1)], "/older");
  write(open, "unsent");
  open.server.pages.set(null, { data: [message(5), message(4), message(2)], next: "/elsewhere" });
  await open.thread.reload();
  expect(bodies(open)).toEqual(["message 1", "message 2", "message 4", "message 5", "unsent"]);
  expect(open.thread.get().older).toBe("/older");
});

test("After a long gap the messages before the newest page are loaded again: no hole stays", async () => {
  const open = openThread([message(3), message(2)], "/older");
  open.server.pages.set(null, { data: [message(90), message(89)], next: "/before-89" });
  await open.thread.reload();
  expect(bodies(open)).toEqual(["message 89", "message 90"]);
  expect(open.thread.get().older).toBe("/before-89");
});

test("R-CHAT-13: looking marks what the other side wrote as read, in one call at a time", async () => {
  const open = openThread([message(2), message(1, { was_read: true })]);
  open.thread.look();
  open.thread.look();
  expect(open.server.marks).toMatchObject([{ upTo: 2 }]);
  open.thread.receive(message(3));
  open.server.marks[0]?.done(true);
  await settle();
  expect(open.thread.get().items.map(({ message: { was_read } }) => was_read)).toEqual([true, true, false]);
  expect(open.server.marks).toHaveLength(2);
  open.server.marks[1]?.done(true);
  await settle();
  open.thread.look();
  expect(open.server.marks).toHaveLength(2);
});

test("R-CHAT-13: what could not be marked as read stays unread and is tried at the next look", async () => {
  const open = openThread([message(2)]);
  open.thread.look();
  open.server.marks[0]?.done(false);
  await settle();
  expect(open.thread.get().items[0]?.message.was_read).toBe(false);
  open.thread.look();
  expect(open.server.marks).toHaveLength(2);
});

test("R-CHAT-13: the other side's reading and receiving tick own messages only", () => {
  const open = openThread([mine(3, "c"), message(2), mine(1, "a")]);
  open.thread.readUpTo(2, false);
  expect(open.thread.get().items.map(({ message: { was_read } }) => was_read)).toEqual([true, false, false]);
  open.thread.readUpTo(3, true);
  expect(open.thread.get().items[1]?.message.was_read).toBe(true);
});

test("What arrives while the reader is further up is counted once; own messages are not", () => {
  const open = openThread();
  open.thread.setAtBottom(false);
  open.thread.receive(message(1));
  open.thread.receive(message(1));
  open.thread.receive(message(2, { author_id: ME }));
  expect(open.thread.get().unseen).toBe(1);
  open.thread.setAtBottom(true);
  expect(open.thread.get().unseen).toBe(0);
});

test("R-CHAT-26: a mass message that was taken back leaves the thread, the others stay", () => {
  const open = openThread([
    message(3, { mass_message_id: 9 }),
    message(2),
    message(1, { mass_message_id: 8 }),
  ]);
  open.thread.remove(({ mass_message_id }) => mass_message_id === 9);
  expect(bodies(open)).toEqual(["message 1", "message 2"]);
});

test("R-CHAT-09, R-LIVE-15: a medium that has been processed changes its message and moves nothing", () => {
  const media = {
    id: 4,
    type: "picture",
    thumb: null,
    is_processing: true,
    is_broken: false,
    url: null,
    width: null,
    height: null,
    duration: null,
  } as const;
  const open = openThread([message(2), message(1, { type: "media", media })]);
  open.thread.change(1, (before) => ({
    ...before,
    media: { ...media, is_processing: false, thumb: "/files/t" },
  }));
  expect(open.thread.get().items.map(({ message: { media: shown } }) => shown?.thumb)).toEqual([
    "/files/t",
    undefined,
  ]);
});

test("What is on this page only is known, so that leaving can be warned of", async () => {
  const open = openThread([message(1, { author_id: HER })]);
  expect(open.thread.isUnsent()).toBe(false);
  write(open, "on its way");
  expect(open.thread.isUnsent()).toBe(true);
});

test("what got no answer is sent again by itself, in its order and under its ids, when the connection is back or after a while", async () => {
  const open = openThread();
  for (const text of ["one", "two"]) write(open, text);
  await settle();
  for (const n of [0, 1]) {
    open.server.texts[n]?.answer({ ok: false, refusal: "network" });
    await settle();
  }
  open.thread.resend();
  open.thread.resend();
  await settle();
  open.server.texts[2]?.answer({ ok: true, message: mine(1, "mine-1", "one") });
  await settle();
  open.server.texts[3]?.answer({ ok: false, refusal: "network" });
  await settle();
  expect(open.server.texts.map(({ tempId }) => tempId)).toEqual(["mine-1", "mine-2", "mine-1", "mine-2"]);
  open.clock.advance(15_000);
  await settle();
  open.server.texts[4]?.answer({ ok: true, message: mine(2, "mine-2", "two") });
  await settle();
  expect(open.thread.get().items.map(({ state }) => state)).toEqual(["delivered", "delivered"]);
  expect(open.server.texts).toHaveLength(5);
});

test("the next page has the draft, and sends again what this one had no answer to; what arrived it does not", async () => {
  const kept = { thread: { draft: "", texts: [] } as KeptThread };
  const before = openThread([], null, kept);
  before.thread.restore();
  for (const text of ["arrived", "lost"]) write(before, text);
  before.thread.setDraft("half writ");
  await settle();
  const after = openThread([mine(1, "mine-1", "arrived")], null, kept);
  after.thread.restore();
  after.thread.restore();
  await settle();
  expect(after.thread.get().draft).toBe("half writ");
  expect(after.server.texts.map(({ tempId, body }) => [tempId, body])).toEqual([["mine-2", "lost"]]);
  after.server.texts[0]?.answer({ ok: true, message: mine(2, "mine-2", "lost") });
  after.thread.setDraft("");
  await settle();
  expect(kept.thread).toEqual({ draft: "", texts: [] });
});

test("what was refused for good waits for its author and is not sent by itself", async () => {
  const kept = { thread: { draft: "", texts: [] } as KeptThread };
  const open = openThread([], null, kept);
  open.thread.restore();
  write(open, "no");
  open.thread.setDraft("something else");
  await settle();
  open.server.texts[0]?.answer({ ok: false, refusal: "refused", message: "Not this." });
  await settle();
  open.thread.resend();
  open.clock.advance(60_000);
  await settle();
  expect(open.server.texts).toHaveLength(1);
  expect(kept.thread.texts).toEqual([]);
});
