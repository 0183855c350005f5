import { expect, test } from "vitest";
import { chat } from "#testing/web/inbox/chat.ts";
import { partnerOf } from "./inbox.ts";

const clara = chat(1, 1).model;
const seen = "2026-11-21T12:00:00.000Z";

test("R-CHAT-27: a chat says whether the model streams, is online, or when they were", () => {
  const asFan = (change: object) => partnerOf(chat(1, 1, { model: { ...clara, ...change } }), "fan");
  expect(asFan({ streamStatus: "began", isOnline: true }).presence).toBe("live");
  expect(asFan({ streamStatus: "paused" }).presence).toBe("live");
  expect(asFan({ isOnline: true }).presence).toBe("online");
  expect(asFan({ isOnline: false, lastConnection: seen })).toEqual({
    name: "Clara",
    avatar: "/files/clara.webp",
    presence: null,
    lastConnection: seen,
  });
});

test("R-ENT-16: the model sees the fan, who is not online until it is said", () => {
  expect(partnerOf(chat(1, 1), "model")).toEqual({
    name: "nico",
    avatar: null,
    presence: null,
    lastConnection: null,
  });
  expect(partnerOf(chat(1, 1, { fanIsOnline: true }), "model").presence).toBe("online");
});

test("R-ACCT-19, R-OPEN-15: whose account is closed has no name, which words take the place of", () => {
  const { fan, model } = chat(1, 1);
  const closed = "A closed account";
  expect(partnerOf(chat(1, 1, { fan: { ...fan, name: "" } }), "model").name).toBe(closed);
  expect(partnerOf(chat(1, 1, { model: { ...model, artisticName: "" } }), "fan").name).toBe(closed);
});
