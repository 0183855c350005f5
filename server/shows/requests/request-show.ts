import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { AdmissionRefusal } from "#server/rooms/rooms.ts";
import type { SpendRefusal } from "#server/wallet/wallet.ts";
import type { ShowsNeeds } from "../needs.ts";
import { openParticipantOfFan } from "../store/participants-store.ts";
import { insertRequest, knownFans, requestByKey, type ShowRequestRow } from "../store/show-requests-store.ts";
import { expire } from "./answer-request.ts";
import { type Consent, firstHold, type PaidMode, priceOf } from "./open-paid-show.ts";
import { presentRequest } from "./view-requests.ts";

/** Seconds that a request or an invitation waits for its answer. */
export const answerMs = 30_000;

export type RequestOrder = {
  fanId: number;
  modelId: number;
  mode: PaidMode;
  rate: number;
  /** The least charge that the fan was shown; null: they were shown none. */
  minimum: number | null;
  /** The fan was shown that nobody may spy. */
  withoutSpies?: boolean;
  capTokens: number | null;
  capSeconds: number | null;
  twoWay: boolean;
  key: string;
};

export type RequestRefusal =
  | {
      code:
        | AdmissionRefusal
        | "busy_yourself"
        | "asked_already"
        | "two_way_not_allowed"
        | "cap_too_low"
        | "free_look_over";
    }
  | { code: "show_price_changed"; rate: number; minimum: number }
  | { code: "spies_changed"; rate: number }
  | { code: "show_key_reused" }
  | SpendRefusal;

/** `replayed`: the same request was made before. */
type Asked = Result<{ request: ShowRequestRow; replayed: boolean }, RequestRefusal>;

/** Asks a model for a show. Nothing is set aside before it is accepted; a repeated key is the same request. */
export function requestShow(needs: ShowsNeeds) {
  const { db, clock } = needs;
  return async (order: RequestOrder): Promise<Asked> => {
    const asked = await inTransaction(db, (tx) => ask(tx, needs, order));
    if (!asked.ok || asked.replayed) return asked;
    const { request } = asked;
    await publishRequested(needs, request);
    clock.after(answerMs, () => void expire(needs, request.id));
    return asked;
  };
}

async function ask(tx: Tx, needs: ShowsNeeds, order: RequestOrder): Promise<Asked> {
  const { fanId, modelId, mode, key } = order;
  const before = await replay(tx, order);
  if (before) return before;
  // A show that begins meanwhile declines what waits: nothing may come in behind it.
  await needs.rooms.lock(tx, modelId);
  const admitted = await needs.rooms.admit({ userId: fanId, role: "fan" }, "request", modelId, tx);
  if (!admitted.ok) return refuse({ code: admitted.refusal });
  const { model, room } = admitted;
  const price = priceOf(model, mode);
  const { rate: agreed, minimum: agreedMinimum } = order;
  const checked = await checkConsent(tx, needs, { ...order, ...price, agreed, agreedMinimum });
  if (!checked.ok) return checked;
  const spies_allowed = mode === "private" && model.spies_allowed;
  if (order.withoutSpies && spies_allowed) return refuse({ code: "spies_changed", rate: model.rate_spy });
  if (order.twoWay && !model.two_way_allowed) return refuse({ code: "two_way_not_allowed" });
  const now = needs.clock.now();
  const request = await insertRequest(tx, {
    model_id: room.model_id,
    fan_id: fanId,
    asked_by: "fan",
    mode,
    ...price,
    spies_allowed,
    cap_tokens: order.capTokens,
    cap_s: order.capSeconds,
    two_way: order.twoWay,
    key,
    asked_at: now,
    expires_at: new Date(now.getTime() + answerMs),
  });
  if (request) return ok({ request, replayed: false });
  // Asked twice at once: this one waited for the other to commit.
  return (await replay(tx, order)) ?? refuse({ code: "asked_already" });
}

/** The request that the key of an order stands for already; null for a new key. */
async function replay(tx: Tx, order: RequestOrder): Promise<Asked | null> {
  const before = await requestByKey(tx, order.fanId, order.key);
  if (!before) return null;
  return isSame(before, order)
    ? ok({ request: before, replayed: true })
    : refuse({ code: "show_key_reused" });
}

const isSame = (row: ShowRequestRow, order: RequestOrder) =>
  row.model_id === order.modelId &&
  row.mode === order.mode &&
  row.rate === order.rate &&
  (order.minimum === null || row.minimum <= order.minimum) &&
  !(order.withoutSpies && row.spies_allowed) &&
  row.cap_tokens === order.capTokens &&
  row.cap_s === order.capSeconds &&
  row.two_way === order.twoWay;

/**
 * Is what the fan agreed to what is asked now, and can they pay a minute of it, or what they want to spend at most? `free`:
 * they agreed to nothing that costs.
 */
export async function checkConsent(
  tx: Tx,
  { wallet }: ShowsNeeds,
  of: Consent & { fanId: number; agreed: number; agreedMinimum?: number | null; free?: boolean },
): Promise<Result<object, RequestRefusal>> {
  const { fanId, agreed, rate, minimum, capTokens } = of;
  const isMore = minimum > (of.agreedMinimum ?? minimum);
  if (agreed !== rate || isMore) return refuse({ code: "show_price_changed", rate, minimum });
  if (capTokens !== null && capTokens < Math.max(1, minimum)) return refuse({ code: "cap_too_low" });
  if (await openParticipantOfFan(tx, fanId)) return refuse({ code: "busy_yourself" });
  if (of.free) return ok({});
  const needed = firstHold(of, 0);
  const limited = await wallet.limitRefusal(tx, fanId, needed);
  if (limited) return refuse(limited);
  const balance = await wallet.balance(tx, { kind: "fan", id: fanId });
  return balance < needed ? refuse({ code: "too_few_tokens", needed, balance }) : ok({});
}

async function publishRequested({ db, accounts, realtime }: ShowsNeeds, row: ShowRequestRow): Promise<void> {
  const fan = await accounts.byId(db, row.fan_id);
  if (!fan) return;
  const known = await knownFans(db, row.model_id, [row.fan_id]);
  realtime.publish(
    `person:${row.model_id}`,
    "ShowRequested",
    presentRequest(row, fan, known.has(row.fan_id)),
  );
}
