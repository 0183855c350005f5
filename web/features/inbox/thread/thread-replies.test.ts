import { expect, test } from "vitest";
import { manualClock } from "#testing/manual-clock.ts";
import { ME, message } from "#testing/web/inbox/message.ts";
import type { KeptThread, MessagesPage, SendOutcome } from "./thread-outbox.ts";
import { createThreadSession } from "./thread-session.ts";

const settle = () => new Promise((resolve) => setImmediate(resolve));

function openThread(pages: Record<string, MessagesPage> = {}, thread: KeptThread = { draft: "", texts: [] }) {
  const sent: { body: string; replyTo: number | null; answer(outcome: SendOutcome): void }[] = [];
  const kept = { thread };
  const asked: (string | null)[] = [];
  const session = createThreadSession({
    ...{ chatId: 5, me: ME, clock: manualClock(), newId: () => "mine-1" },
    sendText: (body, _, replyTo) => new Promise((answer) => sent.push({ body, replyTo, answer })),
    sendMedia: () => new Promise(() => {}),
    async load(address) {
      asked.push(address);
      await settle();
      return pages[String(address)] ?? null;
    },
    markRead: async () => true,
    kept: { read: () => kept.thread, write: (now) => void Object.assign(kept, { thread: now }) },
    preview: { of: () => "", drop: () => {} },
  });
  return { session, sent, kept, asked };
}

test("a text answers the message that was chosen, once, and shows it while it is on its way", async () => {
  const { session, sent } = openThread();
  session.takeNewest({ data: [message(3, { body: "x".repeat(300) })], next: null });
  session.answer(session.get().items[0]?.message ?? null);
  session.setDraft("yes");
  session.submit();
  session.setDraft("and more");
  session.submit();
  await settle();
  expect(session.get()).toMatchObject({
    replyTo: null,
    items: [{}, { message: { reply_to: { id: 3, body: "x".repeat(200) } } }, { message: { reply_to: null } }],
  });
  expect(sent).toMatchObject([{ body: "yes", replyTo: 3 }]);
});

test("a reply that is refused returns to the form with what it answers; one without an answer keeps it over a reload", async () => {
  const { session, sent, kept } = openThread();
  session.takeNewest({ data: [message(3)], next: null });
  session.restore();
  session.answer(session.get().items[0]?.message ?? null);
  session.setDraft("a bad word");
  session.submit();
  await settle();
  expect(kept.thread.texts).toMatchObject([{ body: "a bad word", replyTo: { id: 3 } }]);
  const next = openThread({}, structuredClone(kept.thread));
  next.session.takeNewest({ data: [message(3)], next: null });
  next.session.restore();
  await settle();
  expect(next.sent).toMatchObject([{ body: "a bad word", replyTo: 3 }]);
  sent[0]?.answer({ ok: false, refusal: "refused", message: "Change it" });
  await settle();
  expect(session.get()).toMatchObject({
    draft: "a bad word",
    replyTo: { id: 3 },
    notice: { message: "Change it" },
  });
});

test("what is taken back goes from where it is quoted, and from what is being answered", () => {
  const { session } = openThread();
  const quoted = { id: 3, author_id: ME, body: "message 3", media: null, tip: null };
  session.takeNewest({ data: [message(4, { reply_to: quoted }), message(3)], next: null });
  session.answer(message(3));
  session.remove(({ id }) => id === 3);
  expect(session.get()).toMatchObject({ replyTo: null, items: [{ message: { id: 4, reply_to: null } }] });
});

test("a message that is far up is reached page by page; one that does not come ends the search", async () => {
  const { session } = openThread({
    "/2": { data: [message(2)], next: "/1" },
    "/1": { data: [message(1)], next: null },
  });
  session.takeNewest({ data: [message(3)], next: "/2" });
  expect(await session.seek(1)).toBe(true);
  expect(session.get().items.map(({ message: { id } }) => id)).toEqual([1, 2, 3]);
  expect(await session.seek(99)).toBe(false);
});

test("a message is reached while an older page is on its way already, which is asked for once", async () => {
  const { session, asked } = openThread({
    "/2": { data: [message(2)], next: "/1" },
    "/1": { data: [message(1)], next: null },
  });
  session.takeNewest({ data: [message(3)], next: "/2" });
  void session.loadOlder();
  expect(await session.seek(1)).toBe(true);
  expect(asked).toEqual(["/2", "/1"]);
});
