import type { Database, Tx } from "#server/kit/database/database.ts";

/** A fan's wallet or a model's earnings. */
export type Owner = { kind: "fan" | "model"; id: number };

/** How a command runs: in the caller's transaction, or atomically in one round trip of its own. */
export type Writer = Database | Tx;

/** `refund`: the platform gives back what a model no longer has. */
export type IssueKind = "opening" | "purchase" | "bonus" | "referral" | "promo" | "adjustment" | "refund";

export type SpendKind = "tip" | "gift" | "unlock" | "subscription" | "message" | "show_slice" | "adjustment";

export type ReverseKind = "refund" | "chargeback";

/** The part that every command has. */
export type Reasoned = {
  /**
   * Made once per intent, 1 to 160 characters, prefixed by its maker (`tip:7:…`). A repeated key with equal accounts,
   * kind and tokens gets the first answer again; with others it is refused.
   */
  key: string;
  /** Shown in the statement. */
  reason: string;
  /** The other party as the fan's statement shows it: a model by their artistic name of that time. */
  counterpart?: string;
  /**
   * The facts that the maker wants to find again; never shown. `returns`: the spending that a refund by the platform
   * gives back.
   */
  metadata?: Record<string, unknown>;
};

export type Transfer = Reasoned & { from: Owner; to: Owner; tokens: number; kind: SpendKind };

/** `balance` is the fan's, or the debtor's, right after the movement; in a replay, right after the first one. */
export type Receipt = { transferId: number; balance: number; replayed: boolean };

export type HoldReceipt = Receipt & { holdId: number };

/** `taken` tokens were given back by the one who had them, `owed` are the fan's debt. `balance` is the fan's. */
export type ReversalReceipt = { taken: number; owed: number; balance: number; replayed: boolean };

/** `held` is what is left of the hold. */
export type CaptureReceipt = { transferId: number; held: number; replayed: boolean };

export type ReleaseReceipt = {
  released: number;
  /** Null when nothing was left to give back. */
  transferId: number | null;
  balance: number;
  replayed: boolean;
};

export type KeyConflict = { code: "key_conflict" };

export type TooFewTokens = { code: "too_few_tokens"; needed: number; balance: number };

/**
 * The fan's own limit is reached, or they have paused their spending. `freeAt`: when the same would go through; null where
 * it never would.
 */
export type LimitRefusal =
  | { code: "limit_reached"; limit: LimitName; freeAt: Date | null }
  | { code: "spending_paused"; freeAt: Date };

export type LimitName = "day" | "week" | "month";

export type SpendRefusal = TooFewTokens | KeyConflict | { code: "frozen" } | LimitRefusal;

export type CaptureRefusal = KeyConflict | { code: "hold_closed" } | { code: "exceeds_hold"; held: number };

export type ReverseRefusal = KeyConflict | TooFewTokens | { code: "already_reversed" };
