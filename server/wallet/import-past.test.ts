import { expect, test } from "vitest";
import { testApp } from "#testing/app/test-app.ts";
import type { Past, PastMovement } from "./import-past.ts";

const app = testApp();
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

const wallet = () => app.modules.wallet;
const importIt = (past: Past) => app.withTransaction((tx) => wallet().importPast(tx, past));

/** Two people without a history, and what they may have done. */
async function people() {
  const [fan, model] = [await app.fan(), await app.model()];
  const of = { fan: { kind: "fan", id: fan.id }, model: { kind: "model", id: model.id } } as const;
  const movement = (key: string, days: number, rest: Partial<PastMovement>): PastMovement => ({
    ...{ key: `${key}:${fan.id}`, kind: "tip", from: of.fan, to: of.model, tokens: 10 },
    ...{ reason: "", counterpart: null, hold: null, at: daysAgo(days) },
    ...rest,
  });
  const bought = movement("bought", 80, {
    kind: "purchase",
    from: { kind: "issuance", id: 0 },
    to: of.fan,
    tokens: 100,
  });
  return { fan, model, of, movement, bought };
}

test("R-OPEN-59: a past is in balances, earnings and statement at its own times, and the audit finds nothing wrong", async () => {
  const { fan, model, of, movement, bought } = await people();
  const hold = `show:${fan.id}`;
  const escrow = { kind: "hold", id: fan.id } as const;
  const past: Past = {
    holds: [{ key: hold, fanId: fan.id, tokens: 50, openedAt: daysAgo(40), closedAt: daysAgo(40) }],
    movements: [
      bought,
      movement("tip", 70, { tokens: 20 }),
      movement("held", 40, { kind: "hold", to: escrow, tokens: 50, hold }),
      movement("slice", 40, { kind: "show_slice", from: escrow, tokens: 30, hold }),
      movement("back", 40, { kind: "release", from: escrow, to: of.fan, tokens: 20, hold }),
      movement("paid", 10, { kind: "payout", from: of.model, to: { kind: "issuance", id: 0 }, tokens: 45 }),
    ],
  };
  const imported = await importIt(past);
  expect(imported.transfers.size).toBe(6);
  expect(await wallet().balance(app.db, of.fan)).toBe(50);
  expect(await wallet().balance(app.db, of.model)).toBe(5);
  expect(await wallet().heldTokens(app.db, fan.id)).toBe(0);
  const span = { modelId: model.id, from: daysAgo(75), before: daysAgo(60) };
  expect(await wallet().earnedByKind(app.db, span)).toEqual([{ kind: "tip", count: 1, tokens: 20 }]);
  const held = imported.holds.get(hold) ?? 0;
  const month = { modelId: model.id, from: daysAgo(60), before: daysAgo(20) };
  expect(await wallet().earnedByHold(app.db, month)).toEqual(new Map([[held, 30]]));
  const { rows } = await wallet().statement(app.db, of.fan, { page: 1 });
  expect(rows[0]).toMatchObject({ tokens: 20, balance_after: 50 });
  expect(rows.at(-1)).toMatchObject({ tokens: 100, balance_after: 100 });
  expect((await wallet().audit(app.db)).problems).toEqual([]);
  // A fan with a past goes on as everybody does.
  const spent = {
    key: `now:${fan.id}`,
    from: of.fan,
    to: of.model,
    tokens: 50,
    kind: "tip",
    reason: "",
  } as const;
  expect(await wallet().transfer(app.db, spent)).toMatchObject({ ok: true, balance: 0 });
});

test("R-OPEN-59: nobody who has moved a token is given a past, nor one that spends what was not there, or is still to come", async () => {
  const refused = (movements: Past["movements"], why: string) =>
    expect(importIt({ holds: [], movements }), why).rejects.toThrow(`no past: ${why}`);
  const one = await people();
  await refused([one.movement("poor", 5, { tokens: 1 })], "an account spends what it does not have");
  await refused([{ ...one.bought, at: new Date(Date.now() + 60_000) }], "a movement is not past");
  await refused([one.bought, one.movement("early", 90, {})], "movements are not in their order");
  await refused([{ ...one.bought, to: { kind: "fan", id: 999_999_999 } }], "an account is not there");
  const { bought } = one;
  expect(await wallet().balance(app.db, one.of.fan)).toBe(0);
  await importIt({ holds: [], movements: [bought] });
  await refused([{ ...bought, key: "again" }], "an account has a history already");
  const rich = await app.fan(5);
  await refused(
    [{ ...bought, key: "rich", to: { kind: "fan", id: rich.id } }],
    "an account has a history already",
  );
  expect(await wallet().balance(app.db, { kind: "fan", id: rich.id })).toBe(5);
});
