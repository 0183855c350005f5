import type { messagingContract } from "#contract/messaging.ts";
import type { Call, Handlers } from "#server/kit/http/call.ts";
import { pageOf } from "#server/kit/http/pages.ts";
import { fieldProblem, problem } from "#server/kit/http/problem.ts";
import { lostProblem } from "../answers.ts";
import type { Messaging } from "../messaging.ts";
import { massMessagesPerPage } from "../store/mass-store.ts";
import type { MassMediaRefusal } from "./mass-media.ts";
import type { MassRefusal } from "./order-mass-message.ts";

type MassCalls =
  | "GET /api/studio/mass-messages"
  | "POST /api/studio/mass-messages"
  | "POST /api/studio/mass-media"
  | "DELETE /api/studio/mass-messages/{id}";

/** The model's messages to many. */
export function massRoutes({
  messaging,
}: {
  messaging: Messaging;
}): Pick<Handlers<typeof messagingContract>, MassCalls> {
  return {
    "GET /api/studio/mass-messages": async ({ query: { page } }, call) => {
      const { items, total } = await messaging.massMessages(call.viewer.userId, page);
      const place = { page, total, pageSize: massMessagesPerPage };
      return { status: 200, body: pageOf(items, place, "/api/studio/mass-messages") };
    },
    "POST /api/studio/mass-messages": async ({ body }, call) => {
      const sent = await messaging.sendMassMessage({
        modelId: call.viewer.userId,
        to: body.to,
        itemId: body.item_id ?? null,
        body: body.body,
        mediaId: body.media_id ?? null,
        // Words alone have no price.
        price: body.media_id ? (body.price ?? null) : null,
        sendAt: body.send_at ? new Date(body.send_at) : null,
        clientId: body.client_id,
      });
      return sent.ok ? { status: 201, body: sent.mass } : orderProblem(call, sent.refusal);
    },
    "POST /api/studio/mass-media": async ({ files }, call) => {
      const { path, size } = files.file;
      const poster = files.poster?.bytes ?? null;
      const kept = await messaging.uploadMassMedia(call.viewer.userId, { path, size, poster });
      return kept.ok ? { status: 201, body: kept.media } : mediaProblem(call, kept.refusal);
    },
    "DELETE /api/studio/mass-messages/{id}": async ({ params }, call) => {
      const taken = await messaging.recallMassMessage(call.viewer.userId, params.id);
      return taken.ok ? { status: 200, body: taken.mass } : lostProblem(call, taken.refusal);
    },
  };
}

function orderProblem(call: Call, refusal: MassRefusal) {
  switch (refusal) {
    case "too_many":
      return problem(call, "too_many_today");
    case "id_used":
      return problem(call, "temp_id_used");
    case "not_listed":
      return problem(call, "not_listed");
    case "nothing_said":
      return fieldProblem(call, "nothing_said", "body");
    case "contact_details":
      return fieldProblem(call, refusal, "body");
    case "unknown_item":
      return fieldProblem(call, "unknown_mass_item", "item_id");
    case "unknown_file":
      return fieldProblem(call, "unknown_mass_file", "media_id");
    case "too_early":
      return fieldProblem(call, "planned_too_early", "send_at");
    case "too_late":
      return fieldProblem(call, "planned_too_late", "send_at");
  }
}

function mediaProblem(call: Call, refusal: MassMediaRefusal) {
  switch (refusal.code) {
    case "too_many":
      return problem(call, "too_many_messages", { retry_after: refusal.retryAfterSeconds });
    case "too_large":
      return problem(call, "picture_too_large");
    case "not_media":
    case "picture_broken":
    case "picture_pixels":
      return fieldProblem(call, refusal.code, "file");
  }
}
