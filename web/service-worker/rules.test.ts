import { describe, expect, test } from "vitest";
import type { FanProfile } from "#contract/profile.ts";
import { guestPageOf, guestVariant, isBuiltFile, isList, isPage, isRecent } from "./rules.ts";

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

  test("R-AUTH-27: of the pages only the public lists without any query are kept", () => {
    for (const path of ["/", "/trending", "/videos", "/allposts"]) expect(isList(at(path)), path).toBe(true);
    for (const path of [
      "/?token=a.b.c&fan_id=7",
      "/?referrer=7",
      "/?lang=es",
      "/videos?search=luna",
      "/videos/5",
      "/luna",
      "/chat",
      "/my-videos",
      "/favorites-models",
    ])
      expect(isList(at(path)), path).toBe(false);
  });

  test("a copy counts as what was seen last for ten minutes, and one that does not say when it was made never", () => {
    const copyOf = (date: string) => new Response(null, { headers: { date } });
    const copy = copyOf("Sat, 21 Nov 2026 12:00:00 GMT");
    expect(isRecent(copy, new Date("2026-11-21T12:09:59Z"))).toBe(true);
    expect(isRecent(copy, new Date("2026-11-21T12:10:00Z"))).toBe(false);
    expect(isRecent(new Response(), new Date("2026-11-21T12:00:00Z"))).toBe(false);
  });
});

describe("for whom a list was drawn", () => {
  test("guests who see it in another language, theme or gender, under a neutral title, or have not said their age, have another one", () => {
    const cookies = [
      "",
      "lang=es",
      "theme=light",
      "gender=2",
      "adult=1",
      "discreet=1",
      "lang=es; theme=light",
    ];
    const variants = cookies.map(guestVariant);
    expect(new Set(variants).size).toBe(cookies.length);
    expect(guestVariant("theme=light; other=1; lang=es")).toBe(guestVariant("lang=es; theme=light"));
  });

  test("all choices of a guest together still have one", () => {
    const cookies = "lang=es; theme=light; adult=1; discreet=1; gender=100";
    expect(guestVariant(cookies)).toBe("lang=es&theme=light&adult=1&discreet=1&gender=100");
  });

  test("a trace of a session, or nonsense, has no variant", () => {
    for (const cookies of ["token=a.b.c; fan_id=7", "token=a.b.c", "fan_id=7", "lang=es; token=", "fan_id="])
      expect(guestVariant(cookies), cookies).toBeNull();
    expect(guestVariant(`lang=${"x".repeat(200)}`)).toBeNull();
  });

  const guest = { session: "none", viewer: null } as const;
  const page = (init: ResponseInit = {}) => new Response("<p>page</p>", init);
  const asked = (path: string, method = "GET", cookie = "adult=1") =>
    new Request(at(path), { method, headers: { cookie } });

  test("the server names the guests of a whole list, and of nothing else", () => {
    for (const path of ["/", "/trending", "/videos", "/allposts"])
      expect(guestPageOf(asked(path), guest, page()), path).toBe(guestVariant("adult=1"));
    for (const path of ["/luna", "/videos/5", "/?referrer=7", "/videos?token=x", "/chat"])
      expect(guestPageOf(asked(path), guest, page()), path).toBeNull();
    expect(guestPageOf(asked("/", "HEAD"), guest, page())).toBeNull();
    expect(guestPageOf(asked("/"), guest, page({ status: 503 }))).toBeNull();
    expect(guestPageOf(asked("/"), guest, page({ headers: { "set-cookie": "referrer=7" } }))).toBeNull();
  });

  test("what answers somebody with a session, alive or ended, is nobody else's", () => {
    const viewer = { id: 7 } as FanProfile;
    for (const visit of [
      { session: "alive", viewer },
      { session: "alive", viewer: null },
      { session: "ended", viewer: null },
    ] as const)
      for (const path of ["/", "/videos"]) expect(guestPageOf(asked(path), visit, page())).toBeNull();
    for (const path of ["/", "/videos"])
      expect(guestPageOf(asked(path, "GET", "token=a.b.c; fan_id=7"), guest, page())).toBeNull();
  });
});
