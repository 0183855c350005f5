// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import type { FanProfile } from "#contract/profile.ts";
import { closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { guardInBrowser } from "./guard-in-browser.ts";

const client = browserQueryClient();

afterEach(closePage);

/** A press that leads to `path`, on a page drawn for `drawn`, in a browser where the fan 7 is signed in, or nobody. */
async function press(path: string, drawn: FanProfile | null, signedIn = true): Promise<string> {
  openPage(null, {}, { signedIn });
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
