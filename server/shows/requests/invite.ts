import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { ShowsNeeds } from "../needs.ts";
import { answerOfKey, keepAnswer } from "../store/answers-store.ts";
import {
  closeRequest,
  insertRequest,
  lockRequest,
  requestById,
  type ShowRequestRow,
  setCaps,
} from "../store/show-requests-store.ts";
import {
  type AnswerRefusal,
  acceptRequest,
  expire,
  isWaiting,
  publishAnswered,
  type RequestParts,
} from "./answer-request.ts";
import { type PaidMode, priceOf } from "./open-paid-show.ts";
import { answerMs, checkConsent, type RequestRefusal } from "./request-show.ts";

export type InviteRefusal =
  | "not_live"
  | "in_show"
  | "fan_left_room"
  | "asked_already"
  | "banned"
  | "unknown_fan";

/** Invites a fan who is in the room. It is the fan who agrees to the price, so nothing begins by it. */
export function inviteFan(needs: ShowsNeeds) {
  const { db, clock, accounts, realtime } = needs;
  return async (
    modelId: number,
    fanId: number,
    mode: PaidMode,
  ): Promise<Result<{ invitation: ShowRequestRow }, InviteRefusal>> => {
    if ((await accounts.byId(db, fanId))?.role !== "fan") return refuse("unknown_fan");
    const invited = await inTransaction(db, (tx) => invite(tx, needs, { modelId, fanId, mode }));
    if (!invited.ok) return invited;
    const { invitation, slug } = invited;
    const { id, rate, minimum, spies_allowed } = invitation;
    const expires_at = invitation.expires_at.toISOString();
    const event = { id, model_id: modelId, slug, mode, rate, minimum, spies_allowed, expires_at };
    realtime.publish(`person:${fanId}`, "ShowInvited", event);
    clock.after(answerMs, () => void expire(needs, id));
    return ok({ invitation });
  };
}

async function invite(
  tx: Tx,
  needs: ShowsNeeds,
  { modelId, fanId, mode }: { modelId: number; fanId: number; mode: PaidMode },
): Promise<Result<{ invitation: ShowRequestRow; slug: string }, InviteRefusal>> {
  // A show that begins meanwhile withdraws what waits: nothing may come in behind it.
  await needs.rooms.lock(tx, modelId);
  const admitted = await needs.rooms.admit({ userId: fanId, role: "fan" }, "request", modelId, tx);
  if (!admitted.ok) {
    const { refusal } = admitted;
    // A model whom the fan has blocked learns no more than that the fan is not there.
    if (refusal === "model_blocked") return refuse("fan_left_room");
    return refuse(refusal === "in_show" || refusal === "banned" ? refusal : "not_live");
  }
  const { model, room } = admitted;
  if (!needs.rooms.watchers.presentIn(room.slug).has(fanId)) return refuse("fan_left_room");
  const now = needs.clock.now();
  const invitation = await insertRequest(tx, {
    model_id: modelId,
    fan_id: fanId,
    asked_by: "model",
    mode,
    ...priceOf(model, mode),
    spies_allowed: mode === "private" && model.spies_allowed,
    cap_tokens: null,
    cap_s: null,
    key: null,
    asked_at: now,
    expires_at: new Date(now.getTime() + answerMs),
  });
  return invitation ? ok({ invitation, slug: room.slug }) : refuse("asked_already");
}

export type InvitationAnswer = {
  accept: boolean;
  /** The rate that the fan agrees to; not needed to decline. */
  rate: number | null;
  capTokens: number | null;
  capSeconds: number | null;
  /** The fan's id of this answer. */
  key: string;
};

/**
 * The fan's answer to an invitation; accepted, the show begins with what they agreed to. A repeated key is the same answer,
 * and is refused with another one.
 */
export function answerInvitation(needs: ShowsNeeds, parts: RequestParts) {
  const { db, clock } = needs;
  return async (
    fanId: number,
    id: number,
    answer: InvitationAnswer,
  ): Promise<Result<{ request: ShowRequestRow }, RequestRefusal | { code: AnswerRefusal }>> => {
    const row = await requestById(db, id);
    if (row?.fan_id !== fanId || row.asked_by !== "model") return refuse({ code: "unknown_request" });
    const keyed = { fanId, key: answer.key, answer: textOf(id, answer) };
    const before = await answerOfKey(db, keyed);
    if (before === "other") return refuse({ code: "show_key_reused" });
    const isRepeated = before === "same" && row.state !== "asked";
    if (isRepeated || (row.state === "accepted" && answer.accept)) return ok({ request: row });
    if (!answer.accept) {
      const declined = await inTransaction(db, async (tx) => {
        if (!(await keepAnswer(tx, keyed, clock.now()))) return refuse({ code: "show_key_reused" } as const);
        return ok({ isNew: await closeRequest(tx, id, { state: "declined" }) });
      });
      if (!declined.ok) return declined;
      if (declined.isNew) await publishAnswered(needs, id);
      const now = await requestById(db, id);
      return now?.state === "declined" ? ok({ request: now }) : refuse({ code: "request_closed" });
    }
    const { rate, minimum } = row;
    const { capTokens, capSeconds } = answer;
    const consent = { fanId, agreed: answer.rate ?? 0, rate, minimum, capTokens, capSeconds };
    const agreed = await inTransaction(db, async (tx) => {
      const invitation = await lockRequest(tx, id);
      // Pressed twice at once: the other press has begun the show.
      if (invitation?.state === "accepted") return ok({});
      // An invitation that is over is over, whatever the fan could pay.
      if (!isWaiting(invitation, clock.now())) return refuse({ code: "request_closed" } as const);
      const checked = await checkConsent(tx, needs, consent);
      if (!checked.ok) return checked;
      if (!(await keepAnswer(tx, keyed, clock.now()))) return refuse({ code: "show_key_reused" } as const);
      await setCaps(tx, id, { cap_tokens: capTokens, cap_s: capSeconds });
      return checked;
    });
    if (!agreed.ok) return agreed;
    const accepted = await acceptRequest(needs, parts, { ...row, cap_tokens: capTokens, cap_s: capSeconds });
    if (!accepted.ok) return refuse({ code: accepted.refusal });
    return accepted;
  };
}

const textOf = (id: number, { accept, rate, capTokens, capSeconds }: InvitationAnswer) =>
  JSON.stringify({ invitation: id, ...(accept ? { rate, capTokens, capSeconds } : { declined: true }) });
