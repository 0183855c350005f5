import { expect, test } from "vitest";
import { isLookedAt, pageAt, readPush } from "./push.ts";

const origin = "https://fan.example";
const message = (changes: object = {}) =>
  JSON.stringify({
    title: "Rosa is live now",
    body: "",
    url: "/stream/rosa",
    tag: "t",
    lang: "en",
    ...changes,
  });

test("a message is shown as it says; one that is none of ours is not", () => {
  expect(readPush(message(), origin)).toEqual({
    title: "Rosa is live now",
    body: "",
    url: "/stream/rosa",
    tag: "t",
    lang: "en",
  });
  for (const text of [
    "",
    "hello",
    "null",
    "[]",
    message({ title: "" }),
    message({ url: 7 }),
    message({ title: {} }),
  ])
    expect(readPush(text, origin), text).toBeNull();
});

test("a press leads to a page of this site, whatever the message says", () => {
  for (const url of [
    "https://evil.example/stream/rosa",
    "//evil.example/x",
    "javascript:alert(1)",
    "data:text/html,x",
  ])
    expect(readPush(message({ url }), origin)?.url, url).toBe("/notifications");
});

test("a press goes to the page that is open at that address, and never takes another one over", () => {
  const pages = ["https://fan.example/stream/luna", "https://fan.example/stream/rosa?lang=es"].map((url) => ({
    url,
  }));
  expect(pageAt(pages, new URL("/stream/rosa", origin))).toBe(pages[1]);
  expect(pageAt(pages, new URL("/receipts/7", origin))).toBeUndefined();
});

test("somebody who looks at the page is not notified, somebody who has it behind another one is", () => {
  const page = (visibilityState: DocumentVisibilityState) => [
    { url: `${origin}/stream/rosa`, visibilityState },
  ];
  expect(isLookedAt(page("visible"), new URL("/stream/rosa", origin))).toBe(true);
  expect(isLookedAt(page("hidden"), new URL("/stream/rosa", origin))).toBe(false);
  expect(isLookedAt(page("visible"), new URL("/stream/luna", origin))).toBe(false);
});
