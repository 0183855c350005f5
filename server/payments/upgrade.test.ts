import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "#server/kit/clock.ts";
import { type Database, readRows } from "#server/kit/database/database.ts";
import { silentLog } from "#server/kit/database/log.ts";
import { migrate } from "#server/kit/database/migrate.ts";
import { readMigrationFiles } from "#server/kit/database/migration-files.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { memoryLimits } from "#server/kit/http/limits.ts";
import { prepareSchema } from "#server/kit/prepare-schema.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import { auditLedger } from "#testing/database/audit-ledger.ts";
import { emptyDatabase } from "#testing/database/test-database.ts";
import { signedReport } from "#testing/payments/callbacks.ts";
import { sandboxSecret } from "#testing/payments/fakes.ts";
import { establishedPayer } from "#testing/payments/payment-fixture.ts";
import { createSandboxGateway } from "./gateways/sandbox.ts";
import type { PaymentsNeeds } from "./needs.ts";
import { createPayments, defaultCardingLimits } from "./payments.ts";

const wallet = createWallet();
const fan = { kind: "fan", id: 7 } as const;
const sum = { amountCents: 1099, currency: "USD" };

/** Writes a payment as the version before did: its steps with their tokens, and the callbacks that it set aside. */
async function oldPayment(db: Database, states: string[], setAside: object[] = []): Promise<string> {
  const id = randomUUID();
  const bought = { key: `purchase:${id}`, to: fan, tokens: 100, kind: "purchase", reason: "" } as const;
  const credit = states.includes("succeeded") ? await wallet.issue(db, bought) : null;
  const transferId = credit?.ok ? credit.transferId : null;
  await sql`
    insert into payments.intent (id, fan_id, plan_id, plan_kind, base_tokens, bonus_tokens, amount_cents, currency, order_id,
      request_hash, gateway, state, terms_version, accepted_at, accepted_address, transfer_id, created_at, updated_at)
    values (${id}, ${fan.id}, 1, 'package', 100, 0, 1099, 'USD', ${id}, '', 'sandbox', 'created', '1', now(), '::1',
      ${transferId}, now(), now())`.execute(db);
  for (const state of states) {
    await sql`update payments.intent set state = ${state} where id = ${id}`.execute(db);
    await sql`
      insert into payments.intent_event (intent_id, to_state, source, at) values (${id}, ${state}, 'callback', now())`.execute(
      db,
    );
    const order = { kind: "chargeback", reason: "", key: `chargeback:${id}` } as const;
    if (state === "charged_back" && transferId) await wallet.reverse(db, { ...order, transferId });
    if (state === "chargeback_reversed")
      await wallet.issue(db, { ...bought, key: `chargeback_reversed:${id}`, kind: "adjustment" });
  }
  for (const report of setAside)
    await sql`
      insert into payments.callback_inbox (gateway, dedupe_key, intent_id, report, address, verdict, received_at)
      values ('sandbox', ${randomUUID()}, ${id}, ${JSON.stringify(report)}, '::1', 'illegal', now())`.execute(
      db,
    );
  return id;
}

/** Payments whose gateway is away: only callbacks reach them. */
function paymentsOver(db: Database) {
  const config = {
    ...{
      descriptor: "",
      promoPercent: 20,
      promoFooterPercent: 10,
      ratesPerDollar: {},
      rawCardsAllowed: true,
      termsVersion: "1",
    },
    ...{ limits: defaultCardingLimits, publicOrigin: "" },
  };
  const away = () => Promise.reject(new Error("away"));
  const sandbox = createSandboxGateway({
    ...{ url: () => "", apiKey: "", callbackSecret: sandboxSecret },
    fetch: away,
  });
  const needs: PaymentsNeeds = {
    ...{ db, wallet, config, clock: systemClock, random: Math.random, gateways: { sandbox } },
    limits: memoryLimits(),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    accounts: { byId: async () => establishedPayer },
  };
  const payments = createPayments(needs);
  const report = (reference: string, status: string, sequence: number) => {
    const { headers, body } = signedReport({ reference, status, sequence });
    const callback = { headers, rawBody: Buffer.from(body), address: "::1", path: "" };
    return payments.handleCallback("sandbox", callback);
  };
  return { payments, report };
}

test("R-OPEN-42: an upgrade applies what the version before had set aside, and can take its credits back once more", async () => {
  const database = await emptyDatabase();
  onTestFinished(() => database[Symbol.asyncDispose]());
  const { db, owner, ownerUrl } = database;
  const files = readMigrationFiles();
  const isNew = ({ name }: { name: string }) => /^030[2-9]_/.test(name);
  await migrate(owner, { log: silentLog, files: files.filter((file) => !isNew(file)) });
  await inTransaction(owner, (tx) => wallet.openFanAccount(tx, fan.id));
  const paid = ["submitting", "succeeded"];
  const frozen = await oldPayment(
    owner,
    [...paid, "charged_back"],
    [{ kind: "chargeback_reversed", ...sum }],
  );
  const kept = await oldPayment(owner, paid, [
    { kind: "declined", code: "do_not_honor" },
    { kind: "refunded", ...sum, amountCents: 1 },
  ]);
  const won = await oldPayment(owner, [...paid, "charged_back", "chargeback_reversed"]);
  const declined = await oldPayment(owner, ["submitting", "declined"], [{ kind: "approved", ...sum }]);

  await prepareSchema(db, { ownerUrl, log: silentLog });
  const { payments, report } = paymentsOver(db);
  await payments.reconcile();
  const states = async () => {
    const query = sql<{ id: string; state: string }>`select id, state from payments.intent`;
    const found = new Map((await readRows(db, query)).map(({ id, state }) => [id, state]));
    return [frozen, kept, won, declined].map((id) => found.get(id));
  };
  expect(await states()).toEqual(["chargeback_reversed", "succeeded", "chargeback_reversed", "succeeded"]);
  expect(await wallet.balance(db, fan)).toBe(400);
  for (const id of [frozen, won]) expect((await report(id, "charged_back", 9)).status).toBe(200);
  expect(await states()).toEqual(["charged_back", "succeeded", "charged_back", "succeeded"]);
  expect(await wallet.balance(db, fan)).toBe(200);
  await auditLedger(db);
});
