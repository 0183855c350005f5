import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { admit } from "../admit.ts";
import type { RoomsNeeds } from "../needs.ts";
import { answerOfKey, keepAnswer } from "../store/answers-store.ts";
import {
  closeRequest,
  insertRequest,
  lockRequest,
  requestById,
  type ShowRequestRow,
  setCaps,
} from "../store/show-requests-store.ts";
import type { Watchers } from "../stream/count-watchers.ts";
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
export function inviteFan(needs: RoomsNeeds, watchers: Pick<Watchers, "presentIn">) {
  const { db, clock, accounts, realtime } = needs;
  return async (
    modelId: number,
    fanId: number,
    mode: PaidMode,
  ): Promise<Result<{ invitation: ShowRequestRow }, InviteRefusal>> => {
    if ((await accounts.byId(db, fanId))?.role !== "fan") return refuse("unknown_fan");
    const admitted = await admit(db, needs, { userId: fanId, role: "fan" }, "request", modelId);
    if (!admitted.ok) {
      const { refusal } = admitted;
      // Whom a fan has blocked learns no more than that the fan is not there.
      if (refusal === "model_blocked") return refuse("fan_left_room");
      return refuse(refusal === "in_show" || refusal === "banned" ? refusal : "not_live");
    }
    const { model, room } = admitted;
    if (!watchers.presentIn(room.slug).has(fanId)) return refuse("fan_left_room");
    const now = clock.now();
    const price = priceOf(model, mode);
    const spies_allowed = mode === "private" && model.spies_allowed;
    const invitation = await inTransaction(db, (tx) =>
      insertRequest(tx, {
        model_id: modelId,
        fan_id: fanId,
        asked_by: "model",
        mode,
        ...price,
        spies_allowed,
        cap_tokens: null,
        cap_s: null,
        key: null,
        asked_at: now,
        expires_at: new Date(now.getTime() + answerMs),
      }),
    );
    if (!invitation) return refuse("asked_already");
    const expires_at = invitation.expires_at.toISOString();
    const event = { id: invitation.id, model_id: modelId, slug: room.slug, mode, spies_allowed, expires_at };
    realtime.publish(`person:${fanId}`, "ShowInvited", { ...event, ...price });
    clock.after(answerMs, () => void expire(needs, invitation.id));
    return ok({ invitation });
  };
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
export function answerInvitation(needs: RoomsNeeds, parts: RequestParts) {
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
