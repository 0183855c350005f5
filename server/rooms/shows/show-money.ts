import type { ShowEnd } from "#contract/show-state.ts";
import type { Tx } from "#server/kit/database/database.ts";
import type { Logger } from "#server/kit/log.ts";
import { publishEvent } from "#server/kit/outbox/outbox.ts";
import type { Result } from "#server/kit/result.ts";
import type { CaptureRefusal, Receipt, SpendRefusal, Wallet } from "#server/wallet/wallet.ts";
import type { Mode, Role } from "../rules/admission.ts";
import { finalPrice, type Meter, nextSlice } from "../rules/meter.ts";
import {
  closeParticipant,
  keepSlice,
  lockParticipants,
  type ParticipantRow,
} from "../store/participants-store.ts";

declare module "#server/kit/outbox/outbox.ts" {
  interface Events {
    /** Tokens were set aside for a show. `balance`: what its fan has after that. */
    show_tokens_held: { fanId: number; balance: number; transferId: number };
  }
}

/** The stream of what a model's shows did to balances: that of a show's end comes behind those of its slices. */
export const showStream = (modelId: number): string => `show_ended:${modelId}`;

/** What a show needs of the ledger. */
export type ShowWallet = Pick<
  Wallet,
  "hold" | "extendHold" | "capture" | "release" | "balance" | "allowance"
>;

/** What the statement shows of a show, and whom the fan was with: as the model was called when they agreed to it. */
const named = ({
  mode,
  role,
  slug,
  name,
}: {
  mode: Mode;
  role: Role;
  slug: string;
  name: string | null;
}) => ({
  reason: role === "spy" ? `spy on ${slug}` : `${mode} show with ${slug}`,
  counterpart: name ?? slug,
});
const namedOf = ({ mode, role, slug, model_name: name }: ParticipantRow) => named({ mode, role, slug, name });

/** What a hold is for: a request that was accepted, or the visit of a spy, by the id that the fan's client gave it. */
export type ShowIntent = { request: number } | { visit: string };

/** Each kind of key begins differently: what a client may choose freely is never the key of something else. */
const holdKey = (fanId: number, intent: ShowIntent): string =>
  "request" in intent ? `show-request:${intent.request}` : `show-visit:${fanId}:${intent.visit}`;
const chargeKey = ({ id, spent }: ParticipantRow): string => `show-charge:${id}:${spent}`;
const extendKey = ({ id, spent, held, price_units }: ParticipantRow): string =>
  `show-extend:${id}:${spent}:${held}:${Math.floor(price_units / 60)}`;

type HoldOrder = {
  intent: ShowIntent;
  fanId: number;
  modelId: number;
  tokens: number;
  mode: Mode;
  role: Role;
  slug: string;
  name: string | null;
};

/** Sets the first minute aside, and shows the fan what they have left. */
export async function openShowHold(
  tx: Tx,
  wallet: ShowWallet,
  order: HoldOrder,
): Promise<Result<{ holdId: number }, SpendRefusal>> {
  const { intent, fanId, modelId, tokens } = order;
  const held = await wallet.hold(tx, { key: holdKey(fanId, intent), fanId, tokens, ...named(order) });
  if (held.ok) await publishHeld(tx, { fanId, modelId }, held);
  return held;
}

function publishHeld(
  tx: Tx,
  { fanId, modelId }: { fanId: number; modelId: number },
  { balance, transferId }: Receipt,
): Promise<void> {
  return publishEvent(tx, "show_tokens_held", { fanId, balance, transferId }, showStream(modelId));
}

/**
 * Charges what is due of a participant and sets more aside, as much as the fan has, in one transaction with the row that
 * says so. Null when it has ended.
 */
export async function takeSlice(tx: Tx, wallet: ShowWallet, id: number, meter: Meter): Promise<Funds | null> {
  const [row] = await lockParticipants(tx, { ids: [id] });
  if (!row || !meter.price) return null;
  // What was charged is read from the row and not from memory: another process may have kept this show before.
  const price = { ...meter.price, spent: row.spent, held: row.held };
  const { capture, extend } = nextSlice({ ...meter, price });
  if (capture > 0) {
    const refusal = await charge(tx, wallet, row, capture);
    if (refusal) throw new Error(`show ${row.id} was not charged: ${refusal}`);
  }
  const added =
    extend > 0 ? await setAside(tx, wallet, row, extend) : { ...nothingMore, holdId: row.hold_id };
  const kept = { spent: row.spent + capture, held: row.held - capture + added.tokens };
  await keepSlice(tx, id, { ...kept, units: price.units, holdId: added.holdId });
  return { ...kept, limited: added.limited };
}

const nothingMore = { tokens: 0, limited: false };

/** What was charged and lies aside now; `limited`: a limit of the fan's own, and not their balance, let no more through. */
export type Funds = { spent: number; held: number; limited: boolean };

/** Answers why nothing was charged, or null. */
async function charge(
  tx: Tx,
  wallet: ShowWallet,
  row: ParticipantRow,
  tokens: number,
): Promise<CaptureRefusal["code"] | null> {
  const captured = await wallet.capture(tx, {
    // What was charged before names the slice: charged twice, it would be the same one.
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
): Promise<{ tokens: number; limited: boolean; holdId: number | null }> {
  const has = await wallet.balance(tx, { kind: "fan", id: row.fan_id });
  const allowed = (await wallet.allowance(tx, row.fan_id)) ?? Number.POSITIVE_INFINITY;
  const limited = allowed < Math.min(wanted, has);
  const tokens = Math.min(wanted, has, allowed);
  const { hold_id: holdId } = row;
  if (tokens <= 0) return { tokens: 0, limited, holdId };
  if (holdId === null) return firstSlice(tx, wallet, row, { tokens, limited });
  const extended = await wallet.extendHold(tx, {
    key: extendKey(row),
    holdId,
    tokens,
    ...namedOf(row),
  });
  // Spent elsewhere in this moment, or frozen: the show goes on with what is set aside.
  if (!extended.ok || extended.replayed) return { tokens: 0, limited, holdId };
  await publishHeld(tx, { fanId: row.fan_id, modelId: row.model_id }, extended);
  return { tokens, limited, holdId };
}

/** The seconds after a free look are the first that anything is set aside for. */
async function firstSlice(
  tx: Tx,
  wallet: ShowWallet,
  row: ParticipantRow,
  { tokens, limited }: { tokens: number; limited: boolean },
) {
  const { fan_id: fanId, model_id: modelId, key, mode, role, slug, model_name } = row;
  if (key === null) throw new Error(`participant ${row.id} is no spy and has no hold`);
  const order = { intent: { visit: key }, fanId, modelId, tokens, mode, role, slug, name: model_name };
  const held = await openShowHold(tx, wallet, order);
  return held.ok ? { tokens, limited, holdId: held.holdId } : { tokens: 0, limited, holdId: null };
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
