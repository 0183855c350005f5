import { expect, test } from "vitest";
import { createQueryClient } from "./query-client.ts";

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;

test("what a rendering on the server has put into its cache is not kept for later by a timer", () => {
  const before = timers();
  const client = createQueryClient();
  client.setQueryData(["rooms"], []);
  expect(client.getQueryData(["rooms"])).toEqual([]);
  expect(timers()).toBe(before);
});
