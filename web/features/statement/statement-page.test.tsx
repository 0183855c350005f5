// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
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
