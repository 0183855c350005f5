import { expect, test } from "vitest";
import { manualClock } from "#testing/manual-clock.ts";
import { createTypingBoard } from "./typing-board.ts";

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
