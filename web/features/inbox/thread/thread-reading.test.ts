import { expect, test } from "vitest";
import { ME, message } from "#testing/web/inbox/message.ts";
import { bodies, mine, openThread, settle, write } from "#testing/web/inbox/open-thread.ts";

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

test("R-CHAT-13: what could not be marked as read stays unread and is tried again the next time", async () => {
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
    broken_reason: null,
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
