import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { fanWith, newKey, newModel } from "#testing/wallet/accounts.ts";
import type { Owner } from "./orders.ts";
import { createWallet } from "./wallet.ts";

const database = fileDatabase();
const wallet = createWallet();

async function tip(from: Owner, to: Owner, reason = "for you") {
  const order = { key: newKey(), from, to, tokens: 1, kind: "tip", reason, counterpart: "anna" } as const;
  const sent = await wallet.transfer(database.db, order);
  if (!sent.ok) throw new Error(sent.refusal.code);
  return sent.transferId;
}

async function linesOf(owner: Owner) {
  const rows = await wallet.entireStatement(database.db, owner, {});
  return rows.map(({ type, tokens, counterpart, reason }) => [type, tokens, counterpart, reason]);
}

test("R-OPEN-15: a hidden name is in no statement, in what comes later neither, and other names stay", async () => {
  const [fan, model, other] = [
    await fanWith(database.db, 100),
    await newModel(database.db),
    await newModel(database.db),
  ];
  const hold = async (to: Owner) => {
    const order = { key: newKey(), fanId: fan.id, tokens: 10, reason: "show with anna", counterpart: "anna" };
    const held = await wallet.hold(database.db, order);
    if (!held.ok) throw new Error(held.refusal.code);
    const { holdId } = held;
    const charge = { key: newKey(), holdId, to, tokens: 4, reason: "show with anna", counterpart: "anna" };
    await wallet.capture(database.db, charge);
    return holdId;
  };
  await tip(fan, model);
  await tip(fan, other);
  const [hers, others] = [await hold(model), await hold(other)];
  await inTransaction(database.db, async (tx) => {
    await wallet.hideNameOfHolds(tx, [hers, hers]);
    await wallet.hideName(tx, model.id);
  });
  for (const holdId of [hers, others])
    await wallet.release(database.db, { holdId, reason: "show with anna", counterpart: "anna" });
  const late = await tip(fan, model);
  await wallet.reverse(database.db, { key: newKey(), transferId: late, kind: "refund", reason: "a refund" });
  expect(await linesOf(fan)).toEqual([
    ["refund", 1, null, "a refund"],
    ["tip", -1, null, "for you"],
    ["release", 6, "anna", "show with anna"],
    ["release", 6, null, ""],
    ["hold", -10, "anna", "show with anna"],
    ["hold", -10, null, ""],
    ["tip", -1, "anna", "for you"],
    ["tip", -1, null, "for you"],
    ["opening", 100, null, "opening"],
  ]);
});

test("R-OPEN-15: words are forgotten in parts, from the beginning again after an interruption, and only those of one owner", async () => {
  const [fan, other, model] = [
    await fanWith(database.db, 100),
    await fanWith(database.db, 100),
    await newModel(database.db),
  ];
  const ids: number[] = [];
  for (let n = 0; n < 5; n++) {
    ids.push(await tip(fan, model));
    await tip(other, model);
  }
  const part = async (owner: Owner, after: number) => {
    const { rows } = await sql<{ last: number | null }>`
      select wallet.forget_words_after(${owner.kind}, ${owner.id}, ${after}, 2) as last`.execute(database.db);
    return rows[0]?.last ?? null;
  };
  const notes = async (of: Owner) => (await linesOf(of)).map(([, , , reason]) => reason).join();
  expect(await part(fan, 0), "the opening and the first tip").toBe(ids[0]);
  expect(await notes(fan)).toBe("for you,for you,for you,for you,,opening");
  expect(await part(fan, ids[0] ?? 0)).toBe(ids[2]);
  expect(await notes(fan)).toBe("for you,for you,,,,opening");
  for (let turn = 0; turn < 2; turn++) await wallet.forgetWordsInParts(database.db, fan);
  expect(await notes(fan)).toBe(",,,,,opening");
  expect(await notes(other)).toBe("for you,for you,for you,for you,for you,opening");
  const named = async () =>
    (await linesOf(other)).filter(([, , counterpart]) => counterpart === "anna").length;
  expect(await part(model, 0)).toBeGreaterThan(0);
  expect(await named()).toBe(4);
  await wallet.forgetWordsInParts(database.db, model);
  expect(await named()).toBe(0);
  expect(await notes(other)).toBe("for you,for you,for you,for you,for you,opening");
  expect(await part(model, ids[4] ?? 0), "the tip of the other fan").toBeGreaterThan(ids[4] ?? 0);
  expect(await part(model, Number.MAX_SAFE_INTEGER)).toBeNull();
});
