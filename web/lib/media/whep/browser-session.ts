import { browserClock } from "#web/lib/clock.ts";
import { createWhepSession, type PlaybackAnswer, type WhepSession } from "./whep-session.ts";

type BrowserSessionOptions = {
  /** Called with how many frames were decoded so far. */
  onFrames?(total: number): void;
  silent?: boolean;
};

/** A player session of this browser. */
export function createBrowserSession(
  freshPlayback: () => Promise<PlaybackAnswer>,
  options: BrowserSessionOptions,
): WhepSession {
  return createWhepSession({
    ...options,
    clock: browserClock,
    random: Math.random,
    fetch: (input, init) => fetch(input, init),
    createPeer: () => new RTCPeerConnection(),
    createStream: () => new MediaStream(),
    freshPlayback,
  });
}

/** Notifies the session of what the device does: page hidden or shown, network changed, page left and restored. */
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
