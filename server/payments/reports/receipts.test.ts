import { expect, test } from "vitest";
import { fileDatabase } from "#testing/database/test-database.ts";
import { establishedPayer, paymentFixtures } from "#testing/payments/payment-fixture.ts";
import { readPdf } from "#testing/pdf-text.ts";

const database = fileDatabase();
const openFixture = paymentFixtures(database);

test("a purchase has a receipt for its buyer alone: what was bought, charged and by which card", async () => {
  const fixture = await openFixture();
  const [fanId, other] = [await fixture.newFan(), await fixture.newFan()];
  const { body } = await fixture.buy(fanId);
  const receipt = (as: number, id: string) =>
    fixture.call("GET", `/api/payments/receipt/${id}`, { fanId: as });
  const mine = await receipt(fanId, body.transaction_id);
  const [pack] = (await fixture.payments.packagesFor(null, "en")).packages;
  expect(mine).toMatchObject({
    status: 200,
    body: {
      id: body.transaction_id,
      tokens: pack?.tokens,
      amount: pack?.price,
      currency: "USD",
      dollars: pack?.price,
      method: { kind: "card", name: expect.stringContaining("4242") },
      returned: null,
    },
  });
  expect((await receipt(other, body.transaction_id)).status).toBe(404);
  expect((await receipt(fanId, "no-uuid")).status).toBe(404);
});

test("R-PAY-49: a receipt is a PDF file for its buyer alone, in both languages, kept by no cache", async () => {
  const fixture = await openFixture();
  const [fanId, other] = [await fixture.newFan(), await fixture.newFan()];
  const { body } = await fixture.buy(fanId);
  const pdf = (as: number, id: string, language = "en") =>
    fetch(`${fixture.origin}/api/payments/receipt/${id}/pdf`, {
      headers: { authorization: `Bearer ${as}`, "accept-language": language },
    });
  const read = async (language: string) => {
    const answer = await pdf(fanId, body.transaction_id, language);
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="[\w-]+\.pdf"$/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const { pages } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
    return pages.join("\n");
  };
  const [english, spanish] = [await read("en"), await read("es")];
  const receipt = (await fixture.call("GET", `/api/payments/receipt/${body.transaction_id}`, { fanId })).body;
  const both = [String(receipt.order_id), body.transaction_id, "$10.99", "4242", "FNL DIGITAL SVCS"];
  for (const text of [...both, "Receipt", "100 tokens", "Total, VAT included", "payer@mail.test"])
    expect(english).toContain(text);
  for (const text of [...both, "Recibo", "Número de pedido", "Total, IVA incluido", "21 nov 2026"])
    expect(spanish).toContain(text);
  expect(english).not.toContain("4242424242424242");
  for (const [as, id] of [
    [other, body.transaction_id],
    [fanId, "no-uuid"],
    [fanId, crypto.randomUUID()],
  ] as const)
    expect((await pdf(as, id)).status).toBe(404);
  expect((await fetch(`${fixture.origin}/api/payments/receipt/${body.transaction_id}/pdf`)).status).toBe(401);
});

test("a declined payment has no receipt, and no price", async () => {
  const fixture = await openFixture();
  const fanId = await fixture.newFan();
  const { body } = await fixture.buy(fanId, { card_number: "4000000000000002" });
  expect((await fixture.call("GET", `/api/payments/receipt/${body.transaction_id}`, { fanId })).status).toBe(
    404,
  );
  expect(await fixture.payments.purchasesOf(database.db, fanId)).toEqual([]);
});

test("what was paid in pesos has its price in dollars beside it", async () => {
  const fixture = await openFixture({
    directa24: {},
    payerOf: () => ({ ...establishedPayer, country: "CO" }),
  });
  const fanId = await fixture.newFan();
  const [pack] = (await fixture.payments.packagesFor(fanId, "en")).packages;
  const { body } = await fixture.call("POST", "/api/directa24/buy-tokens", {
    fanId,
    body: { id: pack?.id, paymentMethodCode: "PC" },
  });
  const [intent] = await fixture.query(
    `select currency, dollar_cents from payments.intent where id = '${String(body.transaction_id)}'`,
  );
  expect(intent).toEqual({ currency: "COP", dollar_cents: Math.round((pack?.price ?? 0) * 100) });
});
