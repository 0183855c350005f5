import { browserApi } from "#web/lib/api/browser-api.ts";
import { browserClock } from "#web/lib/clock.ts";
import {
  createWhepSession,
  type PlaybackAnswer,
  type WhepSession,
} from "#web/lib/media/whep/whep-session.ts";

/** A player session of this browser for the room `slug`; `onFrames` hears how many frames were decoded so far. */
export function createBrowserSession(slug: string, onFrames: (total: number) => void): WhepSession {
  return createWhepSession({
    clock: browserClock,
    random: Math.random,
    fetch: (input, init) => fetch(input, init),
    createPeer: () => new RTCPeerConnection(),
    createStream: () => new MediaStream(),
    freshPlayback: () => freshPlayback(slug),
    onFrames,
  });
}

async function freshPlayback(slug: string): Promise<PlaybackAnswer> {
  const answer = await browserApi.call("POST /api/stream/{slug}/playback", { params: { slug } });
  if (answer.status === 200) return { ok: true, playback: answer.body };
  if (answer.status === 404 || answer.status === 409) return { ok: false, refusal: "not_live" };
  if (answer.status === 401 || answer.status === 403) return { ok: false, refusal: "refused" };
  return { ok: false, refusal: "unreachable" };
}

/** Tells the session what the device does: page hidden or shown, network changed, page left and restored. */
export function followDevice(session: WhepSession, restart: () => void): () => void {
  const stop = new AbortController();
  const options = { signal: stop.signal };
  document.addEventListener("visibilitychange", () => session.setHidden(document.hidden), options);
  window.addEventListener("online", session.networkChanged, options);
  networkInformation()?.addEventListener("change", session.networkChanged, options);
  window.addEventListener("pagehide", session.leave, options);
  window.addEventListener("pageshow", ({ persisted }) => persisted && restart(), options);
  return () => stop.abort();
}

/** Tells Wi-Fi from cellular where the browser knows (Network Information API; not in every browser). */
function networkInformation(): EventTarget | undefined {
  return (navigator as Navigator & { connection?: EventTarget }).connection;
}
