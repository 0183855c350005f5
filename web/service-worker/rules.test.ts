import { describe, expect, test } from "vitest";
import type { FanProfile } from "#contract/accounts.ts";
import { guestPageOf, guestVariant, isBuiltFile, isFrontPage, isPage } from "./rules.ts";

const at = (address: string) => new URL(address, "https://fan.example");

describe("what the service worker answers", () => {
  test("pages may be replaced by the offline page; the API, media, files and everything with an ending may not", () => {
    for (const path of [
      "/",
      "/luna",
      "/videos/5",
      "/chat/7",
      "/login?to=%2Fchat",
      "/auth-is-a-name",
      "/apia",
    ])
      expect(isPage(at(path)), path).toBe(true);
    for (const path of [
      "/api/fan/profile",
      "/auth/twitter",
      "/private-files/a/b",
      "/files/x.mp4",
      "/whep/luna",
      "/dev/outbox",
      "/healthz",
      "/offline.html",
      "/sitemap.xml",
    ])
      expect(isPage(at(path)), path).toBe(false);
  });

  test("files of the build are kept, and no other file", () => {
    expect(isBuiltFile(at("/assets/shell-Bx1.js"))).toBe(true);
    for (const path of ["/files/a.jpg", "/private-files/a.mp4", "/icon.svg", "/api/assets/x", "/assets/"])
      expect(isBuiltFile(at(path)), path).toBe(false);
  });

  test("R-AUTH-27: of the pages only the front page without any query is kept", () => {
    expect(isFrontPage(at("/"))).toBe(true);
    for (const path of ["/?token=a.b.c&fan_id=7", "/?referrer=7", "/?lang=es", "/luna", "/chat", "/videos"])
      expect(isFrontPage(at(path)), path).toBe(false);
  });
});

describe("for whom a front page was drawn", () => {
  test("guests who see it in another language, theme or gender, or have not said their age, have another one", () => {
    const cookies = ["", "lang=es", "theme=light", "gender=2", "adult=1", "lang=es; theme=light"];
    const variants = cookies.map(guestVariant);
    expect(new Set(variants).size).toBe(cookies.length);
    expect(guestVariant("theme=light; other=1; lang=es")).toBe(guestVariant("lang=es; theme=light"));
  });

  test("whoever has a trace of a session has none, and neither has who sends nonsense", () => {
    for (const cookies of ["token=a.b.c; fan_id=7", "token=a.b.c", "fan_id=7", "lang=es; token=", "fan_id="])
      expect(guestVariant(cookies), cookies).toBeNull();
    expect(guestVariant(`lang=${"x".repeat(200)}`)).toBeNull();
  });

  const guest = { session: "none", viewer: null } as const;
  const page = (init: ResponseInit = {}) => new Response("<p>page</p>", init);
  const asked = (path: string, method = "GET", cookie = "adult=1") =>
    new Request(at(path), { method, headers: { cookie } });

  test("the server names the guests of a whole front page, and of nothing else", () => {
    expect(guestPageOf(asked("/"), guest, page())).toBe(guestVariant("adult=1"));
    for (const path of ["/luna", "/videos", "/?referrer=7", "/?token=x", "/chat"])
      expect(guestPageOf(asked(path), guest, page()), path).toBeNull();
    expect(guestPageOf(asked("/", "HEAD"), guest, page())).toBeNull();
    expect(guestPageOf(asked("/"), guest, page({ status: 503 }))).toBeNull();
    expect(guestPageOf(asked("/"), guest, page({ headers: { "set-cookie": "referrer=7" } }))).toBeNull();
  });

  test("what answers somebody with a session, alive or ended, is nobody else's", () => {
    const viewer = { id: 7 } as FanProfile;
    for (const facts of [
      { session: "alive", viewer },
      { session: "alive", viewer: null },
      { session: "ended", viewer: null },
    ] as const)
      expect(guestPageOf(asked("/"), facts, page())).toBeNull();
    expect(guestPageOf(asked("/", "GET", "token=a.b.c; fan_id=7"), guest, page())).toBeNull();
  });
});
