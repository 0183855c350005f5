import { expect, test } from "vitest";
import { regionalMethod } from "#contract/payments.ts";
import { advance, type FlowAction, flowAtStart, mayProceed } from "./checkout-flow.ts";
import { methodsOf, paymentTypes } from "./methods.ts";

const after = (...actions: FlowAction[]) => actions.reduce(advance, flowAtStart);

test("R-PAY-07: step 1 leads to step 2 only with an offer and an enabled method", () => {
  expect(after({ do: "proceed", offerOpen: false }).step).toBe(1);
  expect(after({ do: "proceed", offerOpen: true }).step).toBe(1);
  expect(after({ do: "choose_offer", offerId: 3 }, { do: "proceed", offerOpen: true }).step).toBe(2);
  expect(after({ do: "choose_offer", offerId: 3 }, { do: "proceed", offerOpen: false }).step).toBe(1);
});

test("R-PAY-12: PayPal lists no methods, so nothing can be placed with it", () => {
  const flow = after({ do: "choose_offer", offerId: 3 }, { do: "choose_type", type: "paypal" });
  expect(flow).toMatchObject({ type: "paypal", method: null });
  expect(methodsOf("paypal")).toEqual([]);
  expect(methodsOf("crypto")).toEqual([]);
  expect(mayProceed(flow, true)).toBe(false);
  expect(advance(flow, { do: "choose_method", method: "direct_api_debit" })).toEqual(flow);
});

test("R-PAY-13: crypto is listed but choosing it changes nothing", () => {
  const before = after({ do: "choose_offer", offerId: 3 });
  expect(advance(before, { do: "choose_type", type: "crypto" })).toEqual(before);
});

test("R-ENT-10: a method has a name, a code, a type, a logo and a currency; card, paypal and crypto are listed, crypto disabled", () => {
  expect(Object.keys(regionalMethod.shape)).toEqual(["name", "code", "type", "logo", "currency"]);
  expect(paymentTypes).toEqual([
    { type: "card", disabled: false },
    { type: "paypal", disabled: false },
    { type: "crypto", disabled: true },
  ]);
  expect(methodsOf("card")).toEqual([
    { code: "direct_api_credit", type: "card" },
    { code: "direct_api_debit", type: "card" },
  ]);
});

test("R-PAY-11: the card offers exactly credit and debit, by their codes", () => {
  expect(methodsOf("card").map((method) => method.code)).toEqual(["direct_api_credit", "direct_api_debit"]);
  expect(after({ do: "choose_method", method: "direct_api_debit" }).method).toBe("direct_api_debit");
});

test("R-PAY-09, R-PAY-02: Back returns to step 1 with the offer still chosen; there is no third step", () => {
  const second = after({ do: "choose_offer", offerId: 3 }, { do: "proceed", offerOpen: true });
  expect(advance(second, { do: "proceed", offerOpen: true }).step).toBe(2);
  expect(advance(second, { do: "back" })).toMatchObject({ step: 1, offerId: 3 });
});

test("R-PAY-10: a reset goes to step 1 with nothing chosen", () => {
  const second = after(
    { do: "choose_offer", offerId: 3 },
    { do: "choose_method", method: "direct_api_debit" },
    { do: "proceed", offerOpen: true },
    { do: "reset" },
  );
  expect(second).toEqual(flowAtStart);
  expect(second.offerId).toBeNull();
});

test("R-PAY-45: an offer that ran out takes the fan back to step 1 with nothing chosen", () => {
  const second = after(
    { do: "choose_offer", offerId: 90 },
    { do: "proceed", offerOpen: true },
    { do: "offer_gone" },
  );
  expect(second).toMatchObject({ step: 1, offerId: null, method: "direct_api_credit" });
});
