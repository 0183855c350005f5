import { expect, test } from "vitest";
import type { SearchSuggestions } from "#contract/content.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { createSuggester, suggestPauseMs } from "./suggestions.ts";

const found: SearchSuggestions = {
  names: [
    { id: 1, login: "luna", name: "Luna", avatar: "/a", isStream: true },
    { id: 2, login: "lua", name: "Lua", avatar: "/b", isStream: false },
  ],
  topics: ["Lunar music"],
  videos: [{ id: 7, title: "Lullaby" }],
};

/** A field on a manual clock; each request is answered when the test says so. */
function field() {
  const clock = manualClock();
  const asked: {
    search: string;
    gender: number;
    signal: AbortSignal;
    answer: PromiseWithResolvers<SearchSuggestions | null>;
  }[] = [];
  const suggester = createSuggester((typed) => {
    const answer = Promise.withResolvers<SearchSuggestions | null>();
    asked.push({ ...typed, answer });
    return answer.promise;
  }, clock);
  const answer = async (place: number, with_: SearchSuggestions | null = found) => {
    asked[place]?.answer.resolve(with_);
    await asked[place]?.answer.promise.catch(() => {});
    await Promise.resolve();
    await Promise.resolve();
  };
  const lines = () => suggester.get().suggestions.map(({ kind, text }) => `${kind} ${text}`);
  return { suggester, clock, asked, answer, lines };
}

test("a text is looked up once somebody pauses, from two characters on", async () => {
  const { suggester, clock, asked, answer, lines } = field();
  for (const text of ["", "l", " l "]) {
    suggester.type(text, 1);
    clock.advance(1_000);
  }
  suggester.type("lu", 1);
  clock.advance(suggestPauseMs - 1);
  suggester.type("lun ", 1);
  clock.advance(suggestPauseMs - 1);
  expect(asked).toEqual([]);
  clock.advance(1);
  expect(asked.map(({ search, gender }) => [search, gender])).toEqual([["lun", 1]]);
  await answer(0);
  expect(lines()).toEqual(["name Luna", "name Lua", "topic Lunar music", "video Lullaby"]);
  suggester.type("l", 1);
  expect(lines()).toEqual([]);
});

test("tags stand after names, by how a word of theirs begins, without accents and case", async () => {
  const { suggester, clock, answer, lines } = field();
  suggester.type("CÁL", 1);
  clock.advance(suggestPauseMs);
  await answer(0, { ...found, topics: [], videos: [] });
  expect(lines()).toEqual(["name Luna", "name Lua", "tag Calm"]);
});

test("one request is under way: the older is given up, and what it answers late is not shown", async () => {
  const { suggester, clock, asked, answer, lines } = field();
  suggester.type("lu", 1);
  clock.advance(suggestPauseMs);
  suggester.type("lum", 1);
  expect(asked[0]?.signal.aborted).toBe(true);
  clock.advance(suggestPauseMs);
  await answer(0);
  expect(lines()).toEqual([]);
  await answer(1, { names: [], topics: ["Lumen"], videos: [] });
  expect(lines()).toEqual(["topic Lumen"]);
  suggester.type("luma", 1);
  clock.advance(suggestPauseMs);
  suggester.close();
  expect(asked[2]?.signal.aborted).toBe(true);
});

test("a request that fails suggests nothing", async () => {
  const { suggester, clock, asked, lines } = field();
  suggester.type("lu", 1);
  clock.advance(suggestPauseMs);
  asked[0]?.answer.reject(new TypeError("no network"));
  await expect(asked[0]?.answer.promise).rejects.toThrow("no network");
  expect(lines()).toEqual([]);
});

test("the list is gone through in both directions and round its ends; nothing is chosen before", async () => {
  const { suggester, clock, answer } = field();
  suggester.move(1);
  expect(suggester.chosen()).toBeNull();
  suggester.type("lu", 1);
  clock.advance(suggestPauseMs);
  await answer(0);
  expect(suggester.chosen()).toBeNull();
  suggester.move(-1);
  expect(suggester.chosen()).toMatchObject({ to: "/videos/7" });
  suggester.move(1);
  expect(suggester.chosen()).toMatchObject({ to: "/stream/luna" });
  suggester.move(1);
  expect(suggester.chosen()).toMatchObject({ to: "/lua" });
});
