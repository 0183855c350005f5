import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import { type AccountFlags, accountFlags } from "#web/entities/account/account-flags.ts";
import { isExpired, looksLikeToken } from "#web/lib/api/token.ts";
import { cookieText, readCookie } from "#web/lib/cookies.ts";
import { readSession, type StoredSession, settleStoredRole, storedRole } from "./session.ts";

function tokenWith(claims: object): string {
  return `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.signature`;
}

describe("session cookies", () => {
  test("R-AUTH-19: token and fan id together are a session; either one alone is a guest", () => {
    expect(readSession("token=a.b.c; fan_id=7")).toEqual({ token: "a.b.c", fanId: 7 });
    expect(readSession("token=a.b.c")).toBeNull();
    expect(readSession("fan_id=7")).toBeNull();
    expect(readSession("token=a.b.c; fan_id=zero")).toBeNull();
    expect(readSession("token=; fan_id=7")).toBeNull();
  });

  test("R-AUTH-20: a cookie's age is written in seconds", () => {
    expect(cookieText("token", "a.b.c", 86_400)).toBe("token=a.b.c; Path=/; SameSite=Lax; Max-Age=86400");
    expect(cookieText("gender", "2", undefined, true)).toBe("gender=2; Path=/; SameSite=Lax; Secure");
  });

  test("reading a cookie survives odd values and does not mistake a longer name", () => {
    expect(readCookie("xtoken=1; token=%E2", "token")).toBe("%E2");
    expect(readCookie("xtoken=1", "token")).toBeNull();
    expect(readCookie("back=%2Fstream%2Fluna", "back")).toBe("/stream/luna");
  });
});

describe("tokens", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const nowSeconds = now.getTime() / 1000;

  test("R-AUTH-34: a token is expired from the second it names on, and when it cannot be read", () => {
    expect(isExpired(tokenWith({ exp: nowSeconds + 1 }), now)).toBe(false);
    expect(isExpired(tokenWith({ exp: nowSeconds }), now)).toBe(true);
    expect(isExpired(tokenWith({ exp: nowSeconds - 1 }), now)).toBe(true);
    expect(isExpired(tokenWith({}), now)).toBe(true);
    expect(isExpired("garbage", now)).toBe(true);
    expect(isExpired("e30.*.x", now)).toBe(true);
  });

  test("R-AUTH-33: a token has three parts, none of them empty", () => {
    expect(["a.b.c", "a.b", "a..c", "a.b.c.d", ""].map(looksLikeToken)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

test("R-ENT-04: beside the profile the page holds who is signed in, the token, and the two flags of what is to be confirmed", () => {
  expectTypeOf<StoredSession>().toEqualTypeOf<{ token: string; fanId: number }>();
  expect(readSession("token=a.b.c; fan_id=42")).toEqual({ token: "a.b.c", fanId: 42 });
  for (const half of ["token=a.b.c", "fan_id=42", "token=a.b.c; fan_id=x", ""])
    expect(readSession(half)).toBeNull();
  expectTypeOf<AccountFlags>().toExtend<{ confirmEmail: boolean; confirmRegistration: boolean }>();
  expect(accountFlags.get()).toMatchObject({ confirmEmail: false, confirmRegistration: false });
  accountFlags.set({ confirmEmail: true });
  expect(accountFlags.get()).toMatchObject({ confirmEmail: true, confirmRegistration: false });
  accountFlags.set({ confirmEmail: false });
});

const kept = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal("document", { cookie: "token=a.b.c; fan_id=7" });
});
afterEach(() => {
  kept.clear();
  vi.unstubAllGlobals();
});

test("R-AUTH-23, R-AMB-51: a stored role that is not the profile's goes back to fan", () => {
  for (const wrong of ["model", "admin", "nonsense"]) {
    kept.set("role", wrong);
    settleStoredRole({ role: "fan" });
    expect(kept.get("role")).toBe("fan");
  }
  kept.set("role", "admin");
  settleStoredRole({ role: "model" });
  expect(kept.get("role")).toBe("fan");
});

test("R-AUTH-21, R-AUTH-32: a page that still shows the person of a cleared session stores no role", () => {
  vi.stubGlobal("document", { cookie: "lang=es" });
  settleStoredRole({ role: "fan" });
  expect(kept.get("role")).toBeUndefined();
});

test("R-ROLE-05: a role that is missing or unknown is a fan's, a right one stays", () => {
  expect(storedRole()).toBe("fan");
  kept.set("role", "owner");
  expect(storedRole()).toBe("fan");
  kept.set("role", "model");
  settleStoredRole({ role: "model" });
  expect(storedRole()).toBe("model");
});
