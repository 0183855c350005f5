import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { liveContract, tip, tipRequest } from "#contract/live.ts";
import type { Position, Topic } from "#contract/realtime.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { pageOf } from "#server/kit/http/pages.ts";
import { fieldProblem, keyOf, problem, waitProblem } from "#server/kit/http/problem.ts";
import { overloadedProblem } from "#server/kit/http/refuse-overloaded.ts";
import type { Subject } from "#server/realtime/realtime.ts";
import { spendProblem } from "#server/wallet/wallet.ts";
import type { Room } from "./enter-room.ts";
import type { Rooms } from "./rooms.ts";
import type { TipRow } from "./store/tips-store.ts";
import type { TipAnswer } from "./tips/send-tip.ts";
import type { TipOrder } from "./tips/validate-tips.ts";

/** The live part of the contract. `ticketFor` issues the ticket of the event socket. */
export function roomRoutes(needs: {
  rooms: Rooms;
  ticketFor: (subject: Subject) => string;
  /** Where the live events are now. */
  position(topic: Topic): Promise<Position>;
}): Handlers<typeof liveContract> {
  const { rooms, ticketFor } = needs;
  return {
    "GET /api/stream/{slug}": async ({ params }, call) => {
      // Read before the room is: an event too many is harmless, one too few is not.
      const everybody = { public: await needs.position("public") };
      const entered = await rooms.enter(entering(call.viewer), params.slug, call.origin);
      if (entered.ok) return { status: 200, body: withPublic(entered.room, everybody) };
      const { code, show = {} } = entered.refusal;
      const key = keyOf(code, ofRoom);
      return key === "stream_not_started" || key === "in_show" || key === "not_spyable"
        ? problem(call, key, { live_from: everybody, ...show })
        : problem(call, key);
    },
    "POST /api/stream/{slug}/playback": async ({ params }, call) => {
      const opened = await rooms.playback(entering(call.viewer), params.slug, call.origin);
      if (opened.ok) return { status: 200, body: opened.playback };
      return problem(call, keyOf(opened.refusal, ofRoom));
    },
    "POST /api/stream/{slug}/preview": async ({ params, query }, call) => {
      const opened = await rooms.preview(call.viewer, params.slug, call.origin, query.size);
      if (opened.ok) return { status: 200, body: opened.playback };
      return problem(call, keyOf(opened.refusal, ofRoom));
    },
    "POST /api/stream/{slug}/message": async ({ params, body }, call) => {
      const posted = await rooms.chat.say({
        authorId: call.viewer.userId,
        role: call.viewer.role === "model" ? "model" : "fan",
        slug: params.slug,
        body: body.body,
        clientMessageId: body.client_message_id,
      });
      if (posted.ok) return { status: 201, body: posted.line };
      if (posted.refusal.code === "overloaded") return overloadedProblem(call);
      return posted.refusal.code === "too_many"
        ? waitProblem(call, "too_many_messages", posted.refusal.retryAfterSeconds)
        : problem(call, keyOf(posted.refusal.code, ofChat));
    },
    "GET /api/fan/gifts": async () => {
      const gifts = await rooms.tips.gifts();
      return {
        status: 200,
        body: pageOf(gifts, { page: 1, total: gifts.length, pageSize: gifts.length }, "/api/fan/gifts"),
      };
    },
    "POST /api/fan/pay-tips-to-model/{id}": async ({ params, body }, call) => {
      const order = tipOrder(call, params.id, body);
      const sent = await rooms.tips.send(order);
      if (!sent.ok) return tipProblem(call, sent.refusal);
      const { tip: row } = sent;
      return { status: 200, body: { success: true, balance: row.balance_after, tip: presentTip(row) } };
    },
    "POST /api/realtime/ticket": (_input, call) => ({
      status: 200,
      body: { ticket: ticketFor(subjectOf(call.viewer)) },
    }),
  };
}

/** How the refusals of the admission rule are called where a room is opened. */
const ofRoom = {
  sign_in: "unauthenticated",
  fans_only: "forbidden",
  not_yours: "forbidden",
  suspended: "forbidden",
  no_show: "forbidden",
  two_way_not_allowed: "forbidden",
  hidden: "unknown_model",
  not_live: "stream_not_started",
} as const;
/** The problem of a refusal where something is posted in the chat, or removed. */
export const ofChat = {
  ...ofRoom,
  not_yours: "not_your_room",
  hidden: "unknown_room",
  not_live: "stream_stopped",
} as const;

const withPublic = (room: Room, everybody: { public: Position }) => ({
  ...room,
  live_from: { ...everybody, ...room.live_from },
});

const entering = ({ userId, role }: Viewer) =>
  ({ userId, role: role === "model" ? "model" : "fan" }) as const;

function subjectOf(viewer: Viewer | null): Subject {
  if (!viewer) return { userId: null };
  const { userId, role, tokenId, expiresAt } = viewer;
  return { userId, role, tokenId, expiresAtMs: expiresAt.getTime() };
}

type TipBody = z.output<typeof tipRequest>;

function tipOrder(call: Call<Viewer>, modelId: number, body: TipBody): TipOrder {
  return {
    fanId: call.viewer.userId,
    modelId,
    key: call.idempotencyKey ?? randomUUID(),
    what:
      "amount" in body
        ? { amount: body.amount, menuItemId: "menu_item_id" in body ? body.menu_item_id : undefined }
        : { giftId: body.gift_id, quantity: body.quantity ?? 1 },
    message: body.message ?? "",
    anonymous: ("anonymous" in body && body.anonymous) ?? false,
    chatId: "chat_id" in body ? body.chat_id : null,
    language: call.language,
  };
}

function tipProblem(call: Call, refusal: (TipAnswer & { ok: false })["refusal"]) {
  switch (refusal.code) {
    case "too_few_tokens":
    case "limit_reached":
    case "spending_paused":
      return spendProblem(call, refusal);
    case "unknown_gift":
      return fieldProblem(call, refusal.code, "gift_id");
    case "contact_details":
    case "filtered_words":
      return fieldProblem(call, refusal.code, "message");
    case "unknown_menu_item":
      return fieldProblem(call, refusal.code, "menu_item_id");
    case "unknown_chat":
      return fieldProblem(call, refusal.code, "chat_id");
    default:
      return problem(call, keyOf(refusal.code, { ...ofRoom, key_conflict: "tip_key_conflict" }));
  }
}

function presentTip(row: TipRow): z.output<typeof tip> {
  return {
    id: row.id,
    model_id: row.model_id,
    tokens: row.tokens,
    gift_id: row.gift_id,
    menu_item_id: row.menu_item_id,
    transfer_id: row.transfer_id,
    at: row.at.toISOString(),
  };
}
