import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { paymentFixtures } from "#testing/payments/payment-fixture.ts";
import { until } from "#testing/until.ts";
import { type IntentState, intentStates, isLegalStep, legalSteps } from "../rules/states.ts";

const database = fileDatabase();
const openFixture = paymentFixtures(database);

/** A payment walked, step by legal step, to `state`. */
async function intentIn(state: IntentState): Promise<string> {
  const id = randomUUID();
  await sql`insert into payments.intent (id, fan_id, plan_id, plan_kind, base_tokens, bonus_tokens, amount_cents, currency,
      order_id, request_hash, gateway, state, terms_version, accepted_at, accepted_address, transfer_id, created_at, updated_at)
    values (${id}, 1, 1, 'package', 100, 0, 1099, 'USD', ${`TKN_${id}`}, '', 'sandbox', 'created', '1', now(), '::1', 1, now(), now())`.execute(
    database.db,
  );
  for (const next of pathTo(state)) await move(id, next);
  return id;
}

const move = (id: string, state: IntentState) =>
  sql`update payments.intent set state = ${state} where id = ${id}`.execute(database.db);

function pathTo(state: IntentState, from: IntentState = "created"): IntentState[] {
  if (state === from) return [];
  const queue: IntentState[][] = [[from]];
  for (let path = queue.shift(); path; path = queue.shift()) {
    const last = path.at(-1) ?? from;
    if (last === state) return path.slice(1);
    queue.push(...legalSteps[last].map((next) => [...path, next]));
  }
  throw new Error(`no way leads to ${state}`);
}

test("R-OPEN-34: the code and the database know the same legal steps", async () => {
  const rows = await readRows<{ from_state: string; to_state: string }>(
    database.db,
    sql`select from_state, to_state from payments.legal_step`,
  );
  const inCode = Object.entries(legalSteps).flatMap(([from, tos]) => tos.map((to) => `${from} ${to}`));
  expect(rows.map((row) => `${row.from_state} ${row.to_state}`).sort()).toEqual(inCode.sort());
});

test.each(intentStates)(
  "R-OPEN-34: from %s the database takes the legal steps and refuses every other",
  async (from) => {
    for (const to of intentStates.filter((state) => state !== from)) {
      const id = await intentIn(from);
      if (isLegalStep(from, to)) await move(id, to);
      else await expect(move(id, to)).rejects.toMatchObject({ code: "PY001" });
    }
  },
);

const inboxRows = async (id: string) => {
  const query = sql<{ n: number }>`
    select count(*)::int as n from payments.callback_inbox where intent_id = ${id}`;
  return (await readRows(database.db, query))[0]?.n ?? 0;
};

test("R-OPEN-35: success without a transfer of tokens is refused by the database", async () => {
  const id = await intentIn("submitting");
  const bare = sql`update payments.intent set state = 'succeeded', transfer_id = null where id = ${id}`;
  await expect(bare.execute(database.db)).rejects.toThrow(/credited_when_succeeded/);
});

test("R-PAY-48, R-OPEN-29: what was bought, for how much and by whom cannot be changed, nor can history", async () => {
  const fixture = await openFixture();
  const fan = await fixture.newFan();
  await fixture.payments.packagesFor(fan, "en");
  const { body } = await fixture.buy(fan);
  const id = body.transaction_id;
  await until(async () => (await inboxRows(id)) > 0, "the callback");
  const attempts = [
    sql`update payments.intent set amount_cents = 1 where id = ${id}`,
    sql`update payments.intent set base_tokens = 999 where id = ${id}`,
    sql`update payments.intent set fan_id = 1 where id = ${id}`,
    sql`update payments.intent set idempotency_key = 'other' where id = ${id}`,
    sql`delete from payments.intent where id = ${id}`,
    sql`update payments.intent_event set to_state = 'declined' where intent_id = ${id}`,
    sql`delete from payments.intent_event where intent_id = ${id}`,
    sql`truncate payments.intent_event`,
    sql`update payments.report set verdict = 'mismatch' where intent_id = ${id}`,
    sql`delete from payments.report where intent_id = ${id}`,
    sql`truncate payments.report`,
    sql`update payments.callback_inbox set verdict = 'unchanged' where intent_id = ${id}`,
    sql`update payments.callback_inbox set report = '{}' where intent_id = ${id}`,
    sql`delete from payments.callback_inbox where intent_id = ${id}`,
    sql`truncate payments.callback_inbox cascade`,
    sql`truncate payments.resolved_chargeback`,
    sql`truncate payments.callback_inbox, payments.attempt cascade`,
    sql`update payments.promo_offer set price_cents = 1 where fan_id = ${fan}`,
    sql`update payments.promo_offer set expires_at = expires_at + interval '1 day' where fan_id = ${fan}`,
    sql`delete from payments.promo_offer where fan_id = ${fan}`,
    sql`truncate payments.promo_offer`,
    sql`truncate payments.intent cascade`,
  ];
  for (const attempt of attempts)
    await expect(attempt.execute(database.owner)).rejects.toMatchObject({ code: "PY002" });
});
