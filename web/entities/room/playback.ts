import { browserApi } from "#web/lib/api/browser-api.ts";
import type { PlaybackAnswer } from "#web/lib/media/whep/whep-session.ts";

/** Asks for a fresh address and token of a room: of the whole room one is in, or of the silent picture outside it. */
export async function askPlayback(slug: string, what: "playback" | "preview"): Promise<PlaybackAnswer> {
  const answer = await browserApi.call(`POST /api/stream/{slug}/${what}`, { params: { slug } });
  if (answer.status === 200) return { ok: true, playback: answer.body };
  if (answer.status === 409 && answer.body.code === "in_show" && what === "preview")
    return { ok: false, refusal: "refused" };
  if (answer.status === 404 || answer.status === 409) return { ok: false, refusal: "not_live" };
  if (answer.status === 401 || answer.status === 403) return { ok: false, refusal: "refused" };
  return { ok: false, refusal: answer.status === 0 ? "unreachable" : "server_away" };
}
