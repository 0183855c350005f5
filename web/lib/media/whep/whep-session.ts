import type { Clock } from "#web/lib/clock.ts";
import { watchCause } from "#web/lib/media/cause-watch.ts";
import { connectPlayback } from "#web/lib/media/connect-playback.ts";
import { backoffMs } from "#web/lib/media/media-session.ts";
import { createStore, type Store } from "#web/lib/store.ts";
import { createFrameWatch, STALL_MS } from "./frame-watch.ts";
import { causeOfStillness, type Latency, type PacketCount, type PlaybackStats } from "./playback-stats.ts";
import { watchStall } from "./stall-watch.ts";
import type {
  LayerPreference,
  WhepAddress,
  WhepConnection,
  WhepNeeds,
  WhepRefusal,
} from "./whep-connection.ts";
import { missesPicture, type WhepPhase, type WhepState } from "./whep-state.ts";

export type PlaybackAnswer =
  | { ok: true; playback: WhepAddress }
  | { ok: false; refusal: "not_live" | "refused" | "unreachable" | "server_away" };

export type WhepSessionNeeds = WhepNeeds & {
  clock: Clock;
  random(): number;
  /** Whether this browser makes connections at all. */
  hasWebRtc(): boolean;
  /** Asks the API for a fresh address and token. */
  freshPlayback(): Promise<PlaybackAnswer>;
  /** Called with the frames decoded in all sessions so far. */
  onFrames?(total: number): void;
};

/** Plays one room and keeps it playing: no reload is ever needed. */
export type WhepSession = Store<WhepState> & {
  /** Without an address one is asked for. */
  start(playback?: WhepAddress): void;
  /** The room moved to another stream or mode: play this one instead; in a paused room, once it goes on. */
  switchTo(playback: WhepAddress): void;
  /** The device changed its network or came back online. */
  networkChanged(): void;
  /**
   * The room reports that the picture is away for a while: nothing is asked for until it says that it goes on. `unseen`: frames
   * that come all the same are not shown, because the model takes a break; otherwise they mean that the picture is back.
   */
  paused(unseen?: boolean): void;
  /** The room reports that the stream began, or goes on. */
  began(): void;
  ended(): void;
  /** The server ended a session of this person for a newer one; when it is this one, it rests until asked for. */
  replaced(sessionId: string): void;
  /** Plays here again after it was replaced. */
  resume(): void;
  /** Which size of the picture is wanted, in this session and those that follow it. */
  prefer(layer: LayerPreference): void;
  setHidden(hidden: boolean): void;
  /** The video element showed a frame: that is known sooner than the next sample of the statistics. */
  pictured(): void;
  /** Ends the session with the engine. */
  leave(): void;
};

const RETRY = { baseMs: 250, maxMs: 8_000 };
const WAIT = { baseMs: 2_000, maxMs: 10_000 };
const STANDING = { moving: false, latency: null };
const AT_REST: readonly WhepPhase[] = ["idle", "ended", "refused", "elsewhere", "unable"];

type Refusal = WhepRefusal | "not_live" | "refused";
type Reached = { ok: true; connection: WhepConnection } | { ok: false; refusal: Refusal };

