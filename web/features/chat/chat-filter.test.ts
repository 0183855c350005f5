import { expect, it } from "vitest";
import type { RoomMessage } from "#contract/live.ts";
import { chatFilters, passes, readFilter } from "./chat-filter.ts";

const shown = (kind: RoomMessage["kind"], delivery: "delivered" | "failed" = "delivered") => {
  const line = { id: 1, kind, body: "" } as RoomMessage;
  return chatFilters.filter((filter) => passes(filter, { line, delivery }));
};

it("shows words to people, tips and gifts to tips, the system's lines to notices, and everything to all", () => {
  expect(shown("text")).toEqual(["all", "people"]);
  expect(shown("tip")).toEqual(["all", "tips"]);
  expect(shown("gift")).toEqual(["all", "tips"]);
  expect(shown("system")).toEqual(["all", "notices"]);
});

it("hides no message of one's own that was not sent", () => {
  expect(shown("text", "failed")).toEqual([...chatFilters]);
});

it("takes what the browser keeps, and all for anything else", () => {
  expect(readFilter({ getItem: () => "tips" })).toBe("tips");
  expect(readFilter({ getItem: () => "everything" })).toBe("all");
  expect(readFilter({ getItem: () => null })).toBe("all");
});
