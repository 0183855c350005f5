import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { unguardedIn } from "../scripts/browsers/newer-functions.ts";
import { expect, test } from "./fixtures.ts";

test("what the built pages call that the oldest browsers lack is polyfilled or guarded", () => {
  // Built by the product that the journeys run on.
  const folder = path.resolve("build/client/assets");
  const files = readdirSync(folder).filter((file) => file.endsWith(".js"));
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    unguardedIn(file, readFileSync(path.join(folder, file), "utf8")).map((finding) => ({ file, ...finding })),
  );
  expect(found).toEqual([]);
});
