import type { Tx } from "#server/kit/database/database.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { BeginRefusal } from "#server/live/live.ts";
import type { ShowsNeeds } from "./needs.ts";
import { promoStateOf } from "./rules/promo-state.ts";
import type { ShowRunner } from "./run-shows.ts";
import { linkById, lockFan, lockLink } from "./store/promo-links-store.ts";
import { insertShow, openShow, type ShowRow } from "./store/shows-store.ts";
import type { Waiting } from "./waiting.ts";

export type StartRefusal = BeginRefusal | "unknown_promo" | "promo_over" | "not_waiting" | "fan_busy";

/** Begins the promo of a fan who waits. Pressed twice, the second one finds the show. */
export function startPromo(needs: ShowsNeeds, runner: ShowRunner, waiting: Pick<Waiting, "isHere">) {
  return async (modelId: number, linkId: number): Promise<Result<object, StartRefusal>> => {
    const link = await linkById(needs.db, linkId);
    if (link?.model_id !== modelId) return refuse("unknown_promo");
    const { fan_id: fanId } = link;
    if (fanId === null || !waiting.isHere(linkId, fanId)) return refuse("not_waiting");
    if ((await needs.catalog.model(needs.db, modelId, fanId))?.banned) return refuse("not_waiting");
    let opened: ShowRow | undefined;
    const begun = await needs.live.beginShow(modelId, { type: "promo", fanId }, async (tx) => {
      const decided = await openPromoShow(tx, needs, runner, { modelId, linkId, fanId });
      if (!decided.ok) return decided;
      opened = decided.show;
      return ok({ showId: decided.show.id });
    });
    if (begun.ok && opened) runner.take(opened);
    return begun;
  };
}

type Parties = { modelId: number; linkId: number; fanId: number };

async function openPromoShow(
  tx: Tx,
  { clock }: ShowsNeeds,
  runner: ShowRunner,
  { modelId, linkId, fanId }: Parties,
): Promise<Result<{ show: ShowRow }, StartRefusal>> {
  await lockFan(tx, fanId);
  const link = await lockLink(tx, modelId, linkId);
  if (!link) return refuse("unknown_promo");
  if (promoStateOf(link, false, clock.now()) !== "open") return refuse("promo_over");
  if (await openShow(tx, { fanId })) return refuse("fan_busy");
  const show = await insertShow(tx, {
    model_id: modelId,
    fan_id: fanId,
    type: "promo",
    promo_link_id: linkId,
    used_before_s: link.used_s,
    limit_s: link.duration_s - link.used_s,
    pause_reason: "fan_media_lost",
    started_at: clock.now(),
    ...runner.lease(),
  });
  return ok({ show });
}
