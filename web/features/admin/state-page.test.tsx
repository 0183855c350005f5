// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { AdminState } from "#contract/admin-payments.ts";
import { closePage, openPage } from "#testing/component/page.tsx";
import { StatePage } from "./StatePage.tsx";

afterEach(closePage);

/** The server's answer while both checks found nothing wrong when they ran. */
const found = (outdated: boolean): AdminState => {
  const run = { ok: true, at: "2026-11-20T10:00:00.000Z", outdated };
  return {
    reconciliation: { ...run, resumed: 0, queried: 0, settled: 0, failed: 0 },
    ledger: { ...run, accounts: 3, transfers: 9, problems: [] },
    payments: { waiting: 0, oldest: null, chargebacks: 0 },
    tickets: { open: 0, overdue: 0 },
    debts: { fans: 0 },
  };
};

test.each([
  [false, "OK", 0],
  [true, "Needs attention", 1],
])("a check whose result is outdated (%s) is shown as %s", async (outdated, pill, notes) => {
  openPage(<StatePage />, { "GET /api/admin/state": found(outdated) });
  for (const name of ["Audit of the token ledger", "Reconciliation of payments"]) {
    const card = within(await screen.findByRole("region", { name }));
    expect(card.getByText(pill)).toBeTruthy();
    expect(card.queryAllByText(/hasn’t run for over 30 minutes/)).toHaveLength(notes);
  }
});
