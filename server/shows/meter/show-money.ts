import type { ShowEnd } from "#contract/show-state.ts";
import type { Tx } from "#server/kit/database/database.ts";
import type { Logger } from "#server/kit/log.ts";
import { ok, type Result } from "#server/kit/result.ts";
import { type Mode, type Role, shownName } from "#server/rooms/rooms.ts";
import {
  type CaptureRefusal,
  publishBalance,
  type Receipt,
  type SpendRefusal,
  type Wallet,
} from "#server/wallet/wallet.ts";
import type { ShowsNeeds } from "../needs.ts";
import { finalPrice, type Meter, nextSlice } from "../rules/meter.ts";
import {
  closeParticipant,
  keepSlice,
  lockParticipants,
  type ParticipantRow,
} from "../store/participants-store.ts";

/** The part of the ledger that a show uses. */
export type ShowWallet = Pick<
  Wallet,
  "hold" | "extendHold" | "capture" | "release" | "balance" | "allowance"
>;

/** The show and its model, as the statement names them. */
type Named = { mode: Mode; role: Role; modelId: number; slug: string; name: string | null };

/** The statement's text about a show and the person whom the fan was with. */
const named = (show: Named) => {
  const counterpart = shownName(show);
  const kind = show.role === "spy" ? "spy" : `${show.mode} show`;
  const reason =
    counterpart === null ? kind : `${kind} ${show.role === "spy" ? "on" : "with"} ${counterpart}`;
  return { reason, counterpart: counterpart ?? undefined };
};
const namedOf = ({ mode, role, model_id: modelId, slug, model_name: name }: ParticipantRow) =>
  named({ mode, role, modelId, slug, name });

/** The purpose of a hold: an accepted request, or a spy's visit by the id that the fan's client gave it. */
export type ShowIntent = { request: number } | { visit: string };

/** Each kind of key begins differently: what a client may choose freely is never the key of something else. */
const holdKey = (fanId: number, intent: ShowIntent): string =>
  "request" in intent ? `show-request:${intent.request}` : `show-visit:${fanId}:${intent.visit}`;
const chargeKey = ({ id, spent }: ParticipantRow): string => `show-charge:${id}:${spent}`;
const extendKey = ({ id, spent, held, price_units }: ParticipantRow): string =>
  `show-extend:${id}:${spent}:${held}:${Math.floor(price_units / 60)}`;

type HoldOrder = Named & { intent: ShowIntent; fanId: number; tokens: number };

/** The fan's balance after a hold for a show, and the transfer of the hold. */
export type TokensLeft = { fanId: number } & Pick<Receipt, "balance" | "transferId">;

const leftOf = (fanId: number, { balance, transferId }: Receipt): TokensLeft => ({
  fanId,
  balance,
  transferId,
});

/** Sets the first minute aside. */
export async function openShowHold(
  tx: Tx,
  wallet: ShowWallet,
  order: HoldOrder,
): Promise<Result<{ holdId: number; left: TokensLeft }, SpendRefusal>> {
  const { intent, fanId, tokens } = order;
  const held = await wallet.hold(tx, { key: holdKey(fanId, intent), fanId, tokens, ...named(order) });
  return held.ok ? ok({ holdId: held.holdId, left: leftOf(fanId, held) }) : held;
}

/**
 * Charges the seconds that are due of a participant, a payer or a spy, and holds the next minute's price, or as much
 * as the fan has. The participant's row changes in the same transaction. Null when the participant has ended.
 */
async function chargeSlice(
  tx: Tx,
  wallet: ShowWallet,
  id: number,
  meter: Meter,
): Promise<(Funds & { left: TokensLeft | null }) | null> {
  const [row] = await lockParticipants(tx, { ids: [id] });
  if (!row || !meter.price) return null;
  // The charged tokens are read from the row and not from memory: another process may have kept this show before.
  const price = { ...meter.price, spent: row.spent, held: row.held };
  const { capture, extend } = nextSlice({ ...meter, price });
  if (capture > 0) {
    const refusal = await charge(tx, wallet, row, capture);
    if (refusal) throw new Error(`show ${row.id} was not charged: ${refusal}`);
  }
  const added =
    extend > 0 ? await setAside(tx, wallet, row, extend) : { ...nothingMore, holdId: row.hold_id };
  const kept = { spent: row.spent + capture, held: row.held - capture + added.tokens };
  const { units, steps } = price;
  await keepSlice(tx, id, { ...kept, units, steps, holdId: added.holdId });
  return { ...kept, limited: added.limited, left: added.left };
}

/**
 * Charges in a transaction of its own; afterwards all of the fan's pages get the new balance. A refused commit
 * publishes nothing.
 */
