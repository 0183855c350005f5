import type { Tx } from "#server/kit/database/database.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { BeginRefusal } from "#server/rooms/rooms.ts";
import type { ShowKeeper } from "../meter/keep-shows.ts";
import type { ShowsNeeds } from "../needs.ts";
import type { beginShow, OpenParticipant } from "../requests/begin-show.ts";
import { promoStateOf } from "../rules/promo-state.ts";
import { insertParticipant, openParticipantOfFan } from "../store/participants-store.ts";
import { linkById, lockFan, lockLink } from "../store/promo-links-store.ts";
import type { Waiting } from "./waiting.ts";

export type StartRefusal = BeginRefusal | "unknown_promo" | "promo_over" | "not_waiting" | "fan_busy";

type Parts = {
  begin: ReturnType<typeof beginShow>;
  keeper: Pick<ShowKeeper, "lease">;
  waiting: Pick<Waiting, "isHere">;
};

/** Begins the promo of a fan who waits. Pressed twice, the second one finds the show. */
export function startPromo(needs: ShowsNeeds, { begin, keeper, waiting }: Parts) {
  return async (modelId: number, linkId: number): Promise<Result<object, StartRefusal>> => {
    const link = await linkById(needs.db, linkId);
    if (link?.model_id !== modelId) return refuse("unknown_promo");
    const { fan_id: fanId } = link;
    if (fanId === null || !waiting.isHere(linkId, fanId)) return refuse("not_waiting");
    const model = await needs.catalog.model(needs.db, modelId, fanId);
    if (model?.banned || model?.blocked) return refuse("not_waiting");
    const begun = await begin(modelId, { mode: "promo", fanId }, (tx) =>
      decide(tx, needs, keeper, { modelId, linkId, fanId, name: model?.artistic_name ?? null }),
    );
    return begun.ok ? ok({}) : begun;
  };
}

type Parties = { modelId: number; linkId: number; fanId: number; name: string | null };

async function decide(
  tx: Tx,
  { clock }: ShowsNeeds,
  keeper: Parts["keeper"],
  { modelId, linkId, fanId, name }: Parties,
): Promise<Result<{ open: OpenParticipant }, StartRefusal>> {
  await lockFan(tx, fanId);
  const link = await lockLink(tx, modelId, linkId);
  if (!link) return refuse("unknown_promo");
  if (promoStateOf(link, false, clock.now()) !== "open") return refuse("promo_over");
  if (await openParticipantOfFan(tx, fanId)) return refuse("fan_busy");
  return ok<{ open: OpenParticipant }>({
    open: (session_id) =>
      insertParticipant(tx, {
        session_id,
        model_id: modelId,
        model_name: name,
        fan_id: fanId,
        role: "promo",
        promo_link_id: linkId,
        used_before_s: link.used_s,
        limit_s: link.duration_s - link.used_s,
        pause_reason: "fan_media_lost",
        started_at: clock.now(),
        ...keeper.lease(),
      }),
  });
}
