// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { PayoutRow } from "#contract/earnings.ts";
import { type Answers, closePage, inTurn, openPage, type Reply } from "#testing/component/page.tsx";
import { PayoutsPage } from "./PayoutsPage.tsx";

afterEach(() => {
  closePage();
  vi.useRealTimers();
});

const luna: PayoutRow = { model_id: 7, login: "luna", earned: 120, paid: 20, due: 100, amount: 5 };
const month = "2026-05";

/** The sheet of a month with one model in it, and the dialog in which a payout to them is entered. */
async function open(pay: NonNullable<Answers["POST /api/admin/payouts/{id}"]>, row = luna) {
  const sheet = { data: [row], links: { next: null }, meta: { current_page: 1, last_page: 1 } };
  const page = openPage(
    <PayoutsPage />,
    { "GET /api/admin/payouts": sheet, "POST /api/admin/payouts/{id}": pay },
    { at: `/admin/models/payouts?month=${month}` },
  );
  const article = await screen.findByRole("article", { name: "luna" });
  expect(article.textContent).toContain("$5.00");
  fireEvent.click(within(article).getByRole("button", { name: "Enter payout" }));
  const dialog = await screen.findByRole("dialog", { name: "Enter a payout to luna" });
  const field = (label: string) => within(dialog).getByLabelText<HTMLInputElement>(label);
  return {
    page,
    row: article,
    dialog,
    field,
    type: (label: string, value: string) => fireEvent.input(field(label), { target: { value } }),
    send: () => fireEvent.click(within(dialog).getByRole("button", { name: "Enter payout" })),
    sent: () => page.callsOf("POST /api/admin/payouts/{id}"),
  };
}

test("all that is due is proposed; more, none, and a payment that nobody could find are not sent", async () => {
  const { field, type, send, sent } = await open(luna);
  expect(field("Tokens").value).toBe("100");
  for (const wrong of ["101", "0", "1.5", "many", ""]) {
    type("Tokens", wrong);
    send();
    expect(await screen.findByText("A whole number from 1 to 100.")).toBeTruthy();
  }
  type("Tokens", "60");
  send();
  expect(await screen.findByText("Enter a reference to find the payment by.")).toBeTruthy();
  expect(sent()).toHaveLength(0);
});

test("a payout that is pressed twice is entered once, for the month that is shown", async () => {
  const { page, type, send, sent } = await open({ ...luna, paid: 80, due: 40 });
  type("Tokens", "60");
  type("Payment reference", "SEPA 42");
  send();
  send();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent().map(({ body }) => body)).toEqual([
    expect.objectContaining({ month, tokens: 60, reference: "SEPA 42" }),
  ]);
  expect(page.toasts()).toContain("Payout entered");
});

test.each(["12.000", "12,000", "12 000"])(
  "a payout typed as %s is one of twelve thousand tokens",
  async (typed) => {
    const { type, send, sent } = await open(luna, { ...luna, due: 20_000 });
    type("Tokens", typed);
    type("Payment reference", "SEPA 42");
    send();
    await waitFor(() => expect(sent().map(({ body }) => body)).toMatchObject([{ tokens: 12_000 }]));
  },
);

test("what the server refuses leaves the dialog as it was, and says why", async () => {
  const refused: Reply = { status: 409, body: { code: "payout_exceeds_due", message: "More than is due." } };
  const { page, field, type, send } = await open(() => refused);
  type("Payment reference", "SEPA 42");
  send();
  await waitFor(() => expect(page.toasts()).toContain("More than is due."));
  expect(field("Payment reference").value).toBe("SEPA 42");
});

test("a payout whose answer is lost is asked about again as it was sent, also in a dialog that is opened again", async () => {
  const entered: Reply = { status: 200, body: { ...luna, paid: 80, due: 40 } };
  const { page, row, field, type, send, sent } = await open(inTurn({ status: 0 }, { status: 503 }, entered));
  type("Tokens", "60");
  type("Payment reference", "SEPA 42");
  send();
  await screen.findByText(/^We didn’t hear back\. Check again: the payout can’t be entered twice/);
  expect(field("Payment reference").disabled).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "Check again" }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  await waitFor(() => expect(page.toasts().join()).toContain("503"));
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  fireEvent.click(within(row).getByRole("button", { name: "Enter payout" }));
  const again = await screen.findByRole("dialog");
  expect(within(again).getByLabelText<HTMLInputElement>("Tokens").value).toBe("60");
  fireEvent.click(within(again).getByRole("button", { name: "Check again" }));
  await waitFor(() => expect(page.toasts()).toContain("Payout entered"));
  const bodies = sent().map(({ body }) => body);
  expect(bodies).toEqual([bodies[0], bodies[0], bodies[0]]);
});

const sheetOf = (row: PayoutRow): Reply => ({
  status: 200,
  body: { data: [row], links: { next: null }, meta: { current_page: 1, last_page: 1 } },
});
const payButton = () => within(screen.getByRole("article", { name: "luna" })).getByRole("button");

test("a payout of a page that is open while the month ends is entered for the month whose sheet it was", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-05-31T23:59:00Z") });
  const lost: Reply = { status: 0 };
  const page = openPage(
    <PayoutsPage />,
    {
      "GET /api/admin/payouts": () => sheetOf(luna),
      "POST /api/admin/payouts/{id}": inTurn(lost, { status: 200, body: { ...luna, due: 0 } }),
    },
    { at: "/admin/models/payouts" },
  );
  await screen.findByRole("article", { name: "luna" });
  vi.setSystemTime(Date.parse("2026-06-01T00:01:00Z"));
  fireEvent.click(payButton());
  const dialog = await screen.findByRole("dialog");
  fireEvent.input(within(dialog).getByLabelText("Payment reference"), {
    target: { value: "SEPA 42" },
  });
  fireEvent.click(within(dialog).getByRole("button", { name: "Enter payout" }));
  fireEvent.click(await within(dialog).findByRole("button", { name: "Check again" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const bodies = page.callsOf("POST /api/admin/payouts/{id}").map(({ body }) => body);
  expect(bodies).toEqual([expect.objectContaining({ month: "2026-05", tokens: 100 }), bodies[0]]);
});

test("what stands there until another month's sheet comes is not paid out for that month", async () => {
  const june = Promise.withResolvers<Reply>();
  openPage(
    <PayoutsPage />,
    {
      "GET /api/admin/payouts": ({ query }) => (query.get("month") === month ? sheetOf(luna) : june.promise),
    },
    { at: `/admin/models/payouts?month=${month}` },
  );
  await screen.findByRole("article", { name: "luna" });
  expect(payButton()).toHaveProperty("disabled", false);
  fireEvent.change(screen.getByLabelText("Month"), { target: { value: "2026-06" } });
  await waitFor(() => expect(payButton()).toHaveProperty("disabled", true));
  fireEvent.click(payButton());
  expect(screen.queryByRole("dialog")).toBeNull();
  june.resolve(sheetOf({ ...luna, due: 30 }));
  await waitFor(() => expect(payButton()).toHaveProperty("disabled", false));
  fireEvent.click(payButton());
  expect(within(await screen.findByRole("dialog")).getByLabelText<HTMLInputElement>("Tokens").value).toBe(
    "30",
  );
});
