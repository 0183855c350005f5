import { expect, test } from "vitest";
import { readTrace } from "./requirement-ids.ts";

test("R-ROLE-01: every firm requirement is shown by a test or is listed as not built yet", () => {
  const { unnamed, unknown } = readTrace();
  expect({ unnamed, unknown }).toEqual({ unnamed: [], unknown: [] });
});
