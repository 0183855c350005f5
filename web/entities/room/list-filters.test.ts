import { expect, test } from "vitest";
import {
  filtersQuery,
  genderAt,
  isPlainFilter,
  noFilters,
  readFilters,
  withFilters,
  withGender,
  writeFilters,
} from "./list-filters.ts";

const whole =
  "tag=music&tag=calm&language=en&language=es&country=CO&age_min=21&age_max=40&rate_min=10&rate_max=60&new=1&sort=cheapest";

test("filters are read from an address as they were written", () => {
  expect(writeFilters(readFilters(whole))).toBe(whole);
  expect(writeFilters(readFilters("?sort=cheapest&tag=calm&new=1&tag=music"))).toBe(
    "tag=music&tag=calm&new=1&sort=cheapest",
  );
  expect(filtersQuery(whole)).toEqual({
    tags: "music,calm",
    languages: "en,es",
    country: "CO",
    age_min: 21,
    age_max: 40,
    rate_min: 10,
    rate_max: 60,
    new: "1",
  });
});

test.each([
  "?tag=Music&tag=nobody&tag=",
  "?language=xx&country=co&country=USA",
  "?age_min=17&age_max=100&rate_min=0&rate_max=99999",
  "?age_min=2e1&age_max=-30&rate_min=1.5&rate_max=",
  "?new=yes&sort=best",
  "?sort=watched",
  "",
])("what is no filter is passed over: %s", (query) => {
  expect(readFilters(query)).toEqual(noFilters);
  expect(filtersQuery(query)).toEqual({});
});

test("a range may stand either way round, and no more is asked for than the server takes", () => {
  expect(readFilters("?age_min=40&age_max=30")).toMatchObject({ ageMin: 30, ageMax: 40 });
  const many = "music singing dance party cooking chess games".split(" ").map((tag) => `tag=${tag}`);
  expect(readFilters(`?${many.join("&")}`).tags).toHaveLength(5);
});

test("other filters keep gender and search and begin at the first page, and so does another gender", () => {
  const query = "?gender=2&search=luna&page=3&tag=music&filters=open";
  expect(withFilters(query, readFilters("tag=calm"))).toBe("?gender=2&search=luna&tag=calm");
  expect(withFilters("?tag=music&page=2", noFilters)).toBe("");
  expect(withGender("?tag=music&page=2&gender=1", 3)).toBe("?tag=music&gender=3");
  expect(["?gender=2", "?gender=all", "?gender=x", "?gender=0", ""].map(genderAt)).toEqual([
    2,
    0,
    null,
    null,
    null,
  ]);
});

test("an address that says filters in their one way, and nothing else, is recognised", () => {
  for (const query of ["", "?gender=2", `?${whole}`, `?gender=3&${whole}`, "?tag=calm"])
    expect(isPlainFilter(query), query).toBe(true);
  for (const query of [
    "?search=luna",
    "?tag=calm&page=2",
    "?tag=calm&tag=music",
    "?tag=calm&gender=2",
    "?country=",
    "?tag=calm&x=1",
    "?gender=02",
  ])
    expect(isPlainFilter(query), query).toBe(false);
});
