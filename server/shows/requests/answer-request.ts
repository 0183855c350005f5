import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { BeginRefusal } from "#server/rooms/rooms.ts";
import type { SpendRefusal } from "#server/wallet/wallet.ts";
import type { ShowKeeper } from "../meter/keep-shows.ts";
import { publishLeft, type TokensLeft } from "../meter/show-money.ts";
import type { ShowsNeeds } from "../needs.ts";
import {
  closeRequest,
  lockRequest,
  openRequests,
  requestById,
  type ShowRequestRow,
} from "../store/show-requests-store.ts";
import type { beginShow } from "./begin-show.ts";
import { openPaidShow } from "./open-paid-show.ts";

export type AnswerRefusal = BeginRefusal | "unknown_request" | "request_closed" | "fan_busy";

export type RequestParts = { begin: ReturnType<typeof beginShow>; keeper: ShowKeeper };

/** Accepts or declines a request. Accepted twice, the second answer is the first one. */
export function answerRequest(needs: ShowsNeeds, { begin, keeper }: RequestParts) {
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
  needs: ShowsNeeds,
  { begin, keeper }: RequestParts,
  row: ShowRequestRow,
): Promise<Result<{ request: ShowRequestRow }, AnswerRefusal>> {
  if (row.state === "accepted") return ok({ request: row });
  const { model_id: modelId, fan_id: fanId, mode } = row;
  const show = { mode, fanId, spiesAllowed: row.spies_allowed };
  let unpaid: SpendRefusal["code"] | null = null;
  let left: TokensLeft | null = null;
  const begun = await begin(modelId, show, async (tx) => {
    // The account before the request, as who blocks it locks them.
    if (!(await needs.accounts.holdOpen(tx, fanId))) return refuse("fan_blocked");
    const request = await lockRequest(tx, row.id);
    if (!isWaiting(request, needs.clock.now())) return refuse("request_closed");
    const admitted = await needs.rooms.admit({ userId: fanId, role: "fan" }, "request", modelId, tx);
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
    left = opened.left;
    return ok({
      open: async (sessionId: number) => {
        const participant = await opened.open(sessionId);
        await closeRequest(tx, row.id, { state: "accepted", participant_id: participant.id });
        return participant;
      },
    });
  });
  if (begun.ok) {
    await publishStarted(needs, keeper, begun.participant, left);
    return settled(needs, row.id, true, "accepted");
  }
  const { refusal } = begun;
  if (refusal === "fan_blocked")
    return settled(
      needs,
      row.id,
      await inTransaction(needs.db, (tx) => closeRequest(tx, row.id, { state: "withdrawn" })),
      "accepted",
    );
  if (unpaid)
    return settled(
      needs,
      row.id,
      await inTransaction(needs.db, (tx) => closeRequest(tx, row.id, { state: "declined", reason: unpaid })),
      "declined",
    );
  // Pressed twice at once: the other press has accepted it.
  const now = await requestById(needs.db, row.id);
  return now?.state === "accepted" ? ok({ request: now }) : refuse(refusal);
}

type Participant = Parameters<ShowKeeper["take"]>[0];

/** Shows both that the show has begun, and the fan what they have `left`; a spy's is the spy's alone. */
export async function publishStarted(
  needs: ShowsNeeds,
  keeper: Pick<ShowKeeper, "stateOf">,
  row: Participant,
  left: TokensLeft | null,
): Promise<void> {
  const { realtime } = needs;
  if (left) publishLeft(needs, left);
  const event = { model_id: row.model_id, slug: row.slug, show: await keeper.stateOf(row) };
  realtime.publish(`person:${row.fan_id}`, "ShowStarted", { ...event, held: row.held });
  if (row.role !== "spy") realtime.publish(`person:${row.model_id}`, "ShowStarted", event);
}

/** Lets a request that nobody answered expire, and notifies both. */
export async function expire(needs: ShowsNeeds, id: number): Promise<void> {
  try {
    const closed = await inTransaction(needs.db, (tx) => closeRequest(tx, id, { state: "expired" }));
    if (closed) await publishAnswered(needs, id);
  } catch (err) {
    needs.log.error({ err, id }, "a request did not expire");
  }
}

/** Waits for the end of what another process has asked, which no timer of this one would notice. */
export function waitForAnswers(needs: ShowsNeeds) {
  const { db, clock } = needs;
  return async (): Promise<void> => {
    const now = clock.now().getTime();
    for (const { id, expires_at } of await openRequests(db))
      clock.after(Math.max(0, expires_at.getTime() - now), () => void expire(needs, id));
  };
}

/** Notifies both of the answer to a request or an invitation, and its fan of the reason. */
export async function publishAnswered(needs: ShowsNeeds, id: number): Promise<void> {
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
  needs: ShowsNeeds,
  id: number,
  done: boolean,
  wanted: ShowRequestRow["state"],
): Promise<Result<{ request: ShowRequestRow }, "request_closed">> {
  if (done) await publishAnswered(needs, id);
  const request = await requestById(needs.db, id);
  return request?.state === wanted ? ok({ request }) : refuse("request_closed");
}
