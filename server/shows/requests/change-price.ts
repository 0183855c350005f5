import type { StudioRates } from "#contract/paid-shows.ts";
import type { ModelRow } from "#server/catalog/catalog.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { FanCameras } from "../camera/fan-camera.ts";
import type { ShowKeeper } from "../meter/keep-shows.ts";
import type { ShowsNeeds } from "../needs.ts";
import { answerOfKey, keepAnswer } from "../store/answers-store.ts";
import {
  lockParticipants,
  offerRate,
  openParticipants,
  type ParticipantRow,
  participantById,
  setRate,
} from "../store/participants-store.ts";

/** How long a fan has to accept another rate; silence is no. */
export const offerMs = 30_000;

export type RateOrder = { [Name in keyof StudioRates]?: StudioRates[Name] | undefined };

/** A model's prices of shows, and what they allow in shows. */
export function presentStudioRates(model: ModelRow): StudioRates {
  return {
    private: model.rate_private,
    vip: model.rate_vip,
    spy: model.rate_spy,
    minimum: model.rate_minimum,
    spies_allowed: model.spies_allowed,
    two_way_allowed: model.two_way_allowed,
  };
}

/**
 * Changes a model's rates. In a running show a higher one is offered to its fans and counts once they accept it; a lower
 * one counts at once. The camera of a fan is cut when the model takes none any more.
 */
export function changeRates(
  needs: ShowsNeeds,
  { keeper, cameras }: { keeper: ShowKeeper; cameras: Pick<FanCameras, "cutOfModel"> },
) {
  const { db, catalog } = needs;
  return async (
    modelId: number,
    order: RateOrder,
  ): Promise<Result<{ model: ModelRow }, "minimum_too_high">> => {
    const changed = await inTransaction(db, async (tx) => {
      const model = await catalog.model(tx, modelId, "system");
      if (!model) throw new Error(`model ${modelId} has no page`);
      const { minimum, private: rate, vip } = { ...presentStudioRates(model), ...defined(order) };
      if (order.minimum !== undefined && minimum > Math.min(rate, vip)) return refuse("minimum_too_high");
      await catalog.saveRates(tx, modelId, columnsOf(order));
      const after = await catalog.model(tx, modelId, "system");
      if (!after) throw new Error(`model ${modelId} has no page`);
      return ok({ model: after, offered: await offerAll(tx, needs, keeper, after) });
    });
    if (!changed.ok) return changed;
    if (!changed.model.two_way_allowed) await cameras.cutOfModel(modelId);
    for (const row of changed.offered) await publishOffer(needs, keeper, row);
    return ok({ model: changed.model });
  };
}

const defined = <Row extends object>(row: Row) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Row]: NonNullable<Row[Name]>;
  };

const columnsOf = (order: RateOrder) =>
  defined({
    rate_private: order.private,
    rate_vip: order.vip,
    rate_spy: order.spy,
    rate_minimum: order.minimum,
    spies_allowed: order.spies_allowed,
    two_way_allowed: order.two_way_allowed,
  });

/** Offers the new rates to those who take part in a show now; answers whose rate changed or may change. */
async function offerAll(
  tx: Tx,
  { clock }: ShowsNeeds,
  keeper: Pick<ShowKeeper, "lowerRate">,
  model: ModelRow,
): Promise<ParticipantRow[]> {
  const open = (await openParticipants(tx, model.id)).filter(({ role }) => role !== "promo");
  const locked = await lockParticipants(tx, { ids: open.map(({ id }) => id) });
  const expires = new Date(clock.now().getTime() + offerMs);
  const changed: ParticipantRow[] = [];
  for (const row of locked) {
    const rate = rateFor(row, model);
    if (row.rate === null || rate === (row.offered_rate ?? row.rate)) continue;
    if (rate <= row.rate) {
      keeper.lowerRate(row.id, rate);
      await setRate(tx, row.id, rate, clock.now());
    } else await offerRate(tx, row.id, rate, expires);
    const after = await participantById(tx, row.id);
    if (after) changed.push(after);
  }
  return changed;
}

