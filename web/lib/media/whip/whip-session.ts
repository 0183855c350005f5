import { watchCause } from "#web/lib/media/cause-watch.ts";
import type { NoPicture } from "#web/lib/media/no-picture.ts";
import { createStore, type Store } from "#web/lib/store.ts";
import { readUplink, type Uplink, type UplinkCount } from "./uplink-stats.ts";
import {
  connectWhip,
  type TransportChange,
  type WhipAddress,
  type WhipConnection,
  type WhipNeeds,
  type WhipRefusal,
} from "./whip-connection.ts";

/**
 * idle: not publishing · connecting: the first try · live: media flows · reconnecting: it was lost and is being
 * restored · taken: another encoder publishes to the room now · refused: the key or the account is not accepted.
 */
export type WhipPhase = "idle" | "connecting" | "live" | "reconnecting" | "taken" | "refused";

export type WhipState = {
  phase: WhipPhase;
  /** Tries since media last flowed. */
  attempt: number;
  refusal: WhipRefusal | null;
  /** Why media does not get through while it is tried; null while it flows or may still come. */
  noPicture: NoPicture | null;
  uplink: Uplink | null;
};

export type WhipSessionNeeds = WhipNeeds & {
  /** 0 ≤ x < 1. */
  random(): number;
  /** Whether this browser makes connections at all. */
  hasWebRtc(): boolean;
};

/** Publishes one stream and keeps it published until it is stopped. */
export type WhipSession = Store<WhipState> & {
  start(address: WhipAddress, stream: MediaStream): void;
  /** Sends this stream from now on: another camera, another microphone, or both. */
  send(stream: MediaStream): void;
  /** The device changed its network or came back online: do not wait. */
  networkChanged(): void;
  /** The server reports which session publishes to the room now: another one than ours has taken our place. */
  publishes(sessionId: string): void;
  /** Ends the session; resolves when the engine has acknowledged it. */
  stop(): Promise<void>;
};

/** ICE may heal itself; media that stays away longer is restored by a new session. */
export const shakyMaxMs = 2_000;
/** An answered offer whose transport is not up within this time is retried. */
export const connectMaxMs = 10_000;
const retryBaseMs = 500;
const retryMaxMs = 5_000;
const statsPeriodMs = 1_000;
/**
 * An offer whose answer never came here may have opened a session all the same, which then holds the room until the engine
 * has waited in vain for its first packet. For so long another publisher may be ourselves.
 */
export const unansweredMaxMs = 20_000;
/** Seconds without a receiver's report after which the session counts as lost, long before ICE gives up. */
export const silentSamplesMax = 4;

const isTrying = (phase: WhipPhase): boolean => phase === "connecting" || phase === "reconnecting";
const atRest: WhipState = { phase: "idle", attempt: 0, refusal: null, noPicture: null, uplink: null };

