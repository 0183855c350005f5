import { expect, test } from "vitest";
import type { ModelCard } from "#contract/catalog.ts";
import { neighboursOf } from "./use-neighbours.ts";

const card = (login: string, isStream = true, type = "public") =>
  ({ login, isStream, stream: { type } }) as unknown as ModelCard;
const names = (cards: ModelCard[], slug: string) => {
  const { previous, next } = neighboursOf(cards, slug);
  return [previous?.login ?? null, next?.login ?? null];
};
const three = [card("ana"), card("bea"), card("eva")];

test.each([
  ["ana", ["eva", "bea"]],
  ["bea", ["ana", "eva"]],
  ["eva", ["bea", "ana"]],
])("R-LIVE-23: beside %s are the rooms before and after it, round and round", (slug, expected) => {
  expect(names(three, slug)).toEqual(expected);
});

test("R-LIVE-17, R-LIVE-22: only rooms that are live in public are beside another", () => {
  const cards = [
    card("ana"),
    card("off", false),
    card("two", true, "private"),
    card("pro", true, "promo"),
    card("eva"),
  ];
  expect(names(cards, "ana")).toEqual(["eva", "eva"]);
  expect(names(cards, "off"), "from a room that has stopped").toEqual(["ana", "eva"]);
});

test("A room alone has no neighbours; one of another page begins with the first", () => {
  expect(names([card("ana")], "ana")).toEqual([null, null]);
  expect(names([], "ana")).toEqual([null, null]);
  expect(names(three, "zoe")[1]).toBe("ana");
});