function rateFor({ role, mode }: ParticipantRow, model: ModelRow): number {
  if (role === "spy") return model.rate_spy;
  return mode === "vip" ? model.rate_vip : model.rate_private;
}

async function publishOffer(
  { realtime }: ShowsNeeds,
  keeper: ShowKeeper,
  row: ParticipantRow,
): Promise<void> {
  const event = { model_id: row.model_id, slug: row.slug, show: await keeper.stateOf(row) };
  if (row.offered_rate === null || !row.offer_expires_at)
    return realtime.publish(`person:${row.fan_id}`, "ShowMeter", event);
  realtime.publish(`person:${row.fan_id}`, "ShowPriceChanged", {
    ...event,
    rate: row.offered_rate,
    expires_at: row.offer_expires_at.toISOString(),
  });
}

export type PriceRefusal =
  | { code: "unknown_show" }
  | { code: "show_key_reused" }
  | { code: "show_price_changed"; rate: number };

/** `key`: the fan's id of this answer. */
export type PriceAnswer = { rate: number; accept: boolean; key: string };

/**
 * A fan's answer to another rate: accepted, it counts from now on; declined, their show ends. Refused where another one
 * is on offer by now. A repeated key is the same answer, and is refused with another one.
 */
export function answerPrice(needs: ShowsNeeds, keeper: ShowKeeper) {
  const { db, clock } = needs;
  return async (
    fanId: number,
    showId: number,
    { rate, accept, key }: PriceAnswer,
  ): Promise<Result<{ participant: ParticipantRow }, PriceRefusal>> => {
    const row = await participantById(db, showId);
    if (row?.fan_id !== fanId || row.rate === null) return refuse({ code: "unknown_show" });
    const keyed = { fanId, key, answer: JSON.stringify({ show: showId, rate, accept }) };
    const before = await answerOfKey(db, keyed);
    if (before === "other") return refuse({ code: "show_key_reused" });
    if (before === "same" && accept) return ok({ participant: row });
    if (!accept) {
      const declined = await inTransaction(db, async (tx) => {
        const [open] = await lockParticipants(tx, { ids: [showId] });
        const offered = open?.offered_rate ?? null;
        // No answer to one rate is an answer to another.
        if (before === "none" && offered !== null && offered !== rate)
          return refuse({ code: "show_price_changed", rate: offered } as const);
        if (!(await keepAnswer(tx, keyed, clock.now()))) return refuse({ code: "show_key_reused" } as const);
        return ok({ ends: offered !== null });
      });
      if (!declined.ok) return declined;
      if (declined.ends) await keeper.end(row, "price_declined");
      return ok({ participant: (await participantById(db, showId)) ?? row });
    }
    const accepted = await inTransaction(db, async (tx) => {
      const [open] = await lockParticipants(tx, { ids: [showId] });
      // Accepted twice, the second answer is the first one.
      const isAnswered = !open || (open.offered_rate === null && open.rate === rate);
      const expired = open?.offer_expires_at && open.offer_expires_at <= clock.now();
      if (!isAnswered && (open.offered_rate !== rate || expired))
        return refuse("show_price_changed" as const);
      if (!(await keepAnswer(tx, keyed, clock.now()))) return refuse("show_key_reused" as const);
      if (isAnswered) return ok({});
      if (open.rate !== null) keeper.raisingRate(showId, open.rate);
      await setRate(tx, showId, rate, clock.now());
      return ok({});
    });
    const now = (await participantById(db, showId)) ?? row;
    if (accepted.ok) return ok({ participant: now });
    if (accepted.refusal === "show_key_reused") return refuse({ code: accepted.refusal });
    return refuse({ code: "show_price_changed", rate: now.offered_rate ?? now.rate ?? 0 });
  };
}
