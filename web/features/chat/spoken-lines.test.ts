import { afterEach, expect, test } from "vitest";
import type { RoomMessage } from "#contract/live.ts";
import { overwriteGetLocale } from "#web/paraglide/runtime.js";
import { spokenOf } from "./spoken-lines.ts";

afterEach(() => overwriteGetLocale(() => "en"));

const line = (id: number, change: Partial<RoomMessage>, mine = false) => ({
  key: `id ${id}`,
  line: {
    id,
    client_message_id: null,
    author: { id: 8, name: "clara", role: "fan" as const },
    kind: "text" as const,
    body: "",
    at: "2026-11-21T12:00:00.000Z",
    ...change,
  },
  delivery: "delivered" as const,
  mine,
});
const nobody = { id: null, name: "", role: "fan" as const };
const lines = [
  line(1, { body: "hello" }),
  line(2, { kind: "tip", tokens: 50, body: "for you" }),
  line(3, { kind: "tip", tokens: 1, author: nobody }),
  line(4, { kind: "gift", tokens: 25, gift_id: 2, gift_image: "/rose.svg" }),
  line(5, { kind: "tip", tokens: 10, menu_item: { en: "A song", es: "Una canción" } }),
  line(6, { kind: "system", author: { id: null, name: "", role: "system" }, body: "The goal is reached" }),
];
const read = (muted: string[] = []) => spokenOf(lines, muted).map(({ text }) => text);

test.each([
  ["en", "Someone: 1 token", "clara: 10 tokens, A song"],
  ["es", "Alguien: 1 token", "clara: 10 tokens, Una canción"],
] as const)("what is read aloud is what each kind of line says (%s)", (language, anonymous, item) => {
  overwriteGetLocale(() => language);
  expect(read()).toEqual([
    "clara: hello",
    "clara: 50 tokens, for you",
    anonymous,
    "clara: 25 tokens",
    item,
    "The goal is reached",
  ]);
});

test("what a muted word folds away is not read aloud, the note of a tip is, and one's own lines are not", () => {
  expect(read(["hello", "you"]).slice(0, 2)).toEqual([null, "clara: 50 tokens, for you"]);
  expect(spokenOf([line(7, { body: "hi" }, true)], [])).toEqual([]);
});
