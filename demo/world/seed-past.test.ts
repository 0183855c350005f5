import { sql } from "kysely";
import { expect, test } from "vitest";
import { systemClock } from "#server/kit/clock.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { testApp } from "#testing/app/test-app.ts";
import { type PastSale, recordPast } from "../gateways/sandbox/sale.ts";
import { createSandboxProcessor } from "../gateways/sandbox/sandbox-gateway.ts";
import { gifts } from "../gifts.ts";
import { demoModels } from "../models.ts";
import { givenInSpan, spans } from "../past/spending.ts";
import { seedAccounts } from "./accounts.ts";
import { seedPages } from "./pages.ts";
import { seedPast } from "./seed-past.ts";

const app = testApp();
const dayMs = 86_400_000;

test("R-OPEN-59: a new demo world has a past that the audit, earnings, books, payouts and receipts agree on, and only once", async () => {
  const { modules, db } = app;
  await modules.payments.seed();
  const ids = await seedAccounts(db, modules);
  await seedPages(db, modules, ids, systemClock);
  const recorded: PastSale[] = [];
  const needs = {
    ...{ ...modules, db, clock: systemClock, ids },
    recordSales: (sales: readonly PastSale[]) => recorded.push(...sales),
  };
  await inTransaction(db, (tx) =>
    modules.rooms.tips.saveGifts(
      tx,
      gifts.map(({ key, ...gift }) => ({ ...gift, image: key })),
    ),
  );
  const ownLater = await seedPast(needs);
  expect((await modules.wallet.audit(db)).problems).toEqual([]);

  const earned = await modules.wallet.earnedSince(db, new Date(0));
  for (const member of demoModels)
    expect(earned.get(ids.get(member.login) ?? 0), member.login).toBe(spans * givenInSpan(member));

  const span = { from: new Date(Date.now() - 100 * dayMs), before: new Date() };
  const { lines, differences } = await modules.payments.books(span);
  expect(differences).toEqual([]);
  expect(lines.length).toBeGreaterThan(0);

  await expectRefundable(recorded);

  // The known balances of those whom visitors play stay what they are.
  for (const [login, tokens] of [
    ["nico", 1_000],
    ["sofia", 500],
    ["guestfan", 0],
  ] as const)
    expect(await modules.wallet.balance(db, { kind: "fan", id: ids.get(login) ?? 0 })).toBe(tokens);

  // Their history reads like a person's: an opening, and what was bought since, each in its own time.
  const nico = { kind: "fan", id: ids.get("nico") ?? 0 } as const;
  const { rows: history } = await modules.wallet.statement(db, nico, { page: 1 });
  expect(history.map(({ type }) => type)).toEqual([...Array(6).fill("unlock"), "opening"]);
  expect(new Set(history.map(({ at }) => at.toISOString().slice(0, 10))).size).toBe(history.length);

  const clara = ids.get("clara") ?? 0;
  const { body } = await app.call("GET", `/api/studio/earnings?from=${day(30)}&to=${day(0)}`, {
    as: { id: clara, login: "clara", token: await tokenOf(clara) },
  });
  const kinds = (body.kinds as { kind: string; tokens: number }[]).map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(["tip", "gift", "show_slice"]));
  expect((body.shows as unknown[]).length).toBeGreaterThan(0);
  expect((body.fans as unknown[]).length).toBeGreaterThan(3);

  expect(await modules.shows.ratingsOf(ids.get("luna") ?? 0)).toMatchObject({ count: expect.any(Number) });
  const { rows: tickets } = await modules.support.tickets({ state: "waiting", page: 1 });
  expect(tickets).toHaveLength(3);
  await ownLater();

  const transfers = (await modules.wallet.audit(db)).transfers;
  await seedPast(needs);
  expect((await modules.wallet.audit(db)).transfers).toBe(transfers);
});

/** What the product holds for paid, its processor does too: each can be given back, once. */
async function expectRefundable(sales: readonly PastSale[]): Promise<void> {
  const processor = createSandboxProcessor({
    ...{ apiKey: "key", callbackSecret: "secret", tokenizationKey: "fields", file: null, clock: systemClock },
    ...{ callbackUrl: () => "http://shop.invalid", publicUrl: () => "http://processor.invalid" },
    fetch: async () => new Response("OK"),
  });
  recordPast(processor.store, sales);
  const { rows } = await sql<{ id: string; state: string; cents: number }>`
    select id, state, amount_cents as cents from payments.intent`.execute(app.db);
  expect(rows.length).toBeGreaterThan(100);
  for (const { id, state, cents } of rows)
    expect(processor.find(id), id).toMatchObject({
      status: state === "declined" ? "declined" : "approved",
      amount: (cents / 100).toFixed(2),
    });
  const idOf = (wanted: string) => rows.find(({ state }) => state === wanted)?.id ?? "";
  expect(processor.refund(idOf("succeeded"))).toMatchObject({ status: "refunded" });
  expect(processor.refund(idOf("declined"))).toBeNull();
  processor.stop();
}

const day = (ago: number) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10);

async function tokenOf(id: number): Promise<string> {
  const account = await app.modules.identity.byId(app.db, id);
  if (!account) throw new Error(`no account ${id}`);
  return app.modules.identity.issueToken(account);
}
