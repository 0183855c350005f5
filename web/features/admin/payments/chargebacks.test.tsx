// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { AdminPayment, OpenChargeback } from "#contract/admin-payments.ts";
import type { Language } from "#contract/common.ts";
import { type OpenPage, openPage } from "#testing/component/page.tsx";
import { Chargebacks } from "./Chargebacks.tsx";

let page: OpenPage | undefined;
afterEach(() => page?.close());

const at = "2026-11-20T10:00:00.000Z";
const payment = (fan: string, state: string, card: string | null = "visa •••• 1111"): AdminPayment => ({
  ...{
    id: `${fan}-payment`,
    kind: "tokens",
    model: null,
    order_id: `TKN_${fan.length}`,
    fan_id: 7,
    fan,
    state,
    tokens: 250,
  },
  ...{ amount: 24.99, currency: "USD", card, gateway: "nmi", created_at: at },
  refundable: state === "succeeded",
});
const chargeback: OpenChargeback = {
  ...{ id: 5, gateway: "nmi", amount: 24.99, card: "1111", received_at: at },
  payments: [payment("ana", "succeeded"), payment("leo", "refunded", null)],
};

/** The page with one chargeback until it is resolved. */
function open(language: Language) {
  let data = [chargeback];
  page = openPage(
    <Chargebacks />,
    {
      "GET /api/admin/chargebacks": () => ({ status: 200, body: { data } }),
      "POST /api/admin/chargebacks/{id}/resolve": () => {
        data = [];
        return { status: 200, body: { data } };
      },
    },
    { language },
  );
  return page;
}

test.each([
  [
    "en",
    "Chargebacks without a payment",
    "It was this one",
    "Take $24.99 of ana back?",
    "Reason",
    "Card unknown",
  ],
  ["es", "Contracargos sin pago", "Era este", "¿Retirar $24.99 de ana?", "Motivo", "Tarjeta desconocida"],
] as const)(
  "R-OPEN-42: staff see a chargeback with the payments that fit and say with a reason which it was (%s)",
  async (language, title, press, question, reason, unknown) => {
    const { user, callsOf } = open(language);
    const section = await screen.findByRole("region", { name: title });
    // A refunded payment cannot be charged back.
    const rows = within(section).getAllByRole("listitem");
    expect(rows.map((row) => within(row).queryByText(unknown) !== null)).toEqual([false, true]);
    await user.click(within(section).getByRole("button", { name: press }));
    const dialog = await screen.findByRole("dialog", { name: question });
    await user.click(within(dialog).getByRole("button", { name: press }));
    expect(callsOf("POST /api/admin/chargebacks/{id}/resolve")).toHaveLength(0);
    await user.type(within(dialog).getByRole("textbox", { name: new RegExp(reason) }), "case 9");
    await user.click(within(dialog).getByRole("button", { name: press }));
    await waitFor(() => expect(screen.queryByRole("region", { name: title })).toBeNull());
    const [call] = callsOf("POST /api/admin/chargebacks/{id}/resolve");
    expect(call?.body).toEqual({ payment_id: "ana-payment", reason: "case 9" });
  },
);
