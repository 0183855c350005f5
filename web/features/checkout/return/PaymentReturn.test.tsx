// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Language } from "#contract/common.ts";
import { closePage, openPage } from "#testing/component/page.tsx";
import type { StatusAnswer } from "../payment/payment-answer.ts";
import { PaymentReturn } from "./PaymentReturn.tsx";
import type { Reported } from "./reported-variant.ts";

afterEach(closePage);

/** Opens a result page as its address names a payment (`id`) and says how that ended (`reported`). */
function openResult(id: string | null, reported: Reported | null, signedIn = false) {
  return openPage(<PaymentReturn id={id} reported={reported} />, {}, { signedIn });
}

type Status = Extract<StatusAnswer, { status: 200 }>["body"];

/** Opens the page of a cancelled payment for the fan whose payment it is, of which the server says this. */
function openOwnResult(status: Partial<Status>, language: Language = "en") {
  const body: Status = {
    success: false,
    status: "cancelled",
    fan_balance: 0,
    transaction_id: "t1",
    message: "",
    ...status,
  };
  return openPage(
    <PaymentReturn id="t1" reported="cancelled" />,
    { "GET /api/payments/status/{id}": body },
    { language },
  );
}

const texts = async (title: string) => {
  const heading = await screen.findByRole("heading", { level: 1, name: title });
  return heading.nextElementSibling?.textContent;
};

test.each([
  ["R-ROUTE-07", null, null, "We couldn’t find this payment"],
  ["R-ROUTE-08", "failed", null, "The payment didn’t go through"],
  ["R-ROUTE-09", "cancelled", "t1", "You canceled the payment"],
  ["R-ROUTE-10", "completed", null, "Payment sent, waiting for confirmation"],
] as const)(
  "%s: a guest reads what the address says of a payment, and nothing is asked",
  async (_row, reported, id, title) => {
    const { calls } = openResult(id, reported);
    expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe(title);
    expect(calls).toEqual([]);
  },
);

test("R-ROUTE-10, R-OPEN-33, R-OPEN-35: who is signed in sees what we know of the payment, whatever the address says", async () => {
  const { calls } = openResult("t1", "completed", true);
  await waitFor(() => expect(calls).toEqual(["/api/payments/status/t1"]));
  expect((await screen.findByRole("heading", { level: 1 })).textContent).not.toBe(
    "Payment sent, waiting for confirmation",
  );
});

test.each([
  ["en", "You canceled the payment", "Nothing was bought. You can start again anytime."],
  ["es", "Cancelaste el pago", "No compraste nada. Puedes empezar de nuevo cuando quieras."],
] as const)(
  "R-ROUTE-09, R-PAY-53: who cancelled reads so when signed in, in %s",
  async (language, title, note) => {
    openOwnResult({}, language);
    expect(await texts(title)).toBe(note);
  },
);

test("R-PAY-53: of a payment that came to nothing it says once that nothing was charged, in the server's words", async () => {
  const cancelled = openOwnResult({ message: "The payment was canceled. Nothing was charged." });
  expect(await texts("You canceled the payment")).toBe("The payment was canceled. Nothing was charged.");
  cancelled.close();
  openOwnResult({ status: "failed", message: "The payment was declined. Nothing was charged." });
  expect(await texts("The payment didn’t go through")).toBe("The payment was declined. Nothing was charged.");
});

test("Where the server says nothing of a failure, the page says that nothing was charged", async () => {
  openOwnResult({ status: "failed" });
  expect(await texts("The payment didn’t go through")).toMatch(/^Nothing was charged\./);
});

test.each([
  ["en", "refunded", "The payment was refunded or reversed"],
  ["es", "charged_back", "El pago se reembolsó o revirtió"],
] as const)(
  "R-OPEN-42: of a payment that was given back it says so, not that nothing was charged: in %s, %s",
  async (language, returned, title) => {
    openOwnResult({ returned, message: "With its tokens." }, language);
    expect(await texts(title)).toBe("With its tokens.");
  },
);
