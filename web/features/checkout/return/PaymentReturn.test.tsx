// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { PaymentReturn } from "./PaymentReturn.tsx";
import type { Reported } from "./reported-look.ts";

afterEach(closePage);

/** Opens a result page as its address names a payment (`id`) and says how that ended (`reported`). */
function openResult(id: string | null, reported: Reported | null, signedIn = false) {
  return openPage(<PaymentReturn id={id} reported={reported} />, {}, { signedIn });
}

test.each([
  ["R-ROUTE-07", null, null, "We could not find this payment"],
  ["R-ROUTE-08", "failed", null, "The payment did not go through"],
  ["R-ROUTE-09", "cancelled", "t1", "You cancelled the payment"],
  ["R-ROUTE-10", "completed", null, "The provider reports your payment"],
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
    "The provider reports your payment",
  );
});
