// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { StatementPage } from "./StatementPage.tsx";

afterEach(closePage);

const tip = (id: number) => ({
  ...{ id, at: `2026-11-21T10:${String(id).padStart(2, "0")}:00.000Z`, type: "tip", tokens: -id },
  ...{ balance_after: 500, counterpart: "luna", reason: "", transfer_id: id },
  ...{ show_id: null, money: null, payment_id: null },
});

test("R-LIST-06: a movement that a newer one has pushed to the next page stands in the statement once", async () => {
  const page = openPage(
    <StatementPage />,
    {
      "GET /api/fan/profile": fanProfile(),
      "GET /api/wallet/statement": ({ query }) => {
        // One was added between the two.
        const data = query.get("page") === "2" ? [tip(20), tip(19)] : [tip(21), tip(20)];
        const current_page = Number(query.get("page") ?? 1);
        return { status: 200, body: { data, links: { next: null }, meta: { current_page, last_page: 2 } } };
      },
    },
    { at: "/settings/statement" },
  );
  await page.user.click(await screen.findByRole("button", { name: "Show more" }));
  await screen.findByText(/10:19/);
  expect(screen.getAllByText(/10:20/)).toHaveLength(1);
});

const lines = (...data: object[]) => ({
  status: 200,
  body: { data, links: { next: null }, meta: { current_page: 1, last_page: 1 } },
});
const read = "GET /api/wallet/statement";

test("R-PAY-49: the statement keeps its filter in the address, and receipts lead back to what was shown", async () => {
  const bought = { ...tip(3), type: "purchase", tokens: 250, payment_id: "9d2c1f3e" };
  const page = openPage(
    <StatementPage />,
    {
      "GET /api/fan/profile": fanProfile(),
      [read]: ({ query }) =>
        query.get("type") === "gift" ? lines() : lines(bought, { ...tip(2), show_id: 8 }),
    },
    { at: "/settings/statement?type=purchase&from=2026-11-01" },
  );
  await screen.findByText(/10:03/);
  expect(page.callsOf(read).map(({ query }) => query.toString())).toEqual([
    "type=purchase&from=2026-11-01&page=1",
  ]);
  const receipts = screen.getAllByRole("link", { name: "Receipt" }).map((link) => link.getAttribute("href"));
  expect(receipts).toEqual([
    "/settings/receipts/9d2c1f3e?type=purchase&from=2026-11-01",
    "/receipts/8?type=purchase&from=2026-11-01",
  ]);
  fireEvent.change(screen.getByLabelText("To"), { target: { value: "2026-11-21" } });
  await waitFor(() =>
    expect(page.path()).toBe("/settings/statement?type=purchase&from=2026-11-01&to=2026-11-21"),
  );
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "gift" } });
  await page.user.click(await screen.findByRole("button", { name: "Clear filters" }));
  await waitFor(() => expect(page.path()).toBe("/settings/statement"));
  await screen.findByText(/10:03/);
});

test.each([
  ["en", "", "Filters"],
  ["en", "?type=tip&from=2026-11-01", "Filters · 2"],
  ["es", "?to=2026-11-30", "Filtros · 1"],
] as const)(
  "the button of a phone that shows the filters counts those that are on (%s%s)",
  async (language, query, name) => {
    const page = openPage(
      <StatementPage />,
      { "GET /api/fan/profile": fanProfile(), [read]: () => lines(tip(2)) },
      { at: `/settings/statement${query}`, language },
    );
    const button = await screen.findByRole("button", { name });
    expect(button.getAttribute("aria-expanded")).toBe("false");
    await page.user.click(button);
    expect(button.getAttribute("aria-expanded")).toBe("true");
  },
);

test("what an address names that nobody can ask for is left out of the filter", async () => {
  const page = openPage(
    <StatementPage />,
    { "GET /api/fan/profile": fanProfile(), [read]: () => lines(tip(2)) },
    { at: "/settings/statement?type=nonsense&from=2026-13-01&to=soon" },
  );
  await screen.findByText(/10:02/);
  expect(page.callsOf(read).map(({ query }) => query.toString())).toEqual(["page=1"]);
});
