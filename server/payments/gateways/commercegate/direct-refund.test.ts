import { expect, test } from "vitest";
import { documented } from "#testing/payments/documented.ts";
import { gatewaySettings } from "#testing/subscriptions/fake-provider.ts";
import { createCommerceGate } from "./commercegate.ts";

const refund = { transactionId: "100130291387", offerId: "pack999", amountCents: 1_000, currency: "EUR" };

/** Answers how the adapter reads an answer, and the request that it sent. */
async function answered(answer: Response | (() => never)) {
  const sent: { url: string; form: Record<string, string> }[] = [];
  const gateway = createCommerceGate({
    ...gatewaySettings(() => "http://gateway.test"),
    async fetch(url, init) {
      sent.push({ url: String(url), form: Object.fromEntries(new URLSearchParams(String(init?.body))) });
      return typeof answer === "function" ? answer() : answer;
    },
  });
  return { answer: await gateway.refund?.(refund), sent };
}
const formOf = (fields: object) => new URLSearchParams(fields as Record<string, string>).toString();
const done = documented("commercegate-refund").example as Record<string, string>;

test("R-OPEN-42: a refund is asked for by the fields of the Direct gateway, once", async () => {
  const { answer, sent } = await answered(new Response(formOf(done)));
  expect(answer).toEqual({ kind: "done", dedupeKey: "REFUND:100130291425" });
  expect(sent).toEqual([
    {
      url: "http://gateway.test/nvp",
      form: {
        ...{ apiUsername: "the merchant", apiPassword: "the Direct gateway's password" },
        ...{ siteID: "22", offerID: "pack999", action: "REFUND", transID: "100130291387" },
        ...{ amount: "10.00", currencyCode: "EUR" },
      },
    },
  ]);
});

test("R-OPEN-42: a code of the Direct gateway refuses a refund, and what is none of its answers proves nothing", async () => {
  const refusals = [
    ["-121", "Previous transaction not found"],
    ["-125", "Invalid operation"],
  ];
  for (const [returnCode, returnText] of refusals) {
    const { answer } = await answered(new Response(formOf({ returnCode, returnText })));
    expect(answer).toEqual({ kind: "refused", detail: `${returnCode} ${returnText}` });
  }
  const unclear = [
    new Response("", { status: 502 }),
    new Response(formOf(done), { status: 500 }),
    new Response("<html>Maintenance</html>"),
    ...["-1", "-999", "1", "00", "-0"].map(
      (returnCode) => new Response(formOf({ returnCode, returnText: "System error" })),
    ),
    ...[
      { amount: "9.00" },
      { currencyCode: "USD" },
      { action: "SALE" },
      { transID: "" },
      { transID: "1#2" },
      { returnCode: "" },
    ].map((change) => new Response(formOf({ ...done, ...change }))),
    () => {
      throw new DOMException("timed out", "TimeoutError");
    },
  ];
  for (const one of unclear) {
    const { answer, sent } = await answered(one);
    expect(answer).toMatchObject({ kind: "unknown" });
    expect(sent).toHaveLength(1);
  }
});

test("R-OPEN-42: without a user of the Direct gateway there is no call that refunds", () => {
  const settings = gatewaySettings(() => "http://gateway.test");
  expect(createCommerceGate({ ...settings, direct: null }).refund).toBeUndefined();
});
