import { browserClock } from "#web/lib/clock.ts";
import { hasMediaSource } from "#web/lib/platform/media-source.ts";
import { createPeer, hasWebRtc } from "#web/lib/platform/webrtc.ts";
import { createStore } from "#web/lib/store.ts";
import { createWhepSession, type PlaybackAnswer, type WhepSession } from "./whep-session.ts";
import type { Rung } from "./whep-state.ts";

type BrowserSessionOptions = {
  /** Called with how many frames were decoded so far. */
  onFrames?(total: number): void;
  silent?: boolean;
};

/** Each page load tries WebRTC again: networks change. */
const workingRung = createStore<{ rung: Rung }>({ rung: "webrtc" });

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
    hasWebRtc,
    hasFrames: hasMediaSource,
    workingRung,
    createPeer,
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
  followNetworkKind(session.networkChanged, options);
  window.addEventListener("pagehide", session.leave, options);
  window.addEventListener("pageshow", ({ persisted }) => persisted && restart(), options);
  return () => stop.abort();
}

/** The Network Information API. `type` is known on Android and ChromeOS; not every browser has the rest. */
type NetworkInformation = EventTarget & { type?: string };

const unknownKinds: readonly (string | undefined)[] = [undefined, "unknown", "none"];

/**
 * Notices a move from Wi-Fi to cellular or back, before ICE does. `change` also comes with each new estimate of speed and
 * delay, which leaves the way to the engine as it is.
 */
function followNetworkKind(changed: () => void, options: { signal: AbortSignal }): void {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation };
  let known = connection?.type;
  const compare = () => {
    const kind = connection?.type;
    if (unknownKinds.includes(kind) || kind === known) return;
    const moved = !unknownKinds.includes(known);
    known = kind;
    if (moved) changed();
  };
  connection?.addEventListener("change", compare, options);
}
