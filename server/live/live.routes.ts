import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { liveContract, tip } from "#contract/live.ts";
import type { Position, Topic } from "#contract/realtime.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { pageOf } from "#server/kit/http/pages.ts";
import { defineTexts, problem } from "#server/kit/http/texts.ts";
import { overloadedProblem } from "#server/kit/overload/refusal.ts";
import type { Subject } from "#server/realtime/realtime.ts";
import type { EnterRefusal, Room } from "./enter-room.ts";
import type { TipOrder } from "./judge-tips.ts";
import type { Live } from "./live.ts";
import type { TipAnswer } from "./pay-tips.ts";
import type { TipRow } from "./store/tips-store.ts";

const texts = defineTexts({
  unknown_model: { en: "This model does not exist.", es: "Esta modelo no existe." },
  unknown_room: { en: "This room does not exist.", es: "Esta sala no existe." },
  unknown_gift: { en: "This gift does not exist.", es: "Este regalo no existe." },
  not_your_room: {
    en: "You can only write in your own room.",
    es: "Solo puedes escribir en tu propia sala.",
  },
  banned: {
    en: "This model has closed her room and her chats to you.",
    es: "Esta modelo te ha cerrado su sala y sus chats.",
  },
  stream_not_started: {
    en: "The model hasn't started the stream yet. This page updates when she does.",
    es: "La modelo aún no ha empezado. Esta página se actualiza cuando empiece.",
  },
  in_show: {
    en: "The model is in a one-to-one show now.",
    es: "La modelo está ahora en un show individual.",
  },
  stream_stopped: {
    en: "The stream has ended, so nobody would read this.",
    es: "La transmisión ha terminado, así que nadie lo leería.",
  },
  too_many: { en: "A little slower, please.", es: "Un poco más despacio, por favor." },
  key_conflict: {
    en: "This id was used for another tip.",
    es: "Este identificador ya se usó para otra propina.",
  },
  frozen: {
    en: "Spending is paused on this account. Please contact support.",
    es: "El gasto está en pausa en esta cuenta. Contacta con soporte.",
  },
  too_few_tokens: { en: "You do not have enough tokens.", es: "No tienes suficientes tokens." },
});

/** The live part of the contract. `ticketFor` issues the ticket of the event socket. */
export function liveRoutes(needs: {
  live: Live;
  ticketFor: (subject: Subject) => string;
  /** Where the live events are now. */
  position(topic: Topic): Promise<Position>;
}): Handlers<typeof liveContract> {
  const { live, ticketFor } = needs;
  return {
    "GET /api/stream/{slug}": async ({ params }, call) => {
      // Read before the room is: an event too many is harmless, one too few is not.
      const everybody = { public: await needs.position("public") };
      const entered = await live.enter(call.viewer.userId, params.slug, call.origin);
      if (entered.ok) return { status: 200, body: withPublic(entered.room, everybody) };
      if (entered.refusal === "unknown_model") return problem(call, 404, texts, "unknown_model");
      if (entered.refusal === "banned") return problem(call, 403, texts, "banned");
      return problem(call, 409, texts, entered.refusal, { live_from: everybody });
    },
    "POST /api/stream/{slug}/playback": async ({ params }, call) => {
      const opened = await live.playback(call.viewer.userId, params.slug, call.origin);
      if (opened.ok) return { status: 200, body: opened.playback };
      return enterProblem(call, opened.refusal);
    },
    "POST /api/stream/{slug}/message": async ({ params, body }, call) => {
      const said = await live.say({
        authorId: call.viewer.userId,
        role: call.viewer.role === "model" ? "model" : "fan",
        slug: params.slug,
        body: body.body,
        clientMessageId: body.client_message_id,
      });
      if (said.ok) return { status: 201, body: said.line };
      if (said.refusal.code === "overloaded") return overloadedProblem(call);
      if (said.refusal.code === "unknown_room") return problem(call, 404, texts, "unknown_room");
      if (said.refusal.code === "in_show") return problem(call, 409, texts, "in_show");
      if (said.refusal.code === "stream_stopped") return problem(call, 409, texts, "stream_stopped");
      if (said.refusal.code === "banned") return problem(call, 403, texts, "banned");
      if (said.refusal.code === "not_your_room") return problem(call, 403, texts, "not_your_room");
      return problem(call, 429, texts, "too_many", { retry_after: said.refusal.retryAfterSeconds });
    },
    "GET /api/fan/gifts": async () => {
      const gifts = await live.gifts();
      return {
        status: 200,
        body: pageOf(gifts, { page: 1, total: gifts.length, pageSize: gifts.length }, "/api/fan/gifts"),
      };
    },
    "POST /api/fan/pay-tips-to-model/{id}": async ({ params, body }, call) => {
      const order = tipOrder(call, params.id, body);
      const sent = await live.tip(order);
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

const withPublic = (room: Room, everybody: { public: Position }) => ({
  ...room,
  live_from: { ...everybody, ...room.live_from },
});

function subjectOf(viewer: Viewer | null): Subject {
  if (!viewer) return { userId: null };
  const { userId, role, tokenId, expiresAt } = viewer;
  return { userId, role, tokenId, expiresAtMs: expiresAt.getTime() };
}

function enterProblem(call: Call, refusal: EnterRefusal) {
  if (refusal === "unknown_model") return problem(call, 404, texts, refusal);
  if (refusal === "banned") return problem(call, 403, texts, refusal);
  return problem(call, 409, texts, refusal);
}

type TipBody =
  | { amount: number; message?: string | undefined; anonymous?: boolean | undefined }
  | {
      gift_id: number;
      quantity?: number | undefined;
      message?: string | undefined;
      anonymous?: boolean | undefined;
    };

function tipOrder(call: Call<Viewer>, modelId: number, body: TipBody): TipOrder {
  return {
    fanId: call.viewer.userId,
    modelId,
    key: call.idempotencyKey ?? randomUUID(),
    what: "amount" in body ? { amount: body.amount } : { giftId: body.gift_id, quantity: body.quantity ?? 1 },
    message: body.message ?? "",
    anonymous: body.anonymous ?? false,
  };
}

function tipProblem(call: Call, refusal: (TipAnswer & { ok: false })["refusal"]) {
  switch (refusal.code) {
    case "too_few_tokens": {
      const { needed, balance } = refusal;
      return problem(call, 402, texts, "too_few_tokens", { needed, balance });
    }
    case "unknown_model":
      return problem(call, 404, texts, "unknown_model");
    case "unknown_gift":
      return problem(call, 422, texts, "unknown_gift", {
        errors: { gift_id: [texts.unknown_gift[call.language]] },
      });
    case "key_conflict":
      return problem(call, 409, texts, "key_conflict");
    case "banned":
    case "frozen":
      return problem(call, 403, texts, refusal.code);
  }
}

function presentTip(row: TipRow): z.output<typeof tip> {
  return {
    id: row.id,
    model_id: row.model_id,
    tokens: row.tokens,
    gift_id: row.gift_id,
    transfer_id: row.transfer_id,
    at: row.at.toISOString(),
  };
}
