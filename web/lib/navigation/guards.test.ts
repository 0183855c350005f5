import { describe, expect, test } from "vitest";
import { legalDocuments } from "#contract/legal.ts";
import { decideAccess, guardOnServer, isPrivate, staffPath, studioPath, type Visitor } from "./guards.ts";
import { safeRoute } from "./saved-route.ts";

const guest: Visitor = { signedIn: false, expired: false, role: null };
const fan: Visitor = { signedIn: true, expired: false, role: "fan" };
const model: Visitor = { signedIn: true, expired: false, role: "model" };
const admin: Visitor = { signedIn: true, expired: false, role: "admin" };
const expired: Visitor = { signedIn: false, expired: true, role: null };
const PASS = { kind: "pass" };

/** The eight private pages of a fan. */
const promoPage = "/promo-stream/abc";
const privatePages = [
  "/settings",
  "/favorites-models",
  "/subscription-models",
  "/my-videos",
  "/chat",
  "/chat/5",
  "/stream/luna",
  promoPage,
];
const publicPages = [
  "/",
  "/trending",
  "/videos",
  "/allposts",
  "/anna",
  "/payment-request",
  "/directa/failed-payment",
];
const guestPages = ["/login", "/register", "/lost-password"];

describe("guards", () => {
  test.each(privatePages)(
    "R-AUTH-36, R-ROLE-04, R-OPEN-07: a guest who wants %s goes to sign in, and it is remembered",
    (page) => {
      const path = `${page}?from=home`;
      expect(decideAccess(path, guest)).toEqual({ kind: "redirect", to: "/login", save: path });
      expect(decideAccess(page.toUpperCase(), guest)).toMatchObject({ to: "/login" });
      expect(decideAccess(`${page}/`, guest)).toMatchObject({ to: "/login" });
      expect(decideAccess(path, fan)).toEqual(PASS);
    },
  );

  test("R-AUTH-36, R-ROUTE-23: a stream is closed to guests, whatever it is called", () => {
    for (const path of ["/stream/luna", "/STREAM/luna", "/stream/luna/"]) {
      expect(decideAccess(path, guest)).toEqual({ kind: "redirect", to: "/login", save: path });
      expect(decideAccess(path, fan)).toEqual(PASS);
    }
  });

  test("R-AUTH-36: the areas of models and staff are private too", () => {
    for (const path of [studioPath, staffPath])
      expect(decideAccess(path, guest)).toEqual({ kind: "redirect", to: "/login", save: path });
  });

  test("R-ROLE-03: guests see the public pages", () => {
    for (const path of [...publicPages, ...guestPages, "/register?model=true", "/streams", "/chatter"]) {
      expect(decideAccess(path, guest)).toEqual(PASS);
    }
  });

  test("R-AUTH-21, R-AMB-52: an expired session is cleared and goes home, whatever it wanted", () => {
    for (const path of [...privatePages, "/login", "/videos"])
      expect(decideAccess(path, expired)).toEqual({ kind: "redirect", to: "/", clear: true });
    expect(decideAccess("/", expired)).toEqual(PASS);
  });

  test("R-AUTH-35: pages for guests send signed-in people away", () => {
    for (const path of [...guestPages, "/register?referrer=7", "/LOGIN/"])
      expect(decideAccess(path, fan)).toEqual({ kind: "redirect", to: "/" });
  });

  test("R-ROUTE-13: a lost password is for guests, a mailed link to a new one for everybody", () => {
    expect(decideAccess("/lost-password", guest)).toEqual(PASS);
    expect(decideAccess("/lost-password", fan)).toEqual({ kind: "redirect", to: "/" });
    expect(decideAccess("/lost-password?email=a", model)).toEqual({ kind: "redirect", to: studioPath });
    expect(decideAccess("/lost-password?email=a&token=b", fan)).toEqual(PASS);
    expect(decideAccess("/login?token=b", fan)).toEqual({ kind: "redirect", to: "/" });
  });

  test.each([
    ["R-AUTH-25, R-ROLE-10: a model", model, studioPath],
    ["R-AUTH-24, R-ROLE-10: staff", admin, staffPath],
  ] as const)("%s is led out of every page for fans, and from there nowhere else", (_who, visitor, home) => {
    const fanPages = privatePages.filter((path) => path !== promoPage);
    for (const path of [...publicPages, ...guestPages, ...fanPages])
      expect(decideAccess(path, visitor), path).toEqual({ kind: "redirect", to: home });
    expect(decideAccess(promoPage, visitor), "R-AMB-50: shown there, and led out by OK").toEqual(PASS);
    expect(decideAccess(home, visitor)).toEqual(PASS);
    expect(decideAccess(`${home}?tab=tips`, visitor)).toEqual(PASS);
  });

  test("R-ROLE-10: everybody may read the legal pages, write to support and decide who to go on as", () => {
    for (const path of [
      ...legalDocuments.map((name) => `/${name}`),
      "/contact",
      "/content-removal",
      "/confirm-email?link=expired",
      "/continue-as?to=%2Fluna",
    ])
      for (const visitor of [guest, fan, model, admin])
        expect(decideAccess(path, visitor), path).toEqual(PASS);
  });

  test("R-ROLE-14: nobody gets into the area of another role", () => {
    expect(decideAccess(studioPath, fan)).toEqual({ kind: "redirect", to: "/" });
    expect(decideAccess(staffPath, fan)).toEqual({ kind: "redirect", to: "/" });
    expect(decideAccess(staffPath, model)).toEqual({ kind: "redirect", to: studioPath });
    expect(decideAccess(studioPath, admin)).toEqual({ kind: "redirect", to: staffPath });
  });

  test.each([
    ["/%73ettings", guest, "/login"],
    ["/%53TREAM/luna", guest, "/login"],
    ["/stream%2Fluna", guest, null],
    ["/%2573ettings", guest, null],
    ["/settings/%zz", guest, "/login"],
    ["/%61dmin/models", guest, "/login"],
    ["/%61dmin/models", fan, "/"],
    ["/%6Dodel/update-model-profile", admin, staffPath],
    ["/%6Cogin", fan, "/"],
    ["/lost%2Dpassword?token=b", fan, null],
    ["/%76ideos", model, studioPath],
    ["/%74erms-of-service", model, null],
  ] as const)(
    "R-AUTH-36, R-ROLE-14: %s is the page that routes find under it, for a visitor %o",
    (path, visitor, to) => {
      expect(decideAccess(path, visitor)).toMatchObject(to === null ? PASS : { kind: "redirect", to });
    },
  );

  test("R-AUTH-36: a path is private however its letters are written", () => {
    for (const path of ["/settings", "/%73ettings", "/%6dy-videos/", "/ADMIN/%6dodels"])
      expect(isPrivate(path), path).toBe(true);
    for (const path of ["/%76ideos", "/%zz", "/%2573ettings"]) expect(isPrivate(path), path).toBe(false);
  });

  test("R-ROLE-05: who has no role is a fan", () => {
    expect(decideAccess("/chat", { ...fan, role: null })).toEqual(PASS);
  });
});

