import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { SpendRefusal } from "#server/wallet/wallet.ts";
import { admit } from "../admit.ts";
import type { RoomsNeeds } from "../needs.ts";
import type { AdmissionRefusal } from "../rules/admission.ts";
import { openParticipantOfFan } from "../store/participants-store.ts";
import {
  closeRequest,
  insertRequest,
  knownFans,
  lockRequest,
  openRequests,
  requestById,
  requestByKey,
  type ShowRequestRow,
} from "../store/show-requests-store.ts";
import type { BeginRefusal, beginShow } from "../transitions.ts";
import type { ShowKeeper } from "./keep-shows.ts";
import { type Consent, firstHold, openPaidShow, type PaidMode, priceOf } from "./open-paid-show.ts";
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

export type AnswerRefusal = BeginRefusal | "unknown_request" | "request_closed" | "fan_busy";

export type RequestParts = { begin: ReturnType<typeof beginShow>; keeper: ShowKeeper };

/** `replayed`: the same request was made before. */
type Asked = Result<{ request: ShowRequestRow; replayed: boolean }, RequestRefusal>;

/** Asks a model for a show. Nothing is set aside before it is accepted; a repeated key is the same request. */
export function requestShow(needs: RoomsNeeds) {
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

async function ask(tx: Tx, needs: RoomsNeeds, order: RequestOrder): Promise<Asked> {
  const { fanId, modelId, mode, key } = order;
  const before = await requestByKey(tx, fanId, key);
  if (before)
    return isSame(before, order)
      ? ok({ request: before, replayed: true })
      : refuse({ code: "show_key_reused" });
  const admitted = await admit(tx, needs, { userId: fanId, role: "fan" }, "request", modelId);
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
  return request ? ok({ request, replayed: false }) : refuse({ code: "asked_already" });
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
  { wallet }: RoomsNeeds,
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

/** Accepts or declines a request. Accepted twice, the second answer is the first one. */
export function answerRequest(needs: RoomsNeeds, { begin, keeper }: RequestParts) {
  const { db } = needs;
  return async (
    modelId: number,
    id: number,
    answer: { accept: boolean; reason?: string },
  ): Promise<Result<{ request: ShowRequestRow }, AnswerRefusal>> => {
    const row = await requestById(db, id);
    if (row?.model_id !== modelId || row.asked_by !== "fan") return refuse("unknown_request");
    if (answer.accept) {
      const accepted = await acceptRequest(needs, { begin, keeper }, row);
      // Why a fan cannot pay is theirs alone to know.
      return accepted.ok ? ok({ request: { ...accepted.request, reason: null } }) : accepted;
    }
    const declined = await inTransaction(db, (tx) =>
      closeRequest(tx, id, { state: "declined", reason: answer.reason || null }),
    );
    return settled(needs, id, declined, "declined");
  };
}

/** May a request or an invitation still be answered? */
export function isWaiting(request: ShowRequestRow | undefined, now: Date): request is ShowRequestRow {
  return request?.state === "asked" && request.expires_at > now;
}

/** Begins the show that a request or an invitation is about. */
export async function acceptRequest(
  needs: RoomsNeeds,
  { begin, keeper }: RequestParts,
  row: ShowRequestRow,
): Promise<Result<{ request: ShowRequestRow }, AnswerRefusal>> {
  if (row.state === "accepted") return ok({ request: row });
  const { model_id: modelId, fan_id: fanId, mode } = row;
  const show = { mode, fanId, spiesAllowed: row.spies_allowed };
  let unpaid: SpendRefusal["code"] | null = null;
  const begun = await begin(modelId, show, async (tx) => {
    const request = await lockRequest(tx, row.id);
    if (!isWaiting(request, needs.clock.now())) return refuse("request_closed");
    const admitted = await admit(tx, needs, { userId: fanId, role: "fan" }, "request", modelId);
    if (!admitted.ok) return refuse("request_closed");
    const opened = await openPaidShow(tx, needs, keeper, {
      model: admitted.model,
      slug: admitted.room.slug,
      fanId,
      mode,
      role: "payer",
      intent: { request: row.id },
      consent: { ...request, capTokens: request.cap_tokens, capSeconds: request.cap_s },
      twoWay: request.two_way,
      freeSeconds: 0,
    });
    if (!opened.ok && opened.refusal !== "busy_yourself") unpaid = opened.refusal.code;
    if (!opened.ok) return refuse(opened.refusal === "busy_yourself" ? "fan_busy" : "request_closed");
    return ok({
      open: async (sessionId: number) => {
        const participant = await opened.open(sessionId);
        await closeRequest(tx, row.id, { state: "accepted", participant_id: participant.id });
        return participant;
      },
    });
  });
  if (begun.ok) {
    keeper.take(begun.participant);
    await publishStarted(needs, keeper, begun.participant);
    return settled(needs, row.id, true, "accepted");
  }
  if (unpaid)
    return settled(
      needs,
      row.id,
      await inTransaction(needs.db, (tx) => closeRequest(tx, row.id, { state: "declined", reason: unpaid })),
      "declined",
    );
  // Pressed twice at once: the other press has accepted it.
  const now = await requestById(needs.db, row.id);
  return now?.state === "accepted" ? ok({ request: now }) : begun;
}

type Participant = Parameters<ShowKeeper["take"]>[0];

/** Shows both that the show has begun; a spy's is the spy's alone. */
export async function publishStarted(
  { realtime }: RoomsNeeds,
  keeper: Pick<ShowKeeper, "stateOf">,
  row: Participant,
): Promise<void> {
  const event = { model_id: row.model_id, slug: row.slug, show: await keeper.stateOf(row) };
  realtime.publish(`person:${row.fan_id}`, "ShowStarted", event);
  if (row.role !== "spy") realtime.publish(`person:${row.model_id}`, "ShowStarted", event);
}

/** Withdraws a fan's own request; harmless once it has been answered. */
export function withdrawRequest(needs: RoomsNeeds) {
  return async (fanId: number, id: number): Promise<Result<object, "unknown_request">> => {
    const row = await requestById(needs.db, id);
    if (row?.fan_id !== fanId || row.asked_by !== "fan") return refuse("unknown_request");
    const closed = await inTransaction(needs.db, (tx) => closeRequest(tx, id, { state: "withdrawn" }));
    if (closed) await publishAnswered(needs, id);
    return ok({});
  };
}

/** Lets a request that nobody answered expire, and notifies both. */
export async function expire(needs: RoomsNeeds, id: number): Promise<void> {
  try {
    const closed = await inTransaction(needs.db, (tx) => closeRequest(tx, id, { state: "expired" }));
    if (closed) await publishAnswered(needs, id);
  } catch (err) {
    needs.log.error({ err, id }, "a request did not expire");
  }
}

/** Waits for the end of what another process has asked, which no timer of this one would notice. */
export function waitForAnswers(needs: RoomsNeeds) {
  const { db, clock } = needs;
  return async (): Promise<void> => {
    const now = clock.now().getTime();
    for (const { id, expires_at } of await openRequests(db))
      clock.after(Math.max(0, expires_at.getTime() - now), () => void expire(needs, id));
  };
}

async function publishRequested({ db, accounts, realtime }: RoomsNeeds, row: ShowRequestRow): Promise<void> {
  const fan = await accounts.byId(db, row.fan_id);
  if (!fan) return;
  const known = await knownFans(db, row.model_id, [row.fan_id]);
  realtime.publish(
    `person:${row.model_id}`,
    "ShowRequested",
    presentRequest(row, fan, known.has(row.fan_id)),
  );
}

/** Notifies both of the answer to a request or an invitation, and its fan of the reason. */
export async function publishAnswered(needs: RoomsNeeds, id: number): Promise<void> {
  const row = await requestById(needs.db, id);
  if (!row || row.state === "asked") return;
  const model = await needs.catalog.model(needs.db, row.model_id, "system");
  if (!model) return;
  const { state, reason } = row;
  const event = { id, model_id: row.model_id, slug: model.login, state };
  needs.realtime.publish(`person:${row.model_id}`, "ShowRequestAnswered", event);
  const forFan = reason ? { ...event, reason } : event;
  needs.realtime.publish(`person:${row.fan_id}`, "ShowRequestAnswered", forFan);
}

async function settled(
  needs: RoomsNeeds,
  id: number,
  done: boolean,
  wanted: ShowRequestRow["state"],
): Promise<Result<{ request: ShowRequestRow }, "request_closed">> {
  if (done) await publishAnswered(needs, id);
  const request = await requestById(needs.db, id);
  return request?.state === wanted ? ok({ request }) : refuse("request_closed");
}
