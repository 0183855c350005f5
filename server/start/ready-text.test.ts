import { expect, test } from "vitest";
import { readyText } from "./ready-text.ts";

test("the start of the demo prints its address on this machine, and where others open it if that is another", () => {
  const local = "http://localhost:3000";
  const demo = { address: local, demo: true };
  expect(readyText(9.04, { ...demo, publicOrigin: local })).toBe(
    "Started in 9.0 s\nFanlight is ready at http://localhost:3000",
  );
  expect(
    readyText(9, { ...demo, publicOrigin: "http://192.168.1.20:3000" })
      .split("\n")
      .at(-1),
  ).toBe("Others open it at http://192.168.1.20:3000");
});

test("the start of a product in service prints where people open it", () => {
  const place = { address: "http://localhost:3000", publicOrigin: "https://cams.example", demo: false };
  expect(readyText(9, place)).toBe("Started in 9.0 s\nFanlight is ready at https://cams.example");
});