/** Makes a player session; see `WhepPhase` for its states. */
export function createWhepSession(needs: WhepSessionNeeds): WhepSession {
  const store = createStore<WhepState>({
    phase: "idle",
    attempt: 0,
    missingSeconds: 0,
    noPicture: null,
    ...STANDING,
    stream: null,
    hasPlayed: false,
  });
  watchStall({ clock: needs.clock, store, onStep: (step) => store.set({ missingSeconds: step }) }, STALL_MS);
  const causes = watchCause({
    clock: needs.clock,
    store,
    isMissing: missesPicture,
    passedMs: (phase) => (phase === "stalled" ? STALL_MS : 0),
    causes: { waiting: "publisher_away", unable: "no_webrtc" },
  });
  const frameWatch = createFrameWatch({ clock: needs.clock, onFrames, onStanding, onStill });
  let connection: WhepConnection | null = null;
  let framesTotal = 0;
  let cancelRetry = () => {};
  /** Counts the attempts, so that the answer of an overtaken one is thrown away. */
  let generation = 0;
  let adopted = 0;
  let reaching = false;
  /** The room has reported that nobody publishes, so asking would only be refused. */
  let isPaused = false;
  /** The model takes a break: what still comes is for nobody. */
  let isUnseen = false;
  let layer: LayerPreference = "auto";

  const atRest = () => AT_REST.includes(store.get().phase);
  const onTheWay = (): WhepPhase => (store.get().hasPlayed ? "recovering" : "connecting");

  function onFrames({ latency }: PlaybackStats, added: number) {
    if (isUnseen) return;
    framesTotal += added;
    needs.onFrames?.(framesTotal);
    isPaused = false;
    if (!reaching) cancelRetry();
    store.set({
      phase: "playing",
      attempt: 0,
      moving: true,
      latency: inTenths(latency, store.get().latency),
      hasPlayed: true,
    });
  }

  function onStanding() {
    if (store.get().moving) store.set(STANDING);
  }

  function onStill(since: PacketCount) {
    const { phase } = store.get();
    if (phase === "waiting") return waitForPublisher();
    if (phase === "playing") store.set({ phase: "stalled", attempt: 1 });
    causes.found(causeOfStillness(connection?.isConnected() ?? false, since, store.get().hasPlayed));
    if (phase === "playing") void open();
    else retryLater();
  }

  function onLost(lost: number, isReplaced?: boolean) {
    if (lost !== adopted || reaching || atRest()) return;
    if (isReplaced) rest("elsewhere");
    else {
      reconnect();
      causes.found("network");
    }
  }

  function reconnect() {
    if (atRest()) return;
    if (isPaused) return waitForPublisher();
    store.set({ phase: onTheWay(), attempt: store.get().hasPlayed ? 1 : 0 });
    void open();
  }

  /** Asks for a session. `given` is an address just received; without it a fresh one is fetched. */
  async function open(given?: WhepAddress, insist = false) {
    cancelRetry();
    if (!needs.hasWebRtc()) return rest("unable");
    const mine = ++generation;
    reaching = true;
    const asked = layer;
    const reached = await reach(given, mine);
    if (mine !== generation) {
      if (reached.ok) reached.connection.close();
      return;
    }
    reaching = false;
    if (reached.ok) adopt(reached.connection, asked, mine, insist);
    else if (reached.refusal === "unauthorized" && given) void open(undefined, insist);
    else accept(reached.refusal);
  }

  async function reach(given: WhepAddress | undefined, mine: number): Promise<Reached> {
    const fresh: PlaybackAnswer = given ? { ok: true, playback: given } : await needs.freshPlayback();
    if (!fresh.ok) return fresh;
    return connectPlayback(needs, fresh.playback, layer, (isReplaced) => onLost(mine, isReplaced));
  }

  function adopt(next: WhepConnection, asked: LayerPreference, mine: number, insist: boolean) {
    // The old picture came back while the new one was on its way: a change would only flicker.
    if (store.get().phase === "playing" && !insist) return next.close();
    connection?.close();
    connection = next;
    adopted = mine;
    // Another size may have been chosen while the session was on its way.
    if (layer !== asked) void next.prefer(layer);
    store.set({ stream: next.stream });
    frameWatch.watch(next);
  }

  function accept(refusal: Refusal) {
    if (store.get().phase === "playing") return;
    if (refusal === "refused") return rest("refused");
    if (refusal === "not_live" || refusal === "no_publisher") return waitForPublisher();
    const isUnknown = refusal === "unreachable" || refusal === "unauthorized";
    if (isUnknown) causes.found(null);
    else causes.found(refusal, refusal !== "server_away");
    retryLater(refusal === "format" || refusal === "full" ? WAIT : RETRY);
  }

  function retryLater(backoff = RETRY) {
    const attempt = store.get().attempt + 1;
    store.set({ phase: onTheWay(), attempt });
    tryAgainAfter(backoffMs(backoff, attempt, needs.random));
  }

  function waitForPublisher() {
    const attempt = store.get().attempt + 1;
    store.set({ phase: "waiting", attempt, ...STANDING });
    if (!isPaused) tryAgainAfter(backoffMs(WAIT, attempt, needs.random));
  }

  function tryAgainAfter(delayMs: number) {
    cancelRetry();
    cancelRetry = needs.clock.after(delayMs, () => void open());
  }

  function rest(phase: WhepPhase) {
    generation += 1;
    reaching = false;
    cancelRetry();
    frameWatch.stop();
    connection?.close();
    connection = null;
    store.set({ phase, attempt: 0, ...STANDING, stream: null });
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    start(playback) {
      if (store.get().phase !== "idle") return;
      if (isPaused) return waitForPublisher();
      store.set({ phase: "connecting", attempt: 0 });
      void open(playback);
    },
    switchTo(playback) {
      // The new address opens nothing yet, and may be too old once the room goes on: then a fresh one is asked for.
      if (isPaused) return rest("waiting");
      store.set({ phase: onTheWay(), attempt: 0 });
      void open(playback, true);
    },
    networkChanged: reconnect,
    paused(unseen = false) {
      isPaused = true;
      isUnseen = unseen;
      cancelRetry();
      if (atRest() || store.get().phase === "waiting") return;
      frameWatch.settle();
      waitForPublisher();
    },
    began() {
      isPaused = false;
      isUnseen = false;
      const { phase } = store.get();
      if (phase === "ended" || phase === "waiting") {
        store.set({ phase: onTheWay(), attempt: 0 });
        void open();
      }
    },
    ended() {
      isPaused = false;
      isUnseen = false;
      rest("ended");
    },
    replaced(sessionId) {
      // While another session is on its way, it is this page itself that replaces its old one.
      if (connection?.sessionId === sessionId && !reaching && !atRest()) rest("elsewhere");
    },
    resume() {
      if (store.get().phase !== "elsewhere") return;
      store.set({ phase: onTheWay(), attempt: 0 });
      void open();
    },
    prefer(wanted) {
      if (wanted === layer) return;
      layer = wanted;
      void connection?.prefer(wanted);
    },
    setHidden: frameWatch.setHidden,
    pictured() {
      if (atRest() || isUnseen || store.get().phase === "playing" || connection === null) return;
      if (!reaching) cancelRetry();
      store.set({ phase: "playing", attempt: 0, moving: true, hasPlayed: true });
    },
    leave: () => rest("idle"),
  };
}

/** Returns `before` itself when nothing in it changed: what changes is rendered again. */
function inTenths(latency: Latency | null, before: Latency | null): Latency | null {
  if (latency === null) return null;
  const ms = Math.max(100, Math.round(latency.ms / 100) * 100);
  return before?.ms === ms && before.from === latency.from ? before : { ...latency, ms };
}
