import { sql } from "kysely";
import { readRows, type Tx } from "#server/kit/database/database.ts";
import { assertOrder } from "./call-ledger.ts";
import type { Owner } from "./orders.ts";

/** Whose tokens move: an owner's, those set aside for a fan, or the world's. */
export type PastOwner = Owner | { kind: "hold"; id: number } | { kind: "issuance"; id: 0 };

/** A movement that happened elsewhere. */
export type PastMovement = {
  key: string;
  kind: string;
  from: PastOwner;
  to: PastOwner;
  tokens: number;
  reason: string;
  counterpart: string | null;
  /** The key of the hold that it belongs to. */
  hold: string | null;
  at: Date;
};

/** Tokens that were set aside elsewhere, and all of them charged or given back since. */
export type PastHold = { key: string; fanId: number; tokens: number; openedAt: Date; closedAt: Date };

export type Past = { holds: readonly PastHold[]; movements: readonly PastMovement[] };

/** The ledger's ids of the imported rows, by the keys of its movements and holds. */
export type ImportedPast = {
  transfers: ReadonlyMap<string, number>;
  holds: ReadonlyMap<string, number>;
};

/**
 * Gives accounts that have never moved a token a past, in the order of its times. Throws, and writes nothing, when one of
 * them has a history, would have spent what it did not have, or when a movement is not past.
 */
export async function importPast(tx: Tx, { holds, movements }: Past): Promise<ImportedPast> {
  for (const movement of movements) assertOrder(movement);
  const rows = await readRows(
    tx,
    sql<{ key: string; transfer_id: number; hold_id: number | null }>`
      select * from wallet.import_past(${JSON.stringify(holds.map(holdRecord))}::jsonb,
        ${JSON.stringify(movements.map(movementRecord))}::jsonb)`,
  );
  const holdIds = new Map(rows.map(({ key, hold_id }) => [key, hold_id]));
  return {
    transfers: new Map(rows.map(({ key, transfer_id }) => [key, transfer_id])),
    holds: new Map(
      movements.flatMap(({ key, hold }) => {
        const id = holdIds.get(key);
        return hold !== null && typeof id === "number" ? [[hold, id] as const] : [];
      }),
    ),
  };
}

const holdRecord = ({ key, fanId, tokens, openedAt, closedAt }: PastHold) => ({
  key,
  fan: fanId,
  tokens,
  opened_at: openedAt,
  closed_at: closedAt,
});

const movementRecord = ({ from, to, ...movement }: PastMovement) => ({
  ...movement,
  from_kind: from.kind,
  from_owner: from.id,
  to_kind: to.kind,
  to_owner: to.id,
});
