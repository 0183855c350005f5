import { expect, test } from "vitest";
import { listAddress, nextPageAddress } from "./list-address.ts";

test("R-LIST-06: an address asks for the first pages of a list, at most ten, and for what is searched", () => {
  const asked = (query: string) => listAddress(`http://fan.example/trending${query}`);
  expect(asked("")).toEqual({ search: "", pages: 1 });
  expect(asked("?search=+luna&page=3")).toEqual({ search: "luna", pages: 3 });
  expect(["0", "-1", "1.5", "x", ""].map((page) => asked(`?page=${page}`).pages)).toEqual([1, 1, 1, 1, 1]);
  expect(asked("?page=999").pages).toBe(10);
});

test("R-LIST-06: the next page keeps the search, and goes on reading where the last one ended", () => {
  expect(nextPageAddress("?search=luna", 1, "room-mila")).toBe("?search=luna&page=2#room-mila");
  expect(nextPageAddress("?page=2", 2)).toBe("?page=3");
  expect(nextPageAddress("?page=10", 10)).toBeNull();
});
