import type { LimitName, LimitRefusal } from "./orders.ts";

const names: Readonly<Record<string, LimitName>> = { day: "day", week: "week", month: "month" };

/**
 * Reads why limits or a pause refuse a spending, as `wallet.refusal_of` writes it (`limit_reached:week:1767225600000`);
 * null for anything else.
 */
export function readBarrier(status: string | null): LimitRefusal | null {
  const [code, ...rest] = status?.split(":") ?? [];
  if (code === "spending_paused") return { code, freeAt: new Date(Number(rest[0])) };
  if (code !== "limit_reached") return null;
  const limit = names[rest[0] ?? ""];
  if (!limit) throw new Error(`the ledger names the limit ${rest[0]}`);
  return { code, limit, freeAt: rest[1] ? new Date(Number(rest[1])) : null };
}
