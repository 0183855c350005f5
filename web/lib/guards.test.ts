import { describe, expect, test } from "vitest";
import { decideAccess, STUDIO_PATH, type Visitor } from "./guards.ts";
import { safeRoute } from "./saved-route.ts";

const guest: Visitor = { signedIn: false, expired: false, role: null };
const fan: Visitor = { signedIn: true, expired: false, role: "fan" };
const model: Visitor = { signedIn: true, expired: false, role: "model" };
const expired: Visitor = { signedIn: false, expired: true, role: null };
const PASS = { kind: "pass" };

describe("guards", () => {
  test("R-AUTH-36, R-ROUTE-23: a guest who wants a private page goes to sign in, and the page is remembered", () => {
    expect(decideAccess("/stream/luna?from=home", guest)).toEqual({
      kind: "redirect",
      to: "/login",
      save: "/stream/luna?from=home",
    });
    expect(decideAccess("/model/update-model-profile", guest)).toMatchObject({ to: "/login" });
    expect(decideAccess("/STREAM/luna", guest)).toMatchObject({ to: "/login" });
  });

  test("R-ROLE-03: guests see the public pages", () => {
    for (const path of ["/", "/login", "/register?model=true", "/streams", "/nobody"]) {
      expect(decideAccess(path, guest)).toEqual(PASS);
    }
  });

  test("R-AUTH-21, R-AMB-52: an expired session is cleared and goes home, whatever it wanted", () => {
    expect(decideAccess("/stream/luna", expired)).toEqual({ kind: "redirect", to: "/", clear: true });
    expect(decideAccess("/login", expired)).toEqual({ kind: "redirect", to: "/", clear: true });
    expect(decideAccess("/", expired)).toEqual(PASS);
  });

  test("R-AUTH-35: pages for guests send signed-in people away", () => {
    expect(decideAccess("/login", fan)).toEqual({ kind: "redirect", to: "/" });
    expect(decideAccess("/register?referrer=7", fan)).toEqual({ kind: "redirect", to: "/" });
    expect(decideAccess("/stream/luna", fan)).toEqual(PASS);
  });

  test("R-AUTH-25, R-ROLE-10: a model is led out of the fan area into her studio", () => {
    for (const path of ["/", "/login", "/stream/luna"]) {
      expect(decideAccess(path, model)).toEqual({ kind: "redirect", to: STUDIO_PATH });
    }
    expect(decideAccess(STUDIO_PATH, model)).toEqual(PASS);
  });

  test("R-ROLE-14: a fan does not get into the studio", () => {
    expect(decideAccess(STUDIO_PATH, fan)).toEqual({ kind: "redirect", to: "/" });
  });
});

describe("the remembered page", () => {
  test("R-OPEN-07: only a path of this app is returned to", () => {
    expect(safeRoute("/stream/luna?x=1#chat")).toBe("/stream/luna?x=1#chat");
    for (const bad of [
      "https://evil.example",
      "//evil.example",
      "/\\evil.example",
      "javascript:alert(1)",
      "/\tevil",
      "",
      null,
    ]) {
      expect(safeRoute(bad)).toBeNull();
    }
  });

  test("pages of signing in are not returned to", () => {
    expect(safeRoute("/login")).toBeNull();
    expect(safeRoute("/register?model=true")).toBeNull();
  });
});