export async function chargeSliceAndNotify(
  needs: Pick<ShowsNeeds, "wallet" | "realtime">,
  inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  id: number,
  meter: Meter,
): Promise<Funds | null> {
  const taken = await inTransaction((tx) => chargeSlice(tx, needs.wallet, id, meter));
  if (!taken) return null;
  const { left, ...funds } = taken;
  if (left) publishLeft(needs, left);
  return funds;
}

/**
 * Shows a fan on all their pages what they have left; to be called after the commit. It is kept nowhere: the next slice, and
 * the end of the show, send the balance again.
 */
export function publishLeft({ realtime }: Pick<ShowsNeeds, "realtime">, left: TokensLeft): void {
  publishBalance(realtime, { ...left, reason: "show" });
}

const nothingMore = { tokens: 0, limited: false, left: null };

/**
 * The tokens that were charged and that lie aside now; `limited`: a limit of the fan's own, and not their balance,
 * let no more through.
 */
export type Funds = { spent: number; held: number; limited: boolean };

/** Answers why nothing was charged, or null. */
async function charge(
  tx: Tx,
  wallet: ShowWallet,
  row: ParticipantRow,
  tokens: number,
): Promise<CaptureRefusal["code"] | null> {
  const captured = await wallet.capture(tx, {
    // The total charged before names the slice: a repeated charge would have the same name.
    key: chargeKey(row),
    holdId: holdOf(row),
    to: { kind: "model", id: row.model_id },
    tokens,
    ...namedOf(row),
  });
  return captured.ok ? null : captured.refusal.code;
}

/** Answers how much was set aside, and by which hold: what is wanted, or what the fan has left and allows themselves. */
async function setAside(
  tx: Tx,
  wallet: ShowWallet,
  row: ParticipantRow,
  wanted: number,
): Promise<{ tokens: number; limited: boolean; holdId: number | null; left: TokensLeft | null }> {
  const has = await wallet.balance(tx, { kind: "fan", id: row.fan_id });
  const allowed = (await wallet.allowance(tx, row.fan_id)) ?? Number.POSITIVE_INFINITY;
  const limited = allowed < Math.min(wanted, has);
  const tokens = Math.min(wanted, has, allowed);
  const { hold_id: holdId } = row;
  const nothing = { ...nothingMore, limited, holdId };
  if (tokens <= 0) return nothing;
  if (holdId === null) return firstSlice(tx, wallet, row, { tokens, limited });
  const extended = await wallet.extendHold(tx, {
    key: extendKey(row),
    holdId,
    tokens,
    ...namedOf(row),
  });
  // Spent elsewhere in this moment, or frozen: the show goes on with what is set aside.
  if (!extended.ok || extended.replayed) return nothing;
  return { tokens, limited, holdId, left: leftOf(row.fan_id, extended) };
}

/** The seconds after a free look are the first that anything is set aside for. */
async function firstSlice(
  tx: Tx,
  wallet: ShowWallet,
  row: ParticipantRow,
  { tokens, limited }: { tokens: number; limited: boolean },
) {
  const { fan_id: fanId, model_id: modelId, key, mode, role, slug, model_name: name } = row;
  if (key === null) throw new Error(`participant ${row.id} is no spy and has no hold`);
  const order = { intent: { visit: key }, fanId, tokens, mode, role, modelId, slug, name };
  const held = await openShowHold(tx, wallet, order);
  return held.ok
    ? { tokens, limited, holdId: held.holdId, left: held.left }
    : { ...nothingMore, limited, holdId: null };
}

/**
 * Charges the rest, gives back what was not served and ends a participant that is open and locked. A refused charge is
 * ours to settle and the fan's to keep: nothing must hold a show open that its people want to leave.
 */
export async function settleParticipant(
  tx: Tx,
  { wallet, log }: { wallet: ShowWallet; log: Pick<Logger, "error"> },
  row: ParticipantRow,
  end: { meter: Meter; reason: ShowEnd; at: Date },
): Promise<{ spent: number }> {
  const { reason, at } = end;
  const price = end.meter.price && { ...end.meter.price, spent: row.spent, held: row.held };
  const meter = { ...end.meter, price };
  let spent = finalPrice(meter, { minimum: row.minimum, reason });
  if (row.hold_id !== null) {
    const due = spent - row.spent;
    const refusal = due > 0 ? await charge(tx, wallet, row, due) : null;
    if (refusal) {
      log.error({ id: row.id, due, refusal }, "what was due of a show was not charged");
      spent = row.spent;
    }
    await wallet.release(tx, { holdId: row.hold_id, ...namedOf(row) });
  }
  await closeParticipant(tx, {
    id: row.id,
    servedMs: meter.servedMs,
    units: price?.units ?? 0,
    steps: price?.steps,
    spent,
    reason,
    at,
  });
  return { spent };
}

function holdOf({ id, hold_id }: ParticipantRow): number {
  if (hold_id === null) throw new Error(`participant ${id} has no hold`);
  return hold_id;
}
