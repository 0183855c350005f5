// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, fanProfile, openPage, type Reply } from "#testing/component/page.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";
import { useLanguageSwitch } from "./use-language-switch.ts";

afterEach(closePage);

function Choice() {
  const change = useLanguageSwitch();
  return (
    <>
      <h1>{useViewer()?.language ?? "guest"}</h1>
      <button type="button" onClick={() => change("es")}>
        Español
      </button>
      <button type="button" onClick={() => change("en")}>
        English
      </button>
    </>
  );
}

const store = "POST /api/fan/set-language";
const requested = (body: unknown) => (body as { language: "en" | "es" }).language;

test("R-I18N-03: the account keeps the last of two languages chosen in a row, however late the first is stored", async () => {
  const first = Promise.withResolvers<Reply>();
  const page = openPage(<Choice />, {
    "GET /api/fan/profile": fanProfile(),
    [store]: ({ body }) => {
      const stored = { status: 200, body: fanProfile({ language: requested(body) }) };
      return requested(body) === "es" ? first.promise.then(() => stored) : stored;
    },
  });
  await screen.findByRole("heading", { name: "en" });
  await page.user.click(screen.getByRole("button", { name: "Español" }));
  expect(document.documentElement.lang).toBe("es");
  await page.user.click(screen.getByRole("button", { name: "English" }));
  expect(document.documentElement.lang).toBe("en");
  expect(page.callsOf(store).map(({ body }) => requested(body))).toEqual(["es"]);
  first.resolve({ status: 200 });
  await waitFor(() => expect(page.callsOf(store).map(({ body }) => requested(body))).toEqual(["es", "en"]));
  await screen.findByRole("heading", { name: "en" });
});

test("R-I18N-03: the language of somebody signed in is stored though the page is left, and a guest's is not sent", async () => {
  const page = openPage(<Choice />, {
    "GET /api/fan/profile": fanProfile(),
    [store]: fanProfile({ language: "es" }),
  });
  await screen.findByRole("heading", { name: "en" });
  await page.user.click(screen.getByRole("button", { name: "Español" }));
  await screen.findByRole("heading", { name: "es" });
  expect(page.callsOf(store).map(({ keepalive }) => keepalive)).toEqual([true]);
  closePage();
  const guest = openPage(<Choice />, {}, { signedIn: false });
  await guest.user.click(screen.getByRole("button", { name: "Español" }));
  expect(document.documentElement.lang).toBe("es");
  expect(guest.callsOf(store)).toEqual([]);
});
