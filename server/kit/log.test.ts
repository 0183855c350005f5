import { expect, test } from "vitest";
import { createLogger } from "./log.ts";

test("the name of a node stands on each of its log lines, and on none of an installation of one process", () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  createLogger("info", destination, "a-1")
    .child({ request: 1 })
    .info({ term: 7 }, "this node owns the media");
  createLogger("info", destination).info("alone");
  const [ofNode, alone] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(ofNode).toMatchObject({ node: "a-1", term: 7, msg: "this node owns the media" });
  expect(alone).toMatchObject({ msg: "alone" });
  expect(alone).not.toHaveProperty("node");
});
