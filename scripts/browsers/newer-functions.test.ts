import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { unguardedIn } from "./newer-functions.ts";
import { oldestBrowsers } from "./oldest-browsers.ts";

const namesIn = (code: string, file = "room.js") => unguardedIn(file, code).map(({ name }) => name);

test.each([
  ["let e=AbortSignal.any(t)", "AbortSignal.any"],
  ["n.toSorted((e,t)=>e-t)", "Array.prototype.toSorted and its like"],
  ["p.current?.checkVisibility()&&p.current.focus()", "Element.checkVisibility"],
  ["document.querySelector(`#menu:popover-open`)", ":popover-open"],
  ["let n=e.requestVideoFrameCallback(t)", "requestVideoFrameCallback"],
  ["Object.groupBy(e,t)", "Object.groupBy"],
  ["Promise.withResolvers()", "Promise.withResolvers"],
  ["new Map(e).values().map(t)", "Iterator helpers"],
  ["let t=crypto.randomUUID()", "crypto.randomUUID"],
  ["await navigator.clipboard.writeText(e)", "navigator.clipboard"],
])("%s is found in built code, where nothing guards it", (code, name) => {
  expect(namesIn(code)).toEqual([name]);
});

test("what is guarded is accepted, near its guard only, and so are a library's ways that we do not use", () => {
  expect(namesIn("if(typeof AbortSignal.any==`function`)return AbortSignal.any([...e])")).toEqual([]);
  expect(namesIn("`requestIdleCallback`in window?requestIdleCallback(e):setTimeout(e)")).toEqual([]);
  const far = `typeof AbortSignal.any==\`function\`;${" ".repeat(500)}AbortSignal.any(e)`;
  expect(namesIn(far)).toEqual(["AbortSignal.any"]);
  expect(namesIn("crypto.randomUUID()", "livekit-connection-a1.js")).toEqual([]);
});

test("the oldest browsers that the build is made for are those that the README names", () => {
  const [, chromium, firefox, safari] =
    /Browsers: Chrome and Edge from (\d+), Firefox from (\d+), Safari from ([\d.]+)\./.exec(
      readFileSync("README.md", "utf8"),
    ) ?? [];
  expect(oldestBrowsers.map(([, version]) => version)).toEqual([chromium, chromium, firefox, safari]);
});
