import { expect, test } from "vitest";
import { manualClock } from "#testing/manual-clock.ts";
import { createTypingBoard, createTypingSignal } from "./typing.ts";

test("R-CHAT-14, R-UI-15: the sign that somebody writes lasts one second, a new one begins another", () => {
  const clock = manualClock();
  const board = createTypingBoard(clock);
  expect(board.get().chats).toEqual([]);
  board.writes(5);
  clock.advance(999);
  expect(board.get().chats).toEqual([5]);
  board.writes(5);
  clock.advance(999);
  expect(board.get().chats).toEqual([5]);
  clock.advance(1);
  expect(board.get().chats).toEqual([]);
});

test("R-CHAT-14: what was written ends the sign at once, in its own chat only", () => {
  const board = createTypingBoard(manualClock());
  board.writes(5);
  board.writes(6);
  board.done(5);
  board.done(7);
  expect(board.get().chats).toEqual([6]);
});

test("R-OPEN-54: writing is sent at most every half second, and an emptied composer is not sent", () => {
  const clock = manualClock();
  let sent = 0;
  const signal = createTypingSignal(clock, () => sent++);
  signal.wrote("a");
  signal.wrote("ab");
  clock.advance(499);
  signal.wrote("abc");
  expect(sent).toBe(1);
  clock.advance(1);
  signal.wrote("abcd");
  expect(sent).toBe(2);
  clock.advance(500);
  signal.wrote("  ");
  expect(sent).toBe(2);
});
