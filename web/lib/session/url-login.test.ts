import { describe, expect, test } from "vitest";
import routes from "#web/routes.ts";
import { isModelPage, readUrlLogin, urlLoginTarget } from "./url-login.ts";

const targetOf = (address: string, accepted: boolean, routeBack: string | null = null) => {
  const login = readUrlLogin(address);
  return login && urlLoginTarget(login, accepted, routeBack);
};

describe("a sign-in that came in an address", () => {
  test.each([
    ["R-AUTH-28: goes to the model it names", "/?token=a.b.c&model=anna", true, null, "/anna"],
    [
      "R-AUTH-28: whatever page was asked for and remembered",
      "/chat/5?token=a.b.c&model=anna",
      true,
      "/allposts",
      "/anna",
    ],
    ["R-AUTH-29: stays on a chat", "/chat/5?token=a.b.c", true, "/allposts", "/chat/5"],
    ["R-AUTH-29: stays on the list of chats", "/chat?token=a.b.c", true, "/allposts", "/chat"],
    ["R-AUTH-29: stays on a model's page", "/anna?token=a.b.c", true, "/allposts", "/anna"],
    ["R-AUTH-30: returns to the remembered page", "/videos?token=a.b.c", true, "/allposts", "/allposts"],
    ["R-AUTH-30: else goes home", "/videos?token=a.b.c", true, null, "/"],
    [
      "R-AUTH-31: takes a page's own parameter nowhere else",
      "/register?model=true&token=a.b.c&x=1",
      true,
      null,
      "/?x=1",
    ],
    ["R-AUTH-31: keeps all other parameters", "/chat/5?token=t&model=/&x=1", true, null, "/chat/5?x=1"],
    [
      "R-AUTH-31: also when the token is not good",
      "/anna?x=1&token=old&y=a%20b&model=/",
      false,
      null,
      "/anna?x=1&y=a%20b",
    ],
    ["R-AUTH-31: a refused token leads nowhere else", "/videos?token=old", false, "/allposts", "/videos"],
    ["R-AMB-11: a model alone leads to their page", "/?model=anna", false, null, "/anna"],
    ["R-AMB-11: a model that is a slash is none", "/?model=/", false, null, "/"],
    ["R-AUTH-31: an encoded name is the same name", "/?%74oken=a.b.c&x=1", true, null, "/?x=1"],
    [
      "R-AUTH-31: both are removed however often they stand there",
      "/?token=a&token=b&model=/&model=x",
      true,
      null,
      "/",
    ],
  ])("%s", (_title, address, accepted, routeBack, target) => {
    expect(targetOf(address, accepted, routeBack)).toBe(target);
  });

  test("R-AMB-10: a model that is no plain name leads to no other place", () => {
    for (const model of [
      "//evil.example",
      "https://evil.example",
      "..%2Fadmin",
      "a/b",
      "%5Cevil.example",
      "x",
      "login%3Fa",
    ])
      expect(targetOf(`/?token=a.b.c&model=${model}`, true)).toBe("/");
  });

  test("pages with parameters of these names keep them", () => {
    for (const address of [
      "/lost-password?token=abc&email=a%40b.co",
      "/confirm-email?token=abc",
      "/auth/email/confirm?token=abc",
      "/auth/LostPassword?token=abc",
      "/fan/PromoStream?token=abc",
      "/register?model=true",
      "/auth/Register?model=true&referrer=7",
      "/admin/models?model=7",
      "/videos?x=1",
    ])
      expect(readUrlLogin(address), address).toBeNull();
    expect(targetOf("/register?model=true&token=bad", false)).toBe("/register?model=true");
  });

  test("no page of ours is taken for a model's", () => {
    const paths = (list: readonly { path?: string; children?: readonly object[] }[]): string[] =>
      list.flatMap(({ path, children }) => [
        ...(path && !path.includes("/") && !/[:*]/.test(path) ? [path] : []),
        ...paths(children ?? []),
      ]);
    const ours = paths(routes);
    expect(ours).toContain("login");
    for (const path of ours) expect(isModelPage(`/${path}`), path).toBe(false);
    expect(isModelPage("/anna")).toBe(true);
    expect(isModelPage("/Chat")).toBe(false);
  });
});
