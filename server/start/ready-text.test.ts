import { expect, test } from "vitest";
import { readyText } from "./ready-text.ts";

test("the start prints where others open the product, where that is not its address on this machine", () => {
  const local = "http://localhost:3000";
  expect(readyText(9.04, local, local)).toBe("Started in 9.0 s\nFanlight is ready at http://localhost:3000");
  expect(readyText(9, local, "http://192.168.1.20:3000").split("\n").at(-1)).toBe(
    "Others open it at http://192.168.1.20:3000",
  );
});
