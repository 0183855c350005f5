import { expect, test } from "vitest";
import { MODEL, message } from "#testing/web/inbox/message.ts";
import { bodies, mine, openThread, settle, write } from "#testing/web/inbox/open-thread.ts";
import type { KeptThread } from "./thread-outbox.ts";

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

test("what is sent again after an outage and has to wait stays in its place, and goes again by itself", async () => {
  const open = openThread();
  write(open, "first");
  await settle();
  open.server.texts[0]?.answer({ ok: false, refusal: "network" });
  await settle();
  open.thread.resend();
  await settle();
  open.server.texts[1]?.answer({ ok: false, refusal: "slow_down", waitSeconds: 9 });
  await settle();
  expect(open.thread.get()).toMatchObject({
    draft: "",
    items: [{ state: "failed", message: { body: "first" } }],
    notice: { kind: "slow_down" },
  });
  open.clock.advance(9_000);
  await settle();
  expect(open.server.texts).toHaveLength(3);
  expect(open.server.texts[2]?.tempId).toBe(open.server.texts[0]?.tempId);
});

test("R-CHAT-08: a file shows at once with what has been sent of it, and gives way to the server's message", async () => {
  const open = openThread();
  open.attach(new File(["x"], "cat.png", { type: "image/png" }));
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
  open.attach(new File(["x"], "cat.png", { type: "image/png" }));
  open.thread.discard(open.thread.get().items[0]?.key ?? "");
  await settle();
  expect(open.thread.get().items).toEqual([]);
  open.attach(new File(["y"], "dog.mp4", { type: "video/mp4" }));
  const { key = "" } = open.thread.get().items[0] ?? {};
  open.server.files[1]?.onProgress(0.9);
  open.server.files[1]?.answer({ ok: false, refusal: "refused", message: "Too large" });
  await settle();
  expect(open.thread.get().items).toMatchObject([{ state: "failed", problem: "Too large" }]);
  open.thread.retry(key);
  expect(open.thread.get().items).toMatchObject([{ state: "sending", upload: { share: 0 } }]);
  expect(open.server.files.map(({ tempId }) => tempId)).toEqual(["mine-1", "mine-2", "mine-2"]);
});

test("a file waits with its caption to be sent, goes with it, and keeps both when it fails, for another try and for editing", async () => {
  const { thread, server } = openThread();
  const cat = new File(["x"], "cat.png", { type: "image/png" });
  thread.setDraft(" look at her ");
  thread.choose(cat);
  expect(server.files).toEqual([]);
  thread.choose(null);
  expect(thread.get()).toMatchObject({ chosen: null, draft: " look at her ", items: [] });
  thread.choose(cat);
  thread.attach();
  expect(thread.get()).toMatchObject({ chosen: null, draft: "" });
  server.files[0]?.answer({ ok: false, refusal: "refused", message: "No contact details" });
  await settle();
  const [failed] = thread.get().items;
  expect(failed).toMatchObject({ state: "failed", message: { body: "look at her" } });
  thread.retry(failed?.key ?? "");
  expect(server.files.map(({ tempId, body }) => [tempId, body])).toEqual([
    ["mine-1", "look at her"],
    ["mine-1", "look at her"],
  ]);
  server.files[1]?.answer({ ok: false, refusal: "refused", message: "No contact details" });
  await settle();
  thread.setDraft("half a sentence");
  thread.edit(failed?.key ?? "");
  expect(thread.get()).toMatchObject({
    chosen: { file: cat },
    draft: "look at her\nhalf a sentence",
    items: [],
  });
  thread.attach({ price: 40, description: "a cat" });
  expect(server.files.at(-1)).toMatchObject({ body: "", file: cat });
  expect(thread.get().draft, "what is sold is described, not captioned").toBe("look at her\nhalf a sentence");
});

test("a file that the server does not take for what it is says why, and is not sent again", async () => {
  const open = openThread();
  open.attach(new File(["x"], "cat.png", { type: "image/png" }));
  const { key = "" } = open.thread.get().items[0] ?? {};
  const message = "We cannot read this as a picture.";
  open.server.files[0]?.answer({ ok: false, refusal: "refused", message, badFile: true });
  await settle();
  open.thread.retry(key);
  open.thread.resend();
  open.clock.advance(60_000);
  await settle();
  expect(open.server.files).toHaveLength(1);
  expect(open.thread.get().items).toMatchObject([
    { state: "failed", problem: message, upload: { refused: true } },
  ]);
  open.thread.discard(key);
  expect(open.thread.get().items).toEqual([]);
  expect(open.server.dropped).toEqual(["blob:cat.png"]);
});

test("What is on this page only is known, so that leaving can be warned of", async () => {
  const open = openThread([message(1, { author_id: MODEL })]);
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

test("fresh addresses of a file are asked for with the page of its message; a film that may play beside it stays", async () => {
  const file = (type: "picture" | "video", url: string | null) => ({
    ...{ id: 40, type, thumb: url, url, width: 400, height: 300, duration: null },
    ...{ is_processing: false, is_broken: false, broken_reason: null },
  });
  const messages = (made: string) => [
    message(4, { media: file("video", `/film?${made}`) }),
    message(3, { media: file("video", `/other-film?${made}`) }),
    message(2, { media: file("picture", `/picture?${made}`) }),
    message(1, { media: file("picture", null) }),
  ];
  const { thread, server } = openThread(messages("old"));
  server.pages.set("?before=4", { data: messages("new").slice(1), next: null });
  await thread.renew(3);
  expect(server.asked).toEqual(["?before=4"]);
  expect(thread.get().items.map(({ message: { media } }) => media?.url)).toEqual([
    null,
    "/picture?new",
    "/other-film?new",
    "/film?old",
  ]);
  server.pages.set("?before=5", null);
  await thread.renew(4);
  expect(thread.get().items).toHaveLength(4);
});
