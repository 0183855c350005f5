import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { ShowKeeper } from "../meter/keep-shows.ts";
import type { TokensLeft } from "../meter/show-money.ts";
import type { ShowsNeeds } from "../needs.ts";
import { publishStarted } from "../requests/answer-request.ts";
import { agreedCap, openPaidShow, priceOf } from "../requests/open-paid-show.ts";
import { checkConsent, type RequestRefusal } from "../requests/request-show.ts";
import { openParticipantOfFan, type ParticipantRow, participantByKey } from "../store/participants-store.ts";
import { freeSpySeconds } from "./free-look.ts";

export type SpyOrder = {
  fanId: number;
  modelId: number;
  rate: number;
  capTokens: number | null;
  capSeconds: number | null;
  /** The fan wants the free seconds of today and no more. */
  freeOnly: boolean;
  key: string;
};

/**
 * Lets a fan watch another fan's private show at the spy rate. A repeated key is the same visit. The price is checked
 * by `checkConsent`; `meter/` counts the seconds, and `chargeSlice` of `meter/show-money.ts` takes the tokens.
 */
export function spyOnShow(needs: ShowsNeeds, keeper: ShowKeeper) {
  return async (order: SpyOrder): Promise<Result<{ participant: ParticipantRow }, RequestRefusal>> => {
    const opened = await inTransaction(needs.db, async (tx) => {
      await needs.owner.fence(tx);
      return open(tx, needs, keeper, order);
    });
    if (!opened.ok || opened.replayed) return opened;
    keeper.take(opened.participant);
    await publishStarted(needs, keeper, opened.participant, opened.left);
    return opened;
  };
}

type Opened = Result<
  { participant: ParticipantRow; replayed: boolean; left: TokensLeft | null },
  RequestRefusal
>;

async function open(
  tx: Tx,
  needs: ShowsNeeds,
  keeper: Pick<ShowKeeper, "lease">,
  order: SpyOrder,
): Promise<Opened> {
  const { fanId, modelId, key, capTokens, freeOnly } = order;
  // The show cannot end while somebody joins it, and who asks twice at once asks one after the other.
  await needs.rooms.lock(tx, modelId);
  const before = await participantByKey(tx, fanId, key);
  if (before) {
    return isSame(before, order)
      ? ok({ participant: before, replayed: true, left: null })
      : refuse({ code: "show_key_reused" });
  }
  const admitted = await needs.rooms.admit({ userId: fanId, role: "fan" }, "spy", modelId, tx);
  if (!admitted.ok) {
    const { refusal } = admitted;
    // Nobody spies on a show that they are in.
    const isTheirs =
      refusal === "not_spyable" && (await openParticipantOfFan(tx, fanId))?.model_id === modelId;
    return refuse({ code: isTheirs ? "busy_yourself" : refusal });
  }
  const { model, room } = admitted;
  const freeSeconds = await freeSpySeconds(tx, order, needs.clock.now());
  if (freeOnly && freeSeconds === 0) return refuse({ code: "free_look_over" });
  const consent = { ...priceOf(model, "spy"), capTokens, capSeconds: capSecondsOf(order, freeSeconds) };
  const agreed = await checkConsent(tx, needs, { ...consent, fanId, agreed: order.rate, free: freeOnly });
  if (!agreed.ok) return agreed;
  const paid = await openPaidShow(tx, needs, keeper, {
    model,
    slug: room.slug,
    fanId,
    mode: "private",
    role: "spy",
    intent: { visit: key },
    consent,
    twoWay: false,
    freeSeconds,
  });
  if (!paid.ok) return refuse(paid.refusal === "busy_yourself" ? { code: paid.refusal } : paid.refusal);
  if (room.show_id === null) throw new Error(`room ${room.slug} is in no show`);
  return ok({ participant: await paid.open(room.show_id), replayed: false, left: paid.left });
}

const capSecondsOf = ({ freeOnly, capSeconds }: SpyOrder, freeSeconds: number) =>
  freeOnly ? Math.min(freeSeconds, capSeconds ?? freeSeconds) : capSeconds;

/** Is it the visit that was begun with this key? Its rate may have changed since, up to the highest that was agreed to. */
function isSame(visit: ParticipantRow, order: SpyOrder): boolean {
  const { modelId, rate } = order;
  const capSeconds = capSecondsOf(order, visit.free_s);
  const wasRate = visit.rate === rate || (visit.escrow_max !== visit.rate && rate <= (visit.escrow_max ?? 0));
  const cap = agreedCap({ ...order, minimum: 0, capSeconds }, visit.free_s);
  const wasCap = visit.cap_tokens === cap && visit.limit_s === capSeconds;
  return wasRate && wasCap && visit.model_id === modelId;
}
