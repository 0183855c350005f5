// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { eachFact } from "#contract/model-facts.ts";
import type { SavedSearch } from "#contract/saved-searches.ts";
import { type Answers, closePage, fanProfile, inTurn, openPage } from "#testing/component/page.tsx";
import { SearchesSection } from "./SearchesSection.tsx";

afterEach(closePage);

const saved = (change: Partial<SavedSearch> = {}): SavedSearch => ({
  id: 5,
  name: "",
  alerts: true,
  gender: 1,
  search: "luna",
  ...eachFact(() => []),
  tags: ["music"],
  country: "",
  age_min: null,
  age_max: null,
  rate_min: null,
  rate_max: null,
  new: false,
  saved_at: "2026-11-20T10:00:00Z",
  notified_at: null,
  ...change,
});
const listOf = (...data: SavedSearch[]) => ({ status: 200, body: { data } });
const open = (answers: Answers, language: "en" | "es" = "en") =>
  openPage(
    <SearchesSection />,
    {
      "GET /api/fan/profile": fanProfile(),
      ...answers,
    },
    { language },
  );

test("R-LIST-01: a kept search is called by what it looks for until it has a name, leads to its list, and is renamed in place", async () => {
  const page = open({
    "GET /api/fan/saved-searches": () => listOf(saved()),
    "POST /api/fan/saved-searches/{id}/change": ({ body }) => ({ status: 200, body: saved(body as object) }),
  });
  const link = await screen.findByRole("link", { name: /“luna” · Music$/ });
  expect(link.getAttribute("href")).toBe("/?gender=1&search=luna&tag=music");
  await page.user.click(screen.getByRole("button", { name: /^Rename search: / }));
  const name = screen.getByRole<HTMLInputElement>("textbox", { name: "Name of the search" });
  expect(document.activeElement).toBe(name);
  await page.user.type(name, " Guitars ");
  await page.user.click(screen.getByRole("button", { name: "Save name" }));
  await screen.findByRole("link", { name: "Guitars" });
  expect(screen.getByText(/“luna” · Music$/)).toBeTruthy();
  expect(page.callsOf("POST /api/fan/saved-searches/{id}/change").map(({ body }) => body)).toEqual([
    { name: "Guitars" },
  ]);
  expect(screen.getByRole("button", { name: "Rename search: Guitars" })).toBeTruthy();
});

test("R-OPEN-78: the alerts of one search are turned off and on, and say so, in Spanish too", async () => {
  const page = open(
    {
      "GET /api/fan/saved-searches": () => listOf(saved({ id: 6 }), saved({ name: "Guitarras" })),
      "POST /api/fan/saved-searches/{id}/change": ({ body }) => ({
        status: 200,
        body: saved({ name: "Guitarras", ...(body as object) }),
      }),
    },
    "es",
  );
  const alerts = await screen.findByRole<HTMLInputElement>("switch", { name: "Notificaciones de Guitarras" });
  await page.user.click(alerts);
  await screen.findByText(/^Sin notificaciones · Guardada el/);
  expect(alerts.checked).toBe(false);
  await page.user.click(alerts);
  await waitFor(() => expect(alerts.checked).toBe(true));
  expect(screen.queryByText(/^Sin notificaciones/)).toBeNull();
  expect(page.callsOf("POST /api/fan/saved-searches/{id}/change").map(({ body }) => body)).toEqual([
    { alerts: false },
    { alerts: true },
  ]);
});

test("a search that is gone meanwhile says so and leaves the list; a removed one leaves how searches are kept", async () => {
  const page = open({
    "GET /api/fan/saved-searches": inTurn(
      listOf(saved(), saved({ id: 6, name: "Old" })),
      listOf(saved()),
      listOf(),
    ),
    "POST /api/fan/saved-searches/{id}/change": () => ({
      status: 404,
      body: { code: "unknown_search", message: "This saved search is no longer there." },
    }),
    "DELETE /api/fan/saved-searches/{id}": () => ({ status: 204 }),
  });
  await page.user.click(await screen.findByRole("switch", { name: "Notifications for Old" }));
  await waitFor(() => expect(screen.queryByRole("link", { name: "Old" })).toBeNull());
  expect(page.toasts()).toEqual(["This saved search is no longer there."]);
  await page.user.click(screen.getByRole("button", { name: /^Remove search: / }));
  await screen.findByText(/^None yet\./);
});

test("who forgets one search after another by keys goes on at the next, and at last at the list's section", async () => {
  const both = [saved({ name: "Guitars" }), saved({ id: 6, name: "Pianos" })];
  const page = open({
    "GET /api/fan/saved-searches": inTurn(listOf(...both), listOf(...both.slice(1)), listOf()),
    "DELETE /api/fan/saved-searches/{id}": () => ({ status: 204 }),
  });
  const forget = async (search: string) => {
    (await screen.findByRole("button", { name: `Remove search: ${search}` })).focus();
    await page.user.keyboard("{Enter}");
  };
  await forget("Guitars");
  await waitFor(() => expect(document.activeElement?.textContent).toContain("Pianos"));
  expect(document.activeElement?.tagName).toBe("LI");
  await forget("Pianos");
  await waitFor(() => expect(document.activeElement?.contains(screen.getByRole("list"))).toBe(true));
  expect(document.activeElement).not.toBe(document.body);
});
