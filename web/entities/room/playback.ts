import { browserApi } from "#web/lib/api/browser-api.ts";
import type { PlaybackAnswer } from "#web/lib/media/whep/whep-session.ts";

/** The whole room one is in, or its silent picture outside it: as small as a card's, or as large as a profile's. */
export type PlaybackKind = "playback" | "preview" | "large_preview";

/** Asks for a fresh address and token of a room. */
export async function askPlayback(slug: string, kind: PlaybackKind): Promise<PlaybackAnswer> {
  const answer = await ask(slug, kind);
  if (answer.status === 200) return { ok: true, playback: answer.body };
  if (answer.status === 409 && answer.body.code === "in_show" && kind !== "playback")
    return { ok: false, refusal: "refused" };
  if (answer.status === 404 || answer.status === 409) return { ok: false, refusal: "not_live" };
  if (answer.status === 401 || answer.status === 403) return { ok: false, refusal: "refused" };
  return { ok: false, refusal: answer.status === 0 ? "unreachable" : "server_away" };
}

function ask(slug: string, kind: PlaybackKind) {
  const params = { slug };
  if (kind === "playback") return browserApi.call("POST /api/stream/{slug}/playback", { params });
  const size = kind === "large_preview" ? "large" : "small";
  return browserApi.call("POST /api/stream/{slug}/preview", { params, query: { size } });
}
