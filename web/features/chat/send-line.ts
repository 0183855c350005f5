import type { Api } from "#web/lib/api.ts";
import type { SendOutcome } from "./chat-session.ts";

const WAIT_SECONDS = 5;

/** Says one line in the room `slug`. It waits for its answer as long as it takes, as messages do. */
export async function sendLine(api: Api, slug: string, body: string, id: string): Promise<SendOutcome> {
  const answer = await api.call("POST /api/stream/{slug}/message", {
    params: { slug },
    body: { body, client_message_id: id },
    timeoutMs: null,
  });
  switch (answer.status) {
    case 201:
      return { ok: true, line: answer.body };
    case 429:
      return { ok: false, refusal: "slow_down", waitSeconds: answer.body.retry_after ?? WAIT_SECONDS };
    case 401:
    case 403:
    case 404:
    case 409:
    case 422:
      return { ok: false, refusal: "refused", message: answer.body.message };
    default:
      return { ok: false, refusal: "network" };
  }
}
