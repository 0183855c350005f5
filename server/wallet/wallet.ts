/**
 * The ledger: accounts, transfers, holds, the limits and pauses that fans choose, the statement, and the audit. It knows
 * no tips and no shows; a caller names the kind of a transfer.
 */

import type { Database, Reader, Tx } from "#server/kit/database/database.ts";
import type { ExportArea } from "#server/kit/export/area.ts";
import type { Result } from "#server/kit/result.ts";
import {
  balance,
  debtOf,
  heldTokens,
  debts,
  fanBalances,
  forgetWords,
  forgetWordsInParts,
  forgetWordsOfHolds,
  hideName,
  hideNameOfHolds,
  openFanAccount,
  openModelAccount,
  rollUp,
} from "./accounts.ts";
import { type AuditReport, audit } from "./audit.ts";
import {
  chargedInStretches,
  type EarnedByFan,
  type Earning,
  type EarningsSpan,
  earnedByFan,
  earnedByHold,
  earnedByKind,
  earningLines,
  type Sum,
  takenBackIn,
  type Unnamed,
} from "./earnings.ts";
import { captureHold, extendHold, holdsOfTransfers, movedByHold, openHold, releaseHold } from "./holds.ts";
import { type ImportedPast, importPast, type Past } from "./import-past.ts";
import {
  allowance,
  type Limits,
  limitRefusal,
  limits,
  pausedUntil,
  pauseSpending,
  type SpendLimits,
  setLimits,
} from "./limits.ts";
import { issue, reverse, transfer, transferAll } from "./move-tokens.ts";
import type {
  CaptureReceipt,
  CaptureRefusal,
  HoldReceipt,
  IssueKind,
  LimitRefusal,
  Owner,
  Reasoned,
  Receipt,
  ReleaseReceipt,
  ReversalReceipt,
  ReverseKind,
  ReverseRefusal,
  SpendKind,
  SpendRefusal,
  Transfer,
  Writer,
} from "./orders.ts";
import {
  type Payout,
  type PayoutLine,
  type PayoutRefusal,
  type PayoutSpan,
  payOut,
  payoutSheet,
} from "./payouts.ts";
import {
  amountsOf,
  creditsOf,
  earnedSince,
  entireStatement,
  exportAreas,
  leftOf,
  type StatementFilter,
  type StatementRow,
  statement,
  transfersOfKeys,
} from "./statement.ts";
import { totals } from "./totals.ts";

export { centsSpent, costOfTokens } from "./average-cost.ts";
export { debtsPerPage } from "./accounts.ts";
export type { AuditReport } from "./audit.ts";
export type { Earning, EarningsSpan } from "./earnings.ts";
export type { ImportedPast, PastHold, PastMovement } from "./import-past.ts";
export type { Limits, SpendLimits } from "./limits.ts";
export type { CaptureRefusal, LimitRefusal, Owner, Receipt, SpendRefusal, Transfer } from "./orders.ts";
export type { PayoutLine, PayoutSpan } from "./payouts.ts";
export { publishBalance } from "./publish-balance.ts";
export { rewardEmail } from "./reward-email.ts";
export { pauseProblem, spendProblem } from "./spend-problem.ts";
export type { StatementFilter, StatementRow } from "./statement.ts";

/**
 * The double-entry ledger of tokens. It knows owners and kinds of movement, no tips and no shows. Tokens are whole
 * numbers from 1 to 10¹². An owner without an account and anything that is not a whole number are bugs and throw.
 */
