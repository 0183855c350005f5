import type { ApiAnswer } from "#web/lib/api/api.ts";

type RoomAnswer = ApiAnswer<"POST /api/stream/{slug}/message" | "POST /api/fan/pay-tips-to-model/{id}">;
type NotDone = Exclude<RoomAnswer, { status: 200 | 201 | 402 }>;

/** Why a message or a tip was certainly not accepted: too fast, with the seconds to wait, or with the server's message. */
export type RoomRefusal =
  | { ok: false; refusal: "slow_down"; waitSeconds: number }
  | { ok: false; refusal: "refused"; message: string };

const waitSeconds = 5;

/** Reads a room's refusal; null when no certain answer came, so that it may have been accepted all the same. */
export function roomRefusal(answer: NotDone): RoomRefusal | null {
  switch (answer.status) {
    case 429:
      return { ok: false, refusal: "slow_down", waitSeconds: answer.body.retry_after ?? waitSeconds };
    case 401:
    case 403:
    case 404:
    case 409:
    case 422:
      return { ok: false, refusal: "refused", message: answer.body.message };
    case 503:
      // Our own server says so before it has done anything; what a proxy says proves nothing.
      return answer.body.code === "overloaded"
        ? { ok: false, refusal: "refused", message: answer.body.message }
        : null;
    default:
      return null;
  }
}
