import { expect, test } from "vitest";
import type { FanProfile } from "#contract/accounts.ts";
import { offlineCopyOf } from "./offline-copy.ts";

const guest = { session: "none", viewer: null } as const;
const asked = (path: string, method = "GET") => new Request(`https://fan.example${path}`, { method });
const page = (init: ResponseInit = {}) => new Response("<p>page</p>", init);

test("a guest's public lists may be kept in the browser, and no other page", () => {
  for (const path of ["/", "/trending", "/videos", "/allposts"])
    expect(offlineCopyOf(asked(path), guest, page()), path).toBe("keep");
  for (const path of ["/luna", "/videos/5", "/login", "/?referrer=7", "/confirm-email?token=x", "/chat"])
    expect(offlineCopyOf(asked(path), guest, page()), path).toBeNull();
  expect(offlineCopyOf(asked("/", "HEAD"), guest, page())).toBeNull();
  expect(offlineCopyOf(asked("/"), guest, page({ status: 503 }))).toBeNull();
  expect(offlineCopyOf(asked("/"), guest, page({ headers: { "set-cookie": "referrer=7" } }))).toBeNull();
});

test("whatever answers somebody with a session, alive or ended, lets the browser forget what it kept", () => {
  const viewer = { id: 7 } as FanProfile;
  for (const facts of [
    { session: "alive", viewer },
    { session: "alive", viewer: null },
    { session: "ended", viewer: null },
  ] as const)
    for (const path of ["/", "/settings", "/chat/5"])
      expect(offlineCopyOf(asked(path), facts, page()), path).toBe("forget");
});