export type Wallet = {
  openFanAccount(tx: Tx, fanId: number): Promise<void>;
  openModelAccount(tx: Tx, modelId: number): Promise<void>;
  /** Forgets what an owner wrote or was called beside movements; the movements themselves are final. */
  forgetWords(tx: Tx, owner: Owner): Promise<void>;
  /**
   * Forgets words in parts, each in a transaction of its own, for owners of any number of movements. Safe to repeat.
   */
  forgetWordsInParts(db: Database, owner: Owner): Promise<void>;
  /** Forgets what is written beside all movements of these holds. */
  forgetWordsOfHolds(tx: Tx, holdIds: readonly number[]): Promise<void>;
  /** Hides what a model was called beside movements from everybody, at once and for good. */
  hideName(tx: Tx, modelId: number): Promise<void>;
  /** Hides what is written beside all movements of these holds. */
  hideNameOfHolds(tx: Tx, holdIds: readonly number[]): Promise<void>;
  /** The tokens that the owner can spend or be paid now, without those on hold. Throws for an unknown owner. */
  balance(reader: Reader, owner: Owner): Promise<number>;
  /** A fan's debt. */
  debtOf(reader: Reader, fanId: number): Promise<number>;
  /** The tokens on a fan's open holds. */
  heldTokens(reader: Reader, fanId: number): Promise<number>;
  /** The balances of these fans. */
  fanBalances(reader: Reader, fanIds: readonly number[]): Promise<ReadonlyMap<number, number>>;

  /** Brings new tokens into the world. A fan's debt is paid from them first. */
  issue(
    writer: Writer,
    order: Reasoned & { to: Owner; tokens: number; kind: IssueKind },
  ): Promise<Result<Receipt, "key_conflict">>;
  /** Moves tokens from one owner to another. */
  transfer(writer: Writer, order: Transfer): Promise<Result<Receipt, SpendRefusal>>;
  /**
   * Makes many transfers in one round trip. Each is checked alone, in the order given for each debtor, and a refused one
   * hinders no other; an order that throws undoes them all. The answers stand in the order of the orders.
   */
  transferAll(writer: Writer, orders: readonly Transfer[]): Promise<Result<Receipt, SpendRefusal>[]>;
  /**
   * Takes an issue or a spending back, wholly when `tokens` is left out. Issued tokens that a fan no longer has become
   * their debt, and they cannot spend until later tokens have paid it.
   */
  reverse(
    writer: Writer,
    order: Omit<Reasoned, "counterpart"> & { transferId: number; tokens?: number; kind: ReverseKind },
  ): Promise<Result<ReversalReceipt, ReverseRefusal>>;

  /** Sets a fan's tokens aside, for something charged bit by bit. */
  hold(
    writer: Writer,
    order: Reasoned & { fanId: number; tokens: number },
  ): Promise<Result<HoldReceipt, SpendRefusal>>;
  /** Sets more tokens aside for an open hold. */
  extendHold(
    writer: Writer,
    order: Reasoned & { holdId: number; tokens: number },
  ): Promise<Result<Receipt & { held: number }, SpendRefusal | { code: "hold_closed" }>>;
  /** Charges a part of a hold; never more than is left of it. `kind` is `show_slice` unless given. */
  capture(
    writer: Writer,
    order: Reasoned & { holdId: number; to: Owner; tokens: number; kind?: SpendKind },
  ): Promise<Result<CaptureReceipt, CaptureRefusal>>;
  /** Gives the rest back and closes the hold. A second release answers what the first one did. */
  release(
    writer: Writer,
    order: { holdId: number; reason: string; counterpart?: string },
  ): Promise<ReleaseReceipt>;

  /**
   * The limits that a fan has set for themselves, and their spending within them. Every spending and hold is checked
   * against it.
   */
  limits(reader: Reader, fanId: number): Promise<SpendLimits>;
  /** Chooses limits: tighter ones hold at once, looser ones and none at all after 24 hours. */
  setLimits(writer: Writer, fanId: number, limits: Limits): Promise<void>;
  /** Stops all spending for some days from now; a pause that runs longer stays as it is. */
  pauseSpending(writer: Writer, fanId: number, days: number): Promise<void>;
  /** When a fan's pause ends; null when there is none. */
  pausedUntil(reader: Reader, fanId: number): Promise<Date | null>;
  /** Why limits would refuse a spending now; null: they let it through. */
  limitRefusal(reader: Reader, fanId: number, tokens: number): Promise<LimitRefusal | null>;
  /** How many more tokens limits let through now; null: no limit. */
  allowance(reader: Reader, fanId: number): Promise<number | null>;

  /** The holds that transfers belong to, by the transfer's id. */
  movedByHold(reader: Reader, holdId: number): ReturnType<typeof movedByHold>;
  holdsOfTransfers(reader: Reader, transferIds: readonly number[]): Promise<Map<number, number>>;

  /**
   * The tokens that came to a fan from outside, less those that were taken back, oldest first. Tokens that a won
   * dispute brought again count as part of their purchase, or of the reward for it.
   */
  creditsOf(reader: Reader, fanId: number): Promise<{ transferId: number; tokens: number }[]>;
  /** The transfers that were made with these keys, by key; one that does not exist is not in it. */
  transfersOfKeys(reader: Reader, keys: readonly string[]): Promise<Map<string, number>>;
  /** How many tokens transfers moved, by their ids; one that does not exist is not in it. */
  amountsOf(reader: Reader, transferIds: readonly number[]): Promise<Map<number, number>>;
  /** The tokens of a transfer that were not taken back yet. */
  leftOf(reader: Reader, transferId: number): Promise<number>;
  /** The tokens that each model earned since an instant; models without earnings are left out. */
  earnedSince(reader: Reader, since: Date): Promise<Map<number, number>>;
  /** The newest movements of a model's earnings, at most 50,000. */
  earningLines(reader: Reader, span: EarningsSpan): Promise<Earning[]>;
  /** A model's tokens by kind of movement. */
  earnedByKind(reader: Reader, span: EarningsSpan): Promise<(Sum & { kind: string })[]>;
  /** The transfers to a model of which something went back in a span. */
  takenBackIn(reader: Reader, span: EarningsSpan): Promise<number[]>;
  /** The fans who gave a model most; those of `unnamed` movements together, without an id. */
  earnedByFan(reader: Reader, span: EarningsSpan, unnamed: Unnamed): Promise<EarnedByFan>;
  /** A model's earnings from each hold. */
  earnedByHold(reader: Reader, span: EarningsSpan): Promise<Map<number, number>>;
  /** The captures of these holds since an instant, by stretches of time. */
  chargedInStretches: typeof chargedInStretches;
  /** Takes tokens out of the world that a model was paid for outside, never more than is due. */
  payOut(writer: Writer, order: Payout): Promise<Result<Receipt, PayoutRefusal>>;
  /** The tokens that models earned, were paid and are due, the most due first. */
  payoutSheet(
    reader: Reader,
    span: PayoutSpan,
    of: { modelId?: number; limit: number; offset: number },
  ): Promise<{ rows: PayoutLine[]; total: number }>;
  /** Fans who owe tokens, the largest debt first. */
  debts(reader: Reader, page: number): Promise<{ rows: { fanId: number; tokens: number }[]; total: number }>;
  /** One page, newest first. */
  statement(
    reader: Reader,
    owner: Owner,
    query: StatementFilter & { page: number },
  ): Promise<{ rows: StatementRow[]; lastPage: number }>;
  /** Everything that fits the filter, newest first, at most 50,000 rows. */
  entireStatement(reader: Reader, owner: Owner, filter: StatementFilter): Promise<StatementRow[]>;

  /** The statement as a part of a person's export. */
  exportAreas(reader: Reader, account: { id: number; role: string }): ExportArea[];
  /** Adds up what was appended for one model, or for everybody; answers how many rows. A job calls it now and then. */
  rollUp(db: Database, modelId?: number): Promise<number>;
  /** Gives accounts that never moved a token a past. */
  importPast(tx: Tx, past: Past): Promise<ImportedPast>;
  /** Compares every cached number with the transfers themselves. */
  audit(reader: Reader): Promise<AuditReport>;
  /** The tokens that all accounts of each kind hold together, by kind. */
  totals(reader: Reader): Promise<Record<string, number>>;
};

/** The wallet keeps no state outside of the database. */
export function createWallet(): Wallet {
  return {
    openFanAccount,
    openModelAccount,
    forgetWords,
    forgetWordsInParts,
    forgetWordsOfHolds,
    hideName,
    hideNameOfHolds,
    balance,
    debtOf,
    heldTokens,
    fanBalances,
    creditsOf,
    transfersOfKeys,
    amountsOf,
    leftOf,
    earnedSince,
    earningLines,
    earnedByKind,
    earnedByFan,
    earnedByHold,
    takenBackIn,
    chargedInStretches,
    payOut,
    payoutSheet,
    issue,
    transfer,
    transferAll,
    reverse,
    hold: openHold,
    extendHold,
    capture: captureHold,
    release: releaseHold,
    movedByHold,
    holdsOfTransfers,
    limits,
    setLimits,
    pauseSpending,
    pausedUntil,
    limitRefusal,
    allowance,
    debts,
    statement,
    entireStatement,
    exportAreas,
    rollUp,
    importPast,
    audit,
    totals,
  };
}
