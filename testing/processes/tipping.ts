import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect } from "vitest";
import { type Database, readRows } from "#server/kit/database/database.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import { freshAddress, type Member, registerListedModel, registerMember } from "../app/members.ts";
import { auditLedger } from "../database/audit-ledger.ts";
import type { AppProcess } from "./app-process.ts";

const wallet = createWallet();
const opening = 100_000;
const noAnswer = { status: 0, headers: {} as Record<string, unknown> };

export type People = { fans: Member[]; model: Member };

/** Six fans with tokens, and a model. */
export async function createPeople(app: Pick<AppProcess, "call">, db: Database): Promise<People> {
  const fans = await Promise.all(Array.from({ length: 6 }, () => registerMember(app)));
  for (const { id } of fans) {
    const order = { key: `opening:${id}`, tokens: opening, kind: "opening", reason: "opening" } as const;
    await wallet.issue(db, { ...order, to: { kind: "fan", id } });
  }
  return { fans, model: await registerListedModel(app, db) };
}

/**
 * Lets every fan tip one token after the other, each repeated until it is answered with a receipt, by the process that `app`
 * names then. A process that gives no answer counts as the status 0.
 */
export function tipAway(app: () => Pick<AppProcess, "call">, { fans, model }: People) {
  const paid = new Set<string>();
  const statuses = new Set<number>();
  let refused = 0;
  let over = false;
  const tipOnce = async (as: Member, key: string): Promise<boolean> => {
    const path = `/api/fan/pay-tips-to-model/${model.id}`;
    const order = { as, key, body: { amount: 1 }, headers: freshAddress() };
    const { status, headers } = await app()
      .call("POST", path, order)
      .catch(() => noAnswer);
    statuses.add(status);
    if (status === 503) expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    if (status === 200) paid.add(key);
    else refused += 1;
    return status === 200;
  };
  const tipOn = async (fan: Member) => {
    while (!over) {
      const key = randomUUID();
      while (!(await tipOnce(fan, key)) && !over) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const all = Promise.all(fans.map(tipOn));
  all.catch(() => undefined);
  return {
    paid,
    statuses,
    /** How many were answered without a receipt so far, or not at all. */
    refused: () => refused,
    async end() {
      over = true;
      await all;
    },
  };
}

/** Every tip that was answered with a receipt is there once, and no token is lost or made. */
export async function expectPaidOnce(db: Database, paid: ReadonlySet<string>, { fans, model }: People) {
  const tips = await readRows(
    db,
    sql<{
      key: string;
      tokens: number;
    }>`select idem_key as key, tokens from live.tip where model_id = ${model.id}`,
  );
  const known = tips.map(({ key }) => key);
  expect(new Set(known).size).toBe(known.length);
  expect([...paid].filter((key) => !known.some((stored) => stored.endsWith(key)))).toEqual([]);
  expect(await wallet.balance(db, { kind: "model", id: model.id })).toBe(tips.length);
  let left = 0;
  for (const { id } of fans) left += await wallet.balance(db, { kind: "fan", id });
  expect(left).toBe(fans.length * opening - tips.length);
  await auditLedger(db);
}

/** Events of the outbox that were not delivered yet. */
export async function undelivered(db: Database): Promise<number> {
  const waiting = sql<{ n: number }>`select count(*)::int as n from kit.outbox where delivered_at is null`;
  return (await readRows(db, waiting))[0]?.n ?? 0;
}
