// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { SavedCardView } from "#contract/saved-cards.ts";
import { closePage, openPage } from "#testing/component/page.tsx";
import { SavedCardsSection } from "./SavedCardsSection.tsx";

afterEach(closePage);

const card = (id: number, last4: string, expired = false): SavedCardView => ({
  ...{ id, brand: "visa", last4, expiry_month: 3, expiry_year: expired ? 2020 : 2039, expired },
  ...{ confirm: false, saved_at: "2026-11-21T12:00:00.000Z" },
});
const listed = (data: SavedCardView[]) => ({
  status: 200,
  body: { data, links: { next: null }, meta: { current_page: 1, last_page: 1 } },
});

test("R-OPEN-31: saved cards are listed with their expiry, and each is removed by one press", async () => {
  let cards = [card(1, "4242"), card(2, "1111", true)];
  const { user, callsOf } = openPage(<SavedCardsSection />, {
    "GET /api/payments/saved-cards": () => listed(cards),
    "DELETE /api/payments/saved-cards/{id}": () => {
      cards = cards.filter(({ id }) => id !== 1);
      return { status: 204, body: undefined };
    },
  });
  expect((await screen.findByText("Visa •• 4242")).closest("li")?.textContent).toContain("Expires 03/39");
  expect(screen.getByText("Visa •• 1111").closest("li")?.textContent).toContain("Expired");
  await user.click(screen.getByRole("button", { name: "Remove Visa •• 4242" }));
  await waitFor(() => expect(screen.queryByText("Visa •• 4242")).toBeNull());
  expect(callsOf("DELETE /api/payments/saved-cards/{id}").map(({ path }) => path)).toEqual([
    "/api/payments/saved-cards/1",
  ]);
});

test("Without a saved card there is no section", async () => {
  const { callsOf } = openPage(<SavedCardsSection />, {
    "GET /api/payments/saved-cards": () => listed([]),
  });
  await waitFor(() => expect(callsOf("GET /api/payments/saved-cards")).toHaveLength(1));
  expect(screen.queryByRole("heading")).toBeNull();
});
