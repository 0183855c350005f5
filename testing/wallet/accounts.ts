import { randomUUID } from "node:crypto";
import type { Database } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { createWallet, type Owner } from "#server/wallet/wallet.ts";

const wallet = createWallet();
let lastId = 0;

/** A key that nothing else uses. */
export function newKey(): string {
  return `test:${randomUUID()}`;
}

/** A fan nobody else has, with an account that holds `tokens` and no history but their issue. */
export async function fanWith(db: Database, tokens: number): Promise<Owner & { kind: "fan" }> {
  const fan = { kind: "fan", id: ++lastId } as const;
  await inTransaction(db, (tx) => wallet.openFanAccount(tx, fan.id));
  if (tokens > 0) {
    await wallet.issue(db, { key: newKey(), to: fan, tokens, kind: "opening", reason: "opening" });
  }
  return fan;
}

/** A model nobody else has, with an account and no earnings. */
export async function newModel(db: Database): Promise<Owner & { kind: "model" }> {
  const model = { kind: "model", id: ++lastId } as const;
  await inTransaction(db, (tx) => wallet.openModelAccount(tx, model.id));
  return model;
}
