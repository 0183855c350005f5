import { ok, type Result, refuse } from "#server/kit/result.ts";
import { readBarrier } from "./barrier.ts";
import { askLedger, assertOrder, callLedger, toJson, unexpected } from "./call-ledger.ts";
import type {
  IssueKind,
  Owner,
  Reasoned,
  Receipt,
  ReversalReceipt,
  ReverseKind,
  ReverseRefusal,
  SpendRefusal,
  Transfer,
  Writer,
} from "./orders.ts";

export type MoveStatus =
  | "done"
  | "replayed"
  | "key_conflict"
  | "too_few_tokens"
  | "frozen"
  | `limit_reached:${string}`
  | `spending_paused:${string}`;
type Moved = { status: MoveStatus; transfer_id: number; balance: number };

/** Brings new tokens into the world. */
export async function issue(
  writer: Writer,
  order: Reasoned & { to: Owner; tokens: number; kind: IssueKind },
): Promise<Result<Receipt, "key_conflict">> {
  assertOrder(order);
  const { key, kind, to, tokens, reason } = order;
  const moved = await callLedger<Moved>(writer, "issue", [
    key,
    kind,
    to.kind,
    to.id,
    tokens,
    reason,
    toJson(order.metadata),
  ]);
  if (moved.status === "key_conflict") return refuse("key_conflict");
  return ok(receiptOf(moved));
}

/** Moves tokens from one owner to another. */
export async function transfer(writer: Writer, order: Transfer): Promise<Result<Receipt, SpendRefusal>> {
  assertOrder(order);
  const { key, kind, from, to, tokens, reason, counterpart = null } = order;
  const moved = await callLedger<Moved>(writer, "transfer", [
    key,
    kind,
    from.kind,
    from.id,
    to.kind,
    to.id,
    tokens,
    reason,
    counterpart,
    toJson(order.metadata),
  ]);
  return answerOf(moved, tokens);
}

/** Makes many transfers in one round trip; each is checked alone. The answers stand in the order of the orders. */
export async function transferAll(
  writer: Writer,
  orders: readonly Transfer[],
): Promise<Result<Receipt, SpendRefusal>[]> {
  for (const order of orders) assertOrder(order);
  const moved = await askLedger<Moved & { place: number }>(writer, "transfer_all", [
    JSON.stringify(orders.map(toRecord)),
  ]);
  const answers = new Map(moved.map((row) => [row.place, row]));
  return orders.map(({ tokens }, index) => {
    const row = answers.get(index + 1);
    if (!row) throw new Error("the ledger left an order unanswered");
    return answerOf(row, tokens);
  });
}

function toRecord({ key, kind, from, to, tokens, reason, counterpart, metadata }: Transfer) {
  const [from_owner, to_owner] = [from.id, to.id];
  return {
    key,
    kind,
    from_kind: from.kind,
    from_owner,
    to_kind: to.kind,
    to_owner,
    tokens,
    reason,
    counterpart,
    metadata,
  };
}

function answerOf(moved: Moved, tokens: number): Result<Receipt, SpendRefusal> {
  const refusal = spendRefusal(moved, tokens);
  return refusal ? refuse(refusal) : ok(receiptOf(moved));
}

/** Why nothing was moved, or null when it was. */
export function spendRefusal(
  moved: { status: string; balance: number },
  needed: number,
): SpendRefusal | null {
  switch (moved.status) {
    case "too_few_tokens":
      return { code: "too_few_tokens", needed, balance: moved.balance };
    case "frozen":
    case "key_conflict":
      return { code: moved.status };
    default:
      return readBarrier(moved.status);
  }
}

/** The receipt of a movement that was made, now or before. Throws for any other status. */
export function receiptOf(moved: Moved): Receipt {
  if (moved.status !== "done" && moved.status !== "replayed") throw unexpected(moved.status);
  return { transferId: moved.transfer_id, balance: moved.balance, replayed: moved.status === "replayed" };
}

type Reversed = {
  status: "done" | "replayed" | "key_conflict" | "already_reversed" | "too_few_tokens";
  taken: number;
  owed: number;
  balance: number;
};

/** Takes an issue or a spending back. */
export async function reverse(
  writer: Writer,
  order: Omit<Reasoned, "counterpart"> & { transferId: number; tokens?: number; kind: ReverseKind },
): Promise<Result<ReversalReceipt, ReverseRefusal>> {
  assertOrder(order);
  const { key, transferId, tokens, kind, reason } = order;
  const reversed = await callLedger<Reversed>(writer, "reverse", [
    key,
    transferId,
    tokens ?? null,
    kind,
    reason,
    toJson(order.metadata),
  ]);
  const { status, taken, owed, balance } = reversed;
  switch (status) {
    case "key_conflict":
    case "already_reversed":
      return refuse({ code: status });
    case "too_few_tokens":
      return refuse({ code: status, needed: tokens ?? taken, balance });
    default:
      return ok({ taken, owed, balance, replayed: status === "replayed" });
  }
}