describe("the remembered page", () => {
  test("R-OPEN-07: only a path of this app is returned to", () => {
    expect(safeRoute("/stream/luna?x=1#chat")).toBe("/stream/luna?x=1#chat");
    for (const bad of [
      "https://evil.example",
      "https://evil",
      "//evil.example",
      "/\\evil.example",
      "javascript:alert(1)",
      "/\tevil",
      "/..//evil.example",
      "",
      null,
    ]) {
      expect(safeRoute(bad), String(bad)).toBeNull();
    }
  });

  test("pages of signing in are not returned to", () => {
    for (const path of [...guestPages, "/register?model=true", "/auth/Login"])
      expect(safeRoute(path)).toBeNull();
  });
});

test("R-ERR-11, R-AUTH-36, R-AMB-63: whose profile cannot be read now is asked to come back, and not asked to sign in again", async () => {
  const context = { get: () => ({ viewer: null, session: "alive", expired: false }) };
  const open = async (path: string) => {
    const args = { url: new URL(path, "https://fanlight.example"), context };
    const guarded = async () => guardOnServer(args as never, async () => new Response("drawn"));
    return guarded().catch((thrown: unknown) => thrown);
  };
  const closed = (await open("/chat")) as Response;
  expect([closed.status, await closed.text()]).toEqual([
    503,
    "We couldn’t load your account. Please reload the page in a moment.",
  ]);
  expect(await ((await open("/trending")) as Response).text()).toBe("drawn");
});

test("R-OPEN-07: the wanted page is remembered in cookies that over HTTPS go over nothing else", async () => {
  const context = { get: () => ({ viewer: null, session: "none", expired: false }) };
  const led = async (url: string) => {
    const guard = async () =>
      guardOnServer({ url: new URL(url), context } as never, async () => new Response());
    const { headers } = (await guard().catch((thrown: unknown) => thrown)) as Response;
    return headers.getSetCookie().map((cookie) => cookie.endsWith("; Secure"));
  };
  expect(await led("https://fanlight.example/stream/luna")).toEqual([true, true]);
  expect(await led("http://fanlight.example/stream/luna")).toEqual([false, false]);
});
