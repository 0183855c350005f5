import type { Clock } from "#web/lib/clock.ts";
import { watchCause } from "#web/lib/media/cause-watch.ts";
import { connectPlayback } from "#web/lib/media/connect-playback.ts";
import { backoffMs } from "#web/lib/media/media-session.ts";
import { createMachine, type Machine } from "#web/lib/state-machine.ts";
import type { Store, WritableStore } from "#web/lib/store.ts";
import { createFrameWatch, type FrameWatch, type FrameWatchNeeds, stallMs } from "./frame-watch.ts";
import { findingOfStillness } from "./playback-stats.ts";
import { watchStall } from "./stall-watch.ts";
import type { LayerPreference, WhepAddress, WhepNeeds } from "./whep-connection.ts";
import { playbackAfter } from "./whep-reducer.ts";
import {
  idlePlayback,
  missesPicture,
  type Playback,
  type PlaybackAttempt,
  type PlaybackEffect,
  type PlaybackEvent,
  type Rung,
  type WhepState,
} from "./whep-state.ts";

export type PlaybackAnswer =
  | { ok: true; playback: WhepAddress }
  | { ok: false; refusal: "not_live" | "refused" | "unreachable" | "server_away" };

export type WhepSessionNeeds = WhepNeeds & {
  clock: Clock;
  random(): number;
  /** Whether this browser makes WebRTC connections, and whether it plays a live picture from a socket. */
  hasWebRtc(): boolean;
  hasFrames(): boolean;
  /** The rung that worked last on this page, for all its rooms. */
  workingRung: WritableStore<{ rung: Rung }>;
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
  /** The browser plays nothing before somebody presses: nothing is asked for until then. */
  blocked(): void;
  /** Plays here again after it was replaced or blocked. */
  resume(): void;
  /** Sets the size of the picture, in this session and those that follow it. */
  prefer(layer: LayerPreference): void;
  setHidden(hidden: boolean): void;
  /** The video element showed a frame: that is known sooner than the next sample of the statistics. */
  pictured(): void;
  /** Ends the session with the engine. */
  leave(): void;
};

/** Makes a player session; see `WhepPhase` for its states. */
export function createWhepSession(needs: WhepSessionNeeds): WhepSession {
  const frames = createFrameWatch({ clock: needs.clock, ...frameEvents(() => machine) });
  const machine: PlaybackMachine = createMachine({
    initial: idlePlayback,
    after: playbackAfter,
    carryOut: (machine) => playbackEffects(needs, frames, machine),
  });
  const { view, send } = machine;
  return {
    get: view.get,
    subscribe: view.subscribe,
    start: (address) => send({ kind: "started", address, rung: needs.workingRung.get().rung }),
    switchTo: (address) => send({ kind: "switched", address }),
    networkChanged: () => send({ kind: "network_changed" }),
    paused: (unseen = false) => send({ kind: "paused", unseen }),
    began: () => send({ kind: "began" }),
    ended: () => send({ kind: "ended" }),
    replaced: (sessionId) => send({ kind: "replaced", sessionId }),
    blocked: () => send({ kind: "blocked" }),
    resume: () => send({ kind: "resumed" }),
    prefer: (layer) => send({ kind: "layer_preferred", layer }),
    setHidden: frames.setHidden,
    pictured: () => send({ kind: "frame_shown" }),
    leave: () => send({ kind: "left" }),
  };
}

type PlaybackMachine = Machine<Playback, PlaybackEvent, WhepState>;

/** Tells the machine what the samples of the picture show. */
function frameEvents(machine: () => PlaybackMachine): Omit<FrameWatchNeeds, "clock"> {
  return {
    onFrames: ({ latency }, added) => machine().send({ kind: "frames_decoded", added, latency }),
    onStanding: () => machine().send({ kind: "no_frame_decoded" }),
    onStill(since) {
      const { connection, view } = machine().state();
      const found = findingOfStillness(connection, since, view.hasPlayed);
      machine().send({ kind: "stalled", found });
    },
  };
}

/** Carries the effects out: connections, their retries, and the watches over the picture. */
function playbackEffects(needs: WhepSessionNeeds, frames: FrameWatch, { view, send }: PlaybackMachine) {
  const { clock } = needs;
  watchStall({ clock, store: view, onStep: (seconds) => send({ kind: "missing_for", seconds }) }, stallMs);
  const causes = watchCause({
    clock,
    store: view,
    onCause: (cause) => send({ kind: "cause_known", cause }),
    isMissing: missesPicture,
    passedMs: (phase) => (phase === "stalled" ? stallMs : 0),
    causes: { waiting: "publisher_away", unable: "no_webrtc" },
  });
  let cancelRetry = () => {};

  return (effect: PlaybackEffect): void => {
    switch (effect.kind) {
      case "connect":
        return void connect(needs, effect, send);
      case "close":
        return effect.connection.close();
      case "prefer_layer":
        return void effect.connection.prefer(effect.layer);
      case "watch_frames":
        return frames.watch(effect.connection);
      case "settle_frames":
        return frames.settle();
      case "stop_watching":
        return frames.stop();
      case "retry": {
        cancelRetry();
        const delayMs = backoffMs(effect.backoff, effect.attempt, needs.random);
        cancelRetry = clock.after(delayMs, () => send({ kind: "retry_due" }));
        return;
      }
      case "cancel_retry":
        return cancelRetry();
      case "find_cause":
        return causes.found(effect.cause, effect.isCertain);
      case "report_frames":
        return needs.onFrames?.(effect.total);
      case "rung_worked":
        return needs.workingRung.set({ rung: effect.rung });
    }
  };
}

async function connect(
  needs: WhepSessionNeeds,
  asked: PlaybackAttempt,
  send: (event: PlaybackEvent) => void,
): Promise<void> {
  const { attempt, given, layer, rung } = asked;
  if (!(rung === "webrtc" ? needs.hasWebRtc() : needs.hasFrames()))
    return send({ kind: "unsupported", asked });
  const fresh: PlaybackAnswer = given ? { ok: true, playback: given } : await needs.freshPlayback();
  if (!fresh.ok) return send({ kind: "refused", asked, refusal: fresh.refusal });
  const reached = await connectPlayback(needs, rung, fresh.playback, layer, (why) =>
    send({ kind: "connection_lost", attempt, why }),
  );
  if (reached.ok) send({ kind: "connected", asked, connection: reached.connection });
  else if (reached.refusal === "no_rung")
    send({ kind: "unsupported", asked: { ...asked, given: fresh.playback } });
  else send({ kind: "refused", asked, refusal: reached.refusal });
}