/** Makes a publisher; see {@link WhipPhase} for its states. */
export function createWhipSession(needs: WhipSessionNeeds): WhipSession {
  const store = createStore<WhipState>(atRest);
  const causes = watchCause({ clock: needs.clock, store, isMissing: isTrying });
  let address: WhipAddress | null = null;
  let stream: MediaStream | null = null;
  let connection: WhipConnection | null = null;
  /** The entity tag of our last session, so that restoring it pushes nobody out. */
  let lastTag: string | null = null;
  let isOffering = false;
  /** See {@link unansweredMaxMs}. */
  let unansweredUntilMs = 0;
  /** Counts the sessions, so that what an overtaken one reports is ignored. */
  let generation = 0;
  let count: UplinkCount | null = null;
  let cancelTimer = () => {};
  let stopStats = () => {};

  function wait(ms: number, task: () => void) {
    cancelTimer();
    cancelTimer = needs.clock.after(ms, task);
  }

  const nowMs = () => needs.clock.now().getTime();
  const mayBeOurs = () => nowMs() < unansweredUntilMs;
  const markUnanswered = () => {
    unansweredUntilMs = nowMs() + unansweredMaxMs;
  };

  function letGo() {
    if (isOffering) markUnanswered();
    isOffering = false;
    generation += 1;
    cancelTimer();
    stopStats();
    connection?.drop();
    connection = null;
    count = null;
  }

  function rest(change: Partial<WhipState>) {
    letGo();
    store.set({ ...atRest, ...change });
  }

  async function stop() {
    const ended = connection?.end();
    connection = null;
    rest({});
    await ended;
  }

  async function open() {
    if (address === null || stream === null) return;
    letGo();
    const mine = generation;
    const onChange = (change: TransportChange) => onTransport(mine, change);
    isOffering = true;
    const outcome = await connectWhip(needs, address, stream, onChange, lastTag);
    if (mine !== generation) {
      if (outcome.ok) await outcome.connection.end();
      return;
    }
    isOffering = false;
    if (outcome.ok) causes.found("network");
    if (!outcome.ok) onRefusal(outcome.refusal);
    else {
      connection = outcome.connection;
      lastTag = connection.session.etag;
      // A device may have been exchanged since its track was offered.
      sendTracks(stream);
      if (store.get().phase !== "live") wait(connectMaxMs, reopen);
    }
  }

  /** A browser may refuse a track in place of another; it needs an offer of its own then. */
  function sendTracks(media: MediaStream) {
    const mine = generation;
    connection?.send(media).catch(() => {
      if (mine === generation) reopen();
    });
  }

  function onTransport(mine: number, change: TransportChange) {
    if (mine !== generation) return;
    if (change === "up") onUp(mine);
    else if (change === "down") reopen();
    else wait(shakyMaxMs, reopen);
  }

  function onUp(mine: number) {
    cancelTimer();
    stopStats();
    store.set({ phase: "live", attempt: 0, refusal: null });
    stopStats = needs.clock.every(statsPeriodMs, () => void sample(mine));
  }

  async function sample(mine: number) {
    const report = await connection?.stats().catch(() => null);
    if (!report || mine !== generation) return;
    const seen = readUplink(report, count, nowMs());
    count = seen.count;
    store.set({ uplink: seen.uplink });
    if (seen.count.silentSamples >= silentSamplesMax) reopen();
  }

  function onRefusal(refusal: WhipRefusal | "other_publisher") {
    if (refusal === "unreachable" || refusal === "server_away") markUnanswered();
    if (refusal === "unreachable") causes.found("server_away");
    if (refusal === "full" || refusal === "server_away") causes.found(refusal, refusal === "full");
    const isPassing =
      ["unreachable", "full", "server_away"].includes(refusal) ||
      (refusal === "other_publisher" && mayBeOurs());
    if (isPassing) retryLater();
    else if (refusal === "other_publisher") rest({ phase: "taken" });
    else rest({ phase: "refused", refusal });
  }

  /** Media was lost: restore it. */
  function reopen() {
    letGo();
    store.set({ phase: store.get().phase === "connecting" ? "connecting" : "reconnecting", uplink: null });
    retryLater();
  }

  function retryLater() {
    const attempt = store.get().attempt + 1;
    store.set({ attempt });
    const fullMs = Math.min(retryMaxMs, retryBaseMs * 2 ** Math.min(attempt - 1, 10));
    wait(Math.round(fullMs * (0.5 + needs.random() / 2)), () => void open());
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    start(to, media) {
      if (isTrying(store.get().phase) || store.get().phase === "live") return;
      if (!needs.hasWebRtc()) return rest({ phase: "refused", refusal: "no_webrtc" });
      address = to;
      lastTag = null;
      unansweredUntilMs = 0;
      stream = media;
      store.set({ ...atRest, phase: "connecting" });
      void open();
    },
    send(media) {
      stream = media;
      sendTracks(media);
    },
    publishes(sessionId) {
      if (!connection || connection.session.etag === `"${sessionId}"`) return;
      // The event of a session of ours that was overtaken comes late; if it is another's, ours ends on its own.
      if (!mayBeOurs()) rest({ phase: "taken" });
    },
    networkChanged() {
      if (store.get().phase === "live") store.set({ phase: "reconnecting", uplink: null });
      if (isTrying(store.get().phase)) void open();
    },
    stop,
  };
}
