import { mkdir } from "node:fs/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { silentLog } from "#server/kit/database/log.ts";
import { memoryLimits } from "#server/kit/http/limits.ts";
import { prepareSchema } from "#server/kit/prepare-schema.ts";
import type { PaymentsNeeds } from "#server/payments/needs.ts";
import { createPayments } from "#server/payments/payments.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import { backUp, emptyTarget, putBack, workFolder } from "#testing/backup/backups.ts";
import { auditLedger } from "#testing/database/audit-ledger.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { establishedPayer, type PaymentFixture, paymentFixtures } from "#testing/payments/payment-fixture.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const openFixture = paymentFixtures(database);
const at = workFolder();
const wallet = createWallet();

/** What a payment's gateway decides once the backup has been made, and how it ends in what was restored. */
type Case = { fanId: number; id: string; decide: () => void; ends: string; tokens: "package" | 0 };

/** A deposit by a regional method, open at its gateway. */
async function deposit(
  fixture: PaymentFixture,
  id: number,
  status: "COMPLETED" | "CANCELLED",
): Promise<Case> {
  const fanId = await fixture.newFan();
  const body = { id, paymentMethodCode: "PC" };
  const asked = await fixture.call("POST", "/api/directa24/buy-tokens", { fanId, body });
  const number = String(asked.body.transaction_id);
  const kept = fixture.directa24.books.all().find(({ invoice_id }) => invoice_id === number);
  if (!kept) throw new Error("the provider knows of no such deposit");
  return {
    ...{ fanId, id: number, decide: () => fixture.directa24.settle(kept.deposit_id, status) },
    ...(status === "COMPLETED"
      ? { ends: "succeeded", tokens: "package" as const }
      : { ends: "cancelled", tokens: 0 as const }),
  };
}

/** A sale by card whose answer was lost: the gateway has taken the money, and may be asked later. */
async function lostSale(fixture: PaymentFixture): Promise<Case> {
  const fanId = await fixture.newFan();
  const { body } = await fixture.buy(fanId);
  expect(body.status).toBe("pending");
  return { fanId, id: body.transaction_id, decide: () => {}, ends: "succeeded", tokens: "package" };
}

/** A form of a gateway that cannot be asked. */
async function form(fixture: PaymentFixture, id: number): Promise<Case> {
  const fanId = await fixture.newFan();
  const { body } = await fixture.call("POST", "/api/fan/card-gateway/buy-tokens", { fanId, body: { id } });
  const number = String(body.transaction_id);
  const asked = fixture.commerceGate.store.all().find(({ op1 }) => op1 === number);
  if (!asked) throw new Error("the gateway has no such form");
  const decide = () => fixture.commerceGate.decide(asked.token, true);
  return { fanId, id: number, decide, ends: "expired", tokens: 0 };
}

test("payments that were open in a backup and decided after it are settled once it is restored, but for those of a gateway that cannot be asked", async () => {
  let needs: PaymentsNeeds | undefined;
  const fixture = await openFixture({
    ...{ directa24: {}, commerceGate: true, nmi: { reply: "cut", webhookCopies: 0 } },
    payerOf: () => ({ ...establishedPayer, country: "CO" }),
    needs: (given) => (needs = given),
  });
  const [pack] = (await fixture.payments.packagesFor(null, "en")).packages;
  if (!pack || !needs) throw new Error("nothing is on sale");
  fixture.nmi.knobs.queriesFail = true;
  const cases = [
    await lostSale(fixture),
    await deposit(fixture, pack.id, "COMPLETED"),
    await deposit(fixture, pack.id, "CANCELLED"),
    await form(fixture, pack.id),
  ];

  const [dataDir, folder] = [at("data"), at("backup")];
  await mkdir(dataDir);
  await backUp(folder, database, dataDir);
  for (const { decide } of cases) decide();
  fixture.nmi.knobs.queriesFail = false;
  const paid = cases.filter(({ tokens, ends }) => tokens !== 0 || ends === "expired");
  fixture.clock.advance(10 * 60_000);
  await until(async () => {
    await fixture.payments.reconcile();
    const balances = await Promise.all(paid.map(({ fanId }) => fixture.balance(fanId)));
    return balances.every((balance) => balance === pack.tokens);
  }, "the shop that will be lost to hear of all that were paid");

  const target = await emptyTarget();
  await putBack(folder, target, at("restored"));
  await prepareSchema(target.db, { ownerUrl: target.ownerUrl, log: silentLog });
  const restored = createPayments({ ...needs, db: target.db, limits: memoryLimits() });
  const stateOf = async (id: string) => {
    const state = sql<{ state: string }>`select state::text from payments.intent where id = ${id}`;
    return (await readRows(target.db, state))[0]?.state;
  };
  fixture.clock.advance(30 * 60_000);
  await restored.reconcile();
  for (const { fanId, id, ends, tokens } of cases)
    expect({
      ...{ id, state: await stateOf(id) },
      balance: await wallet.balance(target.db, { kind: "fan", id: fanId }),
    }).toEqual({ ...{ id, state: ends }, balance: tokens === 0 ? 0 : pack.tokens });
  await auditLedger(target.db);
});
