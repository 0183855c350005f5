// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { SavedCardView } from "#contract/saved-cards.ts";
import { type Answers, closePage } from "#testing/component/page.tsx";
import { openCheckout, openFilledForm, order, proceed, radio } from "#testing/web/checkout/checkout.tsx";

afterEach(closePage);

const card: SavedCardView = {
  ...{ id: 7, brand: "visa", last4: "4242", expiry_month: 11, expiry_year: 2039 },
  ...{ expired: false, confirm: false, saved_at: "2026-11-21T12:00:00.000Z" },
};
const pay = "POST /api/payments/saved-cards/{id}/pay";
const confirm = "POST /api/payments/saved-cards/{id}/confirm";
const paid = {
  success: true,
  status: "completed",
  fan_balance: 300,
  transaction_id: "t1",
  message: "Done",
} as const;

const withCards = (
  cards: SavedCardView[],
  answers: Answers = {},
  scene: Parameters<typeof openCheckout>[0] = {},
) =>
  openCheckout({
    ...scene,
    data: { saves_cards: true },
    answers: {
      "GET /api/payments/saved-cards": {
        data: cards,
        links: { next: null },
        meta: { current_page: 1, last_page: 1 },
      },
      [pay]: paid,
      ...answers,
    },
  });
const pressed = () => screen.findByRole("button", { name: /^Pay \$9\.99 with Visa •• 4242/ });

test("R-PAY-33: what is chosen is bought with a saved card by one press, at the price that it shows", async () => {
  const { user, callsOf } = withCards([card]);
  await screen.findByRole("radio", { name: /^100 Tokens/ });
  expect(screen.queryByRole("button", { name: /^Pay/ })).toBeNull();
  await user.click(radio(/^100 Tokens/));
  await user.dblClick(await pressed());
  await screen.findAllByText(/300/);
  expect(callsOf(pay).map(({ path, body }) => [path, body])).toEqual([
    [
      "/api/payments/saved-cards/7/pay",
      { package_id: 1, amount: 9.99, orderid: expect.stringMatching(/^TKN_\d+$/) },
    ],
  ]);
});

test("R-PAY-04: a card that has expired is not offered, and the way to the form stays beside one that has not", async () => {
  const { user } = withCards([{ ...card, expired: true }]);
  await user.click(await screen.findByRole("radio", { name: /^100 Tokens/ }));
  expect(screen.queryByRole("button", { name: /^Pay/ })).toBeNull();
  await user.click(proceed());
  expect(order()).toBeTruthy();
});

test("R-AUTH-36: where the card is new to the session, the password is asked for before anything is bought", async () => {
  const { user, callsOf } = withCards([{ ...card, confirm: true }], {
    [confirm]: () => ({ status: 204, body: undefined }),
  });
  await user.click(await screen.findByRole("radio", { name: /^100 Tokens/ }));
  await user.click(await pressed());
  await user.type(await screen.findByLabelText(/^Current password/), "fanlight-demo");
  expect(callsOf(pay)).toHaveLength(0);
  await user.click(screen.getByRole("button", { name: "Confirm and pay" }));
  await waitFor(() => expect(callsOf(pay)).toHaveLength(1));
  expect(callsOf(confirm).map(({ body }) => body)).toMatchObject([{ current_password: "fanlight-demo" }]);
});

test("R-PAY-35: a press that is declined leads to the form, with the reason beside the order", async () => {
  const declined = { ...paid, success: false, status: "failed", message: "Declined" } as const;
  const { user } = withCards([card], { [pay]: declined });
  await user.click(await screen.findByRole("radio", { name: /^100 Tokens/ }));
  await user.click(await pressed());
  expect(await screen.findByLabelText("Card number")).toBeTruthy();
  expect(screen.getAllByText(/Declined/).length).toBeGreaterThan(0);
});

test("R-OPEN-31: a card is kept only where the fan switches that on; it is off at first", async () => {
  for (const ticks of [false, true]) {
    const { user, callsOf, close } = await openFilledForm({
      data: { saves_cards: true },
      answers: { "POST /api/payments/process": paid },
    });
    const choice = screen.getByRole<HTMLInputElement>("switch", { name: /^Save this card/ });
    expect(choice.checked).toBe(false);
    if (ticks) await user.click(choice);
    await user.click(order());
    await waitFor(() => expect(callsOf("POST /api/payments/process")).toHaveLength(1));
    const body = callsOf("POST /api/payments/process")[0]?.body as Record<string, unknown>;
    expect(body.save_card).toBe(ticks ? true : undefined);
    close();
  }
});

test("R-OPEN-31: where the gateway cannot keep cards, nobody is asked", async () => {
  await openFilledForm();
  expect(screen.queryByRole("switch", { name: /^Save this card/ })).toBeNull();
});

test("R-LIVE-35: beside a show, the package that was pressed there is bought by the next press", async () => {
  const { user, callsOf } = withCards([card], {}, { beside: true, offerId: 1 });
  await user.click(await pressed());
  await waitFor(() => expect(callsOf(pay).map(({ body }) => body)).toMatchObject([{ package_id: 1 }]));
});
