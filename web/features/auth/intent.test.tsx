// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { createApi } from "#web/lib/api/api.ts";
import { readCookie } from "#web/lib/cookies.ts";
import { saveRoute } from "#web/lib/navigation/saved-route.ts";
import { readWanted, useIntentUntilLeft, wantedTitle } from "./intent.ts";
import { LoginPanel } from "./LoginPanel.tsx";
import { RegisterPanel } from "./RegisterPanel.tsx";

afterEach(closePage);

const luna = { kind: "watch", name: "Luna", avatar: "/files/luna.webp" } as const;

/** The page's props, and the models that it asked for. */
async function wantedBy(cookies: string, status = 200) {
  const asked: string[] = [];
  const api = createApi({
    transport: async ({ path }) => {
      asked.push(path);
      return { status, text: JSON.stringify({ artisticName: "Luna", avatar: "", message: "", code: "" }) };
    },
    token: () => null,
    language: () => "en",
  });
  const wanted = await readWanted(api, cookies);
  return { kind: wanted?.kind ?? null, asked };
}

test("R-AUTH-36, R-CONTENT-10: what a guest was led to sign in for is read from its cookie, and nothing else", async () => {
  expect(await wantedBy("intent=watch.luna")).toEqual({ kind: "watch", asked: ["/api/model-profile/luna"] });
  for (const kind of ["like", "subscribe", "message", "tip", "notify"])
    expect(await wantedBy(`intent=${kind}.14`)).toEqual({ kind, asked: ["/api/model-profile/14"] });
  for (const none of ["", "routeBack=%2Fluna", "intent=toString.14", "intent=like.", "intent=like.%2Fadmin"])
    expect(await wantedBy(none), none).toEqual({ kind: null, asked: [] });
  expect((await wantedBy("intent=watch.luna", 404)).kind, "nobody has that name").toBeNull();
});

test.each([
  ["en", "Create a free account to watch Luna"],
  ["es", "Crea una cuenta gratis para ver a Luna"],
] as const)(
  "R-AUTH-36: a login for a model names it with their picture, and offers to sign up first (%s)",
  (language, title) => {
    openPage(<LoginPanel wanted={luna} />, {}, { signedIn: false, language });
    const heading = screen.getByRole("heading", { level: 1 });
    expect(heading.textContent).toBe(title);
    expect(document.querySelector("img")?.getAttribute("src")).toBe("/files/luna.webp");
    const signUp = document.querySelector('main a[href="/register"]');
    const login = document.querySelector("form input[name=login]");
    expect(signUp && login && signUp.compareDocumentPosition(login)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  },
);

test("R-AUTH-36: signing up for a model names it too, but not to somebody who becomes a model", () => {
  expect(wantedTitle({ ...luna, kind: "subscribe" })).toBe("Create a free account to subscribe to Luna");
  openPage(<RegisterPanel model={false} referrer={null} wanted={luna} />, {}, { signedIn: false });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Create a free account to watch Luna");
  closePage();
  openPage(<RegisterPanel model referrer={null} wanted={luna} />, {}, { signedIn: false });
  expect(screen.getByRole("heading", { level: 1 }).textContent).not.toContain("Luna");
});

test("R-AUTH-36: who leaves the pages of signing in comes back by themselves, and what they wanted is named no more", async () => {
  const Part = () => {
    useIntentUntilLeft();
    return null;
  };
  const leaveFor = (path: string) => {
    openPage(<Part />, {}, { signedIn: false });
    saveRoute("/stream/luna");
    history.pushState(null, "", path);
    cleanup();
    const kept = readCookie(document.cookie, "intent");
    closePage();
    return kept;
  };
  expect(leaveFor("/register")).toBe("watch.luna");
  expect(leaveFor("/trending") ?? "").toBe("");
  saveRoute("/stream/luna");
  saveRoute("/settings");
  expect(readCookie(document.cookie, "intent") ?? "", "another place is no intent").toBe("");
});
