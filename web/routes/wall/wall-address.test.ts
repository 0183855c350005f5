import { expect, test } from "vitest";
import { roomsIn, wallPath } from "./wall-address.ts";

test("the address of a wall names up to four rooms, each once, and passes over what is no room", () => {
  expect(roomsIn("luna,nova")).toEqual(["luna", "nova"]);
  expect(roomsIn("Luna,luna,,<b>,nova")).toEqual(["luna", "nova"]);
  expect(roomsIn("aaa,bbb,ccc,ddd,eee")).toEqual(["aaa", "bbb", "ccc", "ddd"]);
  expect(roomsIn("")).toEqual([]);
  expect(wallPath(["luna", "nova"])).toBe("/stream/wall/luna,nova");
  expect(wallPath([])).toBe("/");
});
