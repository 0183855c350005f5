import { expect, test } from "vitest";
import { manualClock } from "#testing/manual-clock.ts";
import { createListSearch, searchOf } from "./list-search.ts";

test("R-LIST-09: every input counts at once, without waiting", () => {
  const search = createListSearch(manualClock());
  const seen: (string | null)[] = [];
  search.subscribe(() => seen.push(search.get().text));
  for (const text of ["l", "lu", "lun"]) search.type(text);
  expect(seen).toEqual(["l", "lu", "lun"]);
});

test("R-LIST-08, R-LIST-12: opening expands the box, closing clears it", () => {
  const search = createListSearch(manualClock());
  search.open();
  expect(search.get()).toMatchObject({ open: true });
  search.type("luna");
  search.close();
  expect(search.get()).toEqual({ open: false, text: "", submitted: false });
});

test("R-LIST-11, R-LIST-13, R-UI-15: submitting raises a flag for 500 ms, and a second submit restarts it", () => {
  const clock = manualClock();
  const search = createListSearch(clock);
  search.submit();
  clock.advance(400);
  search.submit();
  clock.advance(499);
  expect(search.get().submitted).toBe(true);
  clock.advance(1);
  expect(search.get().submitted).toBe(false);
});

test("a search is never longer than the server takes", () => {
  const search = createListSearch(manualClock());
  search.type("x".repeat(300));
  expect(search.get().text).toHaveLength(100);
});

test("leaving a list forgets its search, and that of the next one is its address's", () => {
  const search = createListSearch(manualClock());
  search.type("luna");
  search.leave();
  expect(search.get()).toEqual({ open: false, text: null, submitted: false });
  expect(searchOf("?search=ada&x=1")).toBe("ada");
  expect(searchOf("?search=")).toBe("");
  expect(searchOf(`?search=${"x".repeat(300)}`)).toHaveLength(100);
  expect(searchOf("?gender=2")).toBeNull();
});
