import { roomRefusal } from "#web/entities/room/room-refusal.ts";
import type { Api } from "#web/lib/api/api.ts";
import type { SendOutcome } from "./chat-session.ts";

/** Says one line in the room `slug`. It waits for its answer as long as it takes, as messages do. */
export async function sendLine(api: Api, slug: string, body: string, id: string): Promise<SendOutcome> {
  const answer = await api.call("POST /api/stream/{slug}/message", {
    params: { slug },
    body: { body, client_message_id: id },
    timeoutMs: null,
  });
  if (answer.status === 201) return { ok: true, line: answer.body };
  return roomRefusal(answer) ?? { ok: false, refusal: "network" };
}
