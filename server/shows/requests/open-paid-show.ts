import type { ModelRow } from "#server/catalog/catalog.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { Role } from "#server/rooms/rooms.ts";
import type { SpendRefusal } from "#server/wallet/wallet.ts";
import type { ShowKeeper } from "../meter/keep-shows.ts";
import { openShowHold, type ShowIntent, type TokensLeft } from "../meter/show-money.ts";
import type { ShowsNeeds } from "../needs.ts";
import { insertParticipant, openParticipantOfFan } from "../store/participants-store.ts";
import { lockFan } from "../store/promo-links-store.ts";
import type { OpenParticipant } from "./begin-show.ts";

/** A fan's consent: the rate that they saw, and the most that they want to spend or to stay. */
export type Consent = {
  rate: number;
  minimum: number;
  capTokens: number | null;
  capSeconds: number | null;
};

export type PaidMode = "private" | "vip";

/** A model's price of a show: tokens a minute, and the least charge, which a minute always covers. */
export function priceOf(model: ModelRow, mode: PaidMode | "spy"): { rate: number; minimum: number } {
  if (mode === "spy") return { rate: model.rate_spy, minimum: 0 };
  const rate = mode === "vip" ? model.rate_vip : model.rate_private;
  return { rate, minimum: Math.min(model.rate_minimum, rate) };
}

/**
 * A minute's price, or what the fan wants to spend at most: that much is set aside at the beginning, and nothing where it
 * begins with free seconds.
 */
export function firstHold({ rate, capTokens }: Consent, freeSeconds: number): number {
  return freeSeconds > 0 ? 0 : Math.min(rate, capTokens ?? rate);
}

/**
 * The most that the fan agreed to pay: what they said, and what the time costs that they said, at the price of then, without
 * its free seconds. It stays when they accept a dearer one, which shortens the time. Time that is free as a whole ends
 * before it costs anything.
 */
export function agreedCap(
  { rate, minimum, capTokens, capSeconds }: Consent,
  freeSeconds: number,
): number | null {
  if (capSeconds === null || capSeconds <= freeSeconds) return capTokens;
  const costOfTime = Math.max(minimum, Math.ceil(((capSeconds - freeSeconds) * rate) / 60));
  return Math.min(capTokens ?? costOfTime, costOfTime);
}

export type OpenOrder = {
  model: Pick<ModelRow, "id" | "artistic_name">;
  slug: string;
  fanId: number;
  mode: PaidMode;
  role: Exclude<Role, "promo">;
  intent: ShowIntent;
  consent: Consent;
  twoWay: boolean;
  freeSeconds: number;
};

export type OpenRefusal = "busy_yourself" | SpendRefusal;

/**
 * Sets aside what it begins with and answers how to open the participant, and what the fan has left if anything was set
 * aside. A refusal has written nothing.
 */
export async function openPaidShow(
  tx: Tx,
  { wallet, clock, termsVersion }: ShowsNeeds,
  keeper: Pick<ShowKeeper, "lease">,
  order: OpenOrder,
): Promise<Result<{ open: OpenParticipant; left: TokensLeft | null }, OpenRefusal>> {
  const { model, slug, fanId, mode, role, intent, consent, twoWay } = order;
  const name = model.artistic_name;
  await lockFan(tx, fanId);
  if (await openParticipantOfFan(tx, fanId)) return refuse("busy_yourself");
  const tokens = firstHold(consent, order.freeSeconds);
  const hold = { intent, fanId, tokens, mode, role, modelId: model.id, slug, name };
  const held = tokens > 0 ? await openShowHold(tx, wallet, hold) : null;
  if (held?.ok === false) return held;
  return ok<{ open: OpenParticipant; left: TokensLeft | null }>({
    left: held?.left ?? null,
    open: (session_id) =>
      insertParticipant(tx, {
        session_id,
        model_id: model.id,
        model_name: name,
        fan_id: fanId,
        role,
        key: "visit" in intent ? intent.visit : null,
        rate: consent.rate,
        minimum: consent.minimum,
        cap_tokens: agreedCap(consent, order.freeSeconds),
        limit_s: consent.capSeconds,
        two_way: twoWay,
        terms: termsVersion,
        free_s: order.freeSeconds,
        hold_id: held?.holdId ?? null,
        held: tokens,
        escrow_max: consent.rate,
        pause_reason: "fan_media_lost",
        started_at: clock.now(),
        ...keeper.lease(),
      }),
  });
}
