// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import type { FanProfile } from "#contract/profile.ts";
import { type Answers, closePage, fanProfile, openPage, type Reply } from "#testing/component/page.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { saveRoute } from "#web/lib/navigation/saved-route.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { guardInBrowser } from "./guard-in-browser.ts";

const client = browserQueryClient();

afterEach(() => {
  vi.useRealTimers();
  closePage();
});

/** A press that leads to `path`, on a page drawn for `drawn`, in a browser where the fan 7 is signed in, or nobody. */
async function press(
  path: string,
  drawn: FanProfile | null,
  signedIn = true,
  answers: Answers = {},
): Promise<string> {
  openPage(null, answers, { signedIn });
  client.setQueryData(profileQuery.queryKey, drawn);
  client.setQueryData(["statement"], "a fan's");
  client.getMutationCache().build(client, { mutationKey: ["command", "tip", 14] });
  const guard = async () =>
    guardInBrowser({ url: new URL(path, "https://fanlight.example") } as never, async () => ({}));
  const thrown = await guard().catch((response: unknown) => response);
  if (!(thrown instanceof Response)) return "passes";
  const how = thrown.headers.has("X-Remix-Reload-Document") ? "document" : "page";
  return `${how} ${thrown.headers.get("location")}`;
}

test.each([
  ["/login", "document /login"],
  ["/stream/luna?x=1#chat", "document /stream/luna?x=1#chat"],
])("a guest's tab whose browser has signed in elsewhere loads %s as a document", async (path, led) => {
  expect(await press(path, null)).toBe(led);
});

test("R-OPEN-07: who is led to sign in for a page by such a tab is let in there, as they are signed in", async () => {
  saveRoute("/stream/luna");
  expect(await press("/login", null)).toBe("document /stream/luna");
});

test("a tab drawn for somebody else than is signed in now loads the next page as a document", async () => {
  expect(await press("/settings", fanProfile({ id: 8 }))).toBe("document /settings");
});

test("a page of the user who is signed in goes on within the document", async () => {
  expect(await press("/settings", fanProfile())).toBe("passes");
  expect(client.getQueryData(["statement"])).toBe("a fan's");
});

test("R-AUTH-21, R-AUTH-32, R-AUTH-34: a press that finds the session gone forgets everything of the person", async () => {
  expect(await press("/chat", fanProfile(), false)).toBe("page /");
  expect(client.getQueryData(["statement"])).toBeUndefined();
  expect(client.getMutationCache().getAll()).toEqual([]);
  expect(client.getQueryData(profileQuery.queryKey)).toBeNull();
});

test.each<[string, Reply, string]>([
  ["ended", { status: 401, body: { code: "unauthenticated" } }, "page /"],
  ["not ended: the device's clock is ahead", { status: 200, body: fanProfile() }, "passes"],
  ["nothing, as no answer comes", { status: 0 }, "passes"],
])(
  "R-AUTH-21, R-AUTH-34: of a token whose time has come by the device the server says that its session has %s",
  async (_what, answer, led) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2101-01-01T00:00:00Z") });
    const answers = { "GET /api/fan/profile": () => answer };
    expect(await press("/chat", fanProfile(), true, answers)).toBe(led);
    expect(client.getQueryData(["statement"])).toBe(led === "passes" ? "a fan's" : undefined);
  },
);
