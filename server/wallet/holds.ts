import { sql } from "kysely";
import { type Reader, readRows } from "#server/kit/database/database.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { assertOrder, callLedger, toJson, unexpected } from "./call-ledger.ts";
import { type MoveStatus, receiptOf, spendRefusal } from "./move-tokens.ts";
import type {
  CaptureReceipt,
  CaptureRefusal,
  HoldReceipt,
  Owner,
  Reasoned,
  Receipt,
  ReleaseReceipt,
  SpendKind,
  SpendRefusal,
  Writer,
} from "./orders.ts";

type Opened = { status: MoveStatus; transfer_id: number; balance: number; hold_id: number };

/** Sets a fan's tokens aside. */
export async function openHold(
  writer: Writer,
  order: Reasoned & { fanId: number; tokens: number },
): Promise<Result<HoldReceipt, SpendRefusal>> {
  assertOrder(order);
  const { key, fanId, tokens, reason, counterpart = null } = order;
  const opened = await callLedger<Opened>(writer, "open_hold", [
    key,
    fanId,
    tokens,
    reason,
    counterpart,
    toJson(order.metadata),
  ]);
  const refusal = spendRefusal(opened, tokens);
  return refusal ? refuse(refusal) : ok({ ...receiptOf(opened), holdId: opened.hold_id });
}

type Extended = { status: MoveStatus | "hold_closed"; transfer_id: number; balance: number; held: number };

/** Sets more tokens aside for an open hold. */
export async function extendHold(
  writer: Writer,
  order: Reasoned & { holdId: number; tokens: number },
): Promise<Result<Receipt & { held: number }, SpendRefusal | { code: "hold_closed" }>> {
  assertOrder(order);
  const { key, holdId, tokens, reason, counterpart = null } = order;
  const { status, ...extended } = await callLedger<Extended>(writer, "extend_hold", [
    key,
    holdId,
    tokens,
    reason,
    counterpart,
    toJson(order.metadata),
  ]);
  if (status === "hold_closed") return refuse({ code: status });
  const refusal = spendRefusal({ status, balance: extended.balance }, tokens);
  return refusal ? refuse(refusal) : ok({ ...receiptOf({ status, ...extended }), held: extended.held });
}

type Captured = {
  status: "done" | "replayed" | "key_conflict" | "hold_closed" | "exceeds_hold";
  transfer_id: number;
  held: number;
};

/** Charges a part of a hold. */
export async function captureHold(
  writer: Writer,
  order: Reasoned & { holdId: number; to: Owner; tokens: number; kind?: SpendKind },
): Promise<Result<CaptureReceipt, CaptureRefusal>> {
  assertOrder(order);
  const { key, holdId, to, tokens, kind = "show_slice", reason, counterpart = null } = order;
  const { status, transfer_id, held } = await callLedger<Captured>(writer, "capture", [
    key,
    holdId,
    kind,
    to.kind,
    to.id,
    tokens,
    reason,
    counterpart,
    toJson(order.metadata),
  ]);
  switch (status) {
    case "done":
    case "replayed":
      return ok({ transferId: transfer_id, held, replayed: status === "replayed" });
    case "exceeds_hold":
      return refuse({ code: status, held });
    case "key_conflict":
    case "hold_closed":
      return refuse({ code: status });
    default:
      throw unexpected(status);
  }
}

type Released = { released: number; transfer_id: number | null; balance: number; replayed: boolean };

/** Gives the rest of a hold back and closes it. */
export async function releaseHold(
  writer: Writer,
  order: { holdId: number; reason: string; counterpart?: string },
): Promise<ReleaseReceipt> {
  const { holdId, reason, counterpart = null } = order;
  const { transfer_id, ...rest } = await callLedger<Released>(writer, "release_hold", [
    holdId,
    reason,
    counterpart,
  ]);
  return { ...rest, transferId: transfer_id };
}

/** The transfers of a hold, from its fan (negative) and back, in their order. */
export async function movedByHold(
  reader: Reader,
  holdId: number,
): Promise<{ transferId: number; tokens: number }[]> {
  return readRows(
    reader,
    sql<{ transferId: number; tokens: number }>`
      select t.id as "transferId", case when t.debit_id = a.id then -t.amount else t.amount end as tokens
      from wallet.transfer as t
      join wallet.hold as h on h.id = t.hold_id
      join wallet.account as a on a.kind = 'fan' and a.owner_id = h.fan_id and a.id in (t.debit_id, t.credit_id)
      where t.hold_id = ${holdId} order by t.id`,
  );
}

/** The holds that transfers belong to, by the transfer's id; what moved without a hold is not in it. */
export async function holdsOfTransfers(
  reader: Reader,
  transferIds: readonly number[],
): Promise<Map<number, number>> {
  if (transferIds.length === 0) return new Map();
  const rows = await readRows(
    reader,
    sql<{ id: number; hold_id: number }>`
      select id, hold_id from wallet.transfer
       where id = any(${[...transferIds]}::bigint[]) and hold_id is not null`,
  );
  return new Map(rows.map(({ id, hold_id }) => [Number(id), Number(hold_id)]));
}
