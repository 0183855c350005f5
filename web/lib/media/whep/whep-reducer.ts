import type { Step } from "#web/lib/state-machine.ts";
import type { Backoff } from "../media-session.ts";
import { causeOf, type Finding } from "../no-picture.ts";
import type { Latency } from "./playback-stats.ts";
import { type Failure, failureOf, isMended } from "./rungs.ts";
import {
  missesPicture,
  type Playback,
  type PlaybackAttempt,
  type PlaybackEffect,
  type PlaybackEvent,
  type WhepPhase,
  type WhepState,
} from "./whep-state.ts";

type PlaybackStep = Step<Playback, PlaybackEffect>;
type Event<Kind extends PlaybackEvent["kind"]> = Extract<PlaybackEvent, { kind: Kind }>;

const retryPace: Backoff = { baseMs: 250, maxMs: 8_000 };
const wait: Backoff = { baseMs: 2_000, maxMs: 10_000 };
const standingStill = { moving: false, latency: null };
const atRest: readonly WhepPhase[] = ["idle", "ended", "refused", "elsewhere", "blocked", "unable"];

/** A player after an event, and what has to be done then. */
export function playbackAfter(playback: Playback, event: PlaybackEvent): PlaybackStep {
  const { phase } = playback.view;
  switch (event.kind) {
    case "started":
      if (phase !== "idle") return stay(playback);
      return playback.isPaused
        ? waitForPublisher(playback)
        : connect(
            { ...show(playback, { phase: "connecting", attempt: 0 }), rung: event.rung ?? playback.rung },
            { given: event.address },
          );
    case "switched":
      // The new address opens nothing yet, and may be too old once the room goes on: then a fresh one is asked for.
      return playback.isPaused
        ? rest(playback, "waiting")
        : connect(onTheWay(playback, 0), { given: event.address, insist: true });
    case "network_changed":
      return reconnect(playback);
    case "paused":
      return paused(playback, event);
    case "began": {
      const going = { ...playback, isPaused: false, isUnseen: false };
      return phase === "ended" || phase === "waiting" ? connect(onTheWay(going, 0)) : stay(going);
    }
    case "ended":
      return rest({ ...playback, isPaused: false, isUnseen: false }, "ended");
    case "replaced":
      return replaced(playback, event);
    case "blocked":
      return isAtRest(playback) ? stay(playback) : rest(playback, "blocked");
    case "resumed":
      return phase === "elsewhere" || phase === "blocked" ? connect(onTheWay(playback, 0)) : stay(playback);
    case "layer_preferred":
      return layerPreferred(playback, event);
    case "left":
      return rest(playback, "idle");
    case "connected":
      return connected(playback, event);
    case "refused":
      return refused(playback, event);
    case "connection_lost":
      return connectionLost(playback, event);
    case "unsupported":
      return unsupported(playback, event);
    case "retry_due":
      return connect(playback);
    case "frames_decoded":
      return framesDecoded(playback, event);
    case "no_frame_decoded":
      return stay(playback.view.moving ? show(playback, standingStill) : playback);
    case "stalled":
      return stalled(playback, event);
    case "frame_shown":
      return frameShown(playback);
    case "missing_for":
      return stay(show(playback, { missingSeconds: event.seconds }));
    case "cause_known":
      return stay(show(playback, { noPicture: event.cause }));
  }
}

function paused(playback: Playback, { unseen }: Event<"paused">): PlaybackStep {
  const paused = { ...playback, isPaused: true, isUnseen: unseen };
  if (isAtRest(playback) || playback.view.phase === "waiting")
    return { state: paused, effects: [{ kind: "cancel_retry" }] };
  const { state, effects } = waitForPublisher(paused);
  return { state, effects: [{ kind: "cancel_retry" }, { kind: "settle_frames" }, ...effects] };
}

/** While another session is on its way, it is this page itself that replaces its old one. */
function replaced(playback: Playback, { sessionId }: Event<"replaced">): PlaybackStep {
  const isOurs = playback.connection?.sessionId === sessionId;
  return isOurs && !playback.isConnecting && !isAtRest(playback)
    ? rest(playback, "elsewhere")
    : stay(playback);
}

function layerPreferred(playback: Playback, { layer }: Event<"layer_preferred">): PlaybackStep {
  const { connection } = playback;
  if (layer === playback.layer) return stay(playback);
  return {
    state: { ...playback, layer },
    effects: connection ? [{ kind: "prefer_layer", connection, layer }] : [],
  };
}

function connected(playback: Playback, { asked, connection }: Event<"connected">): PlaybackStep {
  if (asked.attempt !== playback.attempts)
    return { state: playback, effects: [{ kind: "close", connection }] };
  const { layer } = playback;
  const reached = { ...playback, isConnecting: false };
  // The old picture came back while the new one was on its way: a change would only flicker.
  if (playback.view.phase === "playing" && !asked.insist)
    return { state: reached, effects: [{ kind: "close", connection }] };
  return {
    state: { ...show(reached, { stream: connection.stream }), connection, adopted: asked.attempt },
    effects: [
      ...closing(playback),
      // Another size may have been chosen while the session was on its way.
      ...(layer === asked.layer ? [] : [{ kind: "prefer_layer", connection, layer } as const]),
      { kind: "watch_frames", connection },
    ],
  };
}

function refused(playback: Playback, { asked, refusal }: Event<"refused">): PlaybackStep {
  if (asked.attempt !== playback.attempts) return stay(playback);
  const { phase } = playback.view;
  const answered = { ...playback, isConnecting: false };
  if (refusal === "unauthorized" && asked.given) return connect(answered, { insist: asked.insist });
  if (phase === "playing") return stay(answered);
  if (refusal === "refused") return rest(answered, "refused");
  if (refusal === "not_live" || refusal === "no_publisher") return waitForPublisher(answered);
  const failure = failureOf(playback, refusal);
  const { state, effects } = tryOtherwise(
    answered,
    failure.found,
    refusal === "format" || refusal === "full" ? wait : retryPace,
  );
  return { state, effects: missesPicture(phase) ? [findCause(playback, failure), ...effects] : effects };
}

/** A rung that the next one may mend is at once left for it; one that fails below leads back after a while. */
function tryOtherwise(playback: Playback, found: Finding | null, backoff = retryPace): PlaybackStep {
  if (isMended(playback, found))
    return connect({
      ...onTheWay(playback, playback.view.attempt + 1),
      rung: "https",
      fellBy: causeOf(found),
    });
  const leadsBack = playback.rung === "https" && playback.rungs.includes("webrtc");
  const isOurs = found === "full" || found === "server_away";
  return retryLater(leadsBack && !isOurs ? { ...playback, rung: "webrtc" } : playback, backoff);
}

/** Where neither rung plays, the cause that is said is that of the upper one, unless the lower one found it on our side. */
function findCause(playback: Playback, { found, isCertain }: Failure): PlaybackEffect {
  const fellBy = playback.rung === "https" ? playback.fellBy : null;
  const cause = causeOf(found);
  const isOurs = cause === "full" || cause === "server_away";
  return {
    kind: "find_cause",
    cause: isOurs ? cause : (fellBy ?? cause),
    isCertain: isCertain && !isMended(playback, found),
  };
}

function unsupported(playback: Playback, { asked }: Event<"unsupported">): PlaybackStep {
  if (asked.attempt !== playback.attempts) return stay(playback);
  const rungs = playback.rungs.filter((rung) => rung !== asked.rung);
  const [rung] = rungs;
  return rung === undefined
    ? rest(playback, "unable")
    : connect({ ...playback, rungs, rung }, { given: asked.given, insist: asked.insist });
}

function connectionLost(playback: Playback, { attempt, why }: Event<"connection_lost">): PlaybackStep {
  if (attempt !== playback.adopted || playback.isConnecting || isAtRest(playback)) return stay(playback);
  if (why === "replaced") return rest(playback, "elsewhere");
  const found = why ?? "network";
  // A picture that had played before it was lost is asked for in the same way.
  const isMissing = missesPicture(playback.view.phase);
  const { state, effects } = isMissing ? tryOtherwise(playback, found) : reconnect(playback);
  return { state, effects: [...effects, findCause(playback, { found, isCertain: false })] };
}

function framesDecoded(playback: Playback, { added, latency }: Event<"frames_decoded">): PlaybackStep {
  if (playback.isUnseen) return stay(playback);
  const framesTotal = playback.framesTotal + added;
  const { state, effects } = play({ ...playback, framesTotal, isPaused: false });
  return {
    state: show(state, { latency: inTenths(latency, playback.view.latency) }),
    effects: [{ kind: "report_frames", total: framesTotal }, ...effects],
  };
}

function stalled(playback: Playback, { found }: Event<"stalled">): PlaybackStep {
  const { phase } = playback.view;
  if (phase === "waiting") return waitForPublisher(playback);
  const { state, effects } =
    phase === "playing"
      ? connect(show(playback, { phase: "stalled", attempt: 1 }))
      : tryOtherwise(playback, found);
  return { state, effects: [findCause(playback, { found, isCertain: false }), ...effects] };
}

function frameShown(playback: Playback): PlaybackStep {
  const isKnown = playback.view.phase === "playing" || playback.connection === null;
  return isAtRest(playback) || playback.isUnseen || isKnown ? stay(playback) : play(playback);
}

function play(playback: Playback): PlaybackStep {
  return {
    state: {
      ...show(playback, { phase: "playing", attempt: 0, moving: true, hasPlayed: true }),
      fellBy: null,
    },
    effects: [
      ...(playback.isConnecting ? [] : [{ kind: "cancel_retry" } as const]),
      ...(playback.view.phase === "playing" ? [] : [{ kind: "rung_worked", rung: playback.rung } as const]),
    ],
  };
}

function reconnect(playback: Playback): PlaybackStep {
  if (isAtRest(playback)) return stay(playback);
  if (playback.isPaused) return waitForPublisher(playback);
  return connect(onTheWay(playback, playback.view.hasPlayed ? 1 : 0));
}

function connect(
  playback: Playback,
  { given, insist = false }: Partial<Pick<PlaybackAttempt, "given" | "insist">> = {},
): PlaybackStep {
  const attempt = playback.attempts + 1;
  return {
    state: { ...playback, attempts: attempt, isConnecting: true },
    effects: [
      { kind: "cancel_retry" },
      { kind: "connect", attempt, given, layer: playback.layer, rung: playback.rung, insist },
    ],
  };
}

function retryLater(playback: Playback, backoff = retryPace): PlaybackStep {
  const attempt = playback.view.attempt + 1;
  return { state: onTheWay(playback, attempt), effects: [{ kind: "retry", backoff, attempt }] };
}

function waitForPublisher(playback: Playback): PlaybackStep {
  const attempt = playback.view.attempt + 1;
  return {
    state: show(playback, { phase: "waiting", attempt, ...standingStill }),
    effects: playback.isPaused ? [] : [{ kind: "retry", backoff: wait, attempt }],
  };
}

function rest(playback: Playback, phase: WhepPhase): PlaybackStep {
  return {
    state: {
      ...show(playback, { phase, attempt: 0, ...standingStill, stream: null }),
      attempts: playback.attempts + 1,
      isConnecting: false,
      connection: null,
    },
    effects: [{ kind: "cancel_retry" }, { kind: "stop_watching" }, ...closing(playback)],
  };
}

const closing = ({ connection }: Playback): PlaybackEffect[] =>
  connection ? [{ kind: "close", connection }] : [];

const isAtRest = ({ view }: Playback) => atRest.includes(view.phase);

function onTheWay(playback: Playback, attempt: number): Playback {
  return show(playback, { phase: playback.view.hasPlayed ? "recovering" : "connecting", attempt });
}

const show = (playback: Playback, change: Partial<WhepState>): Playback => ({
  ...playback,
  view: { ...playback.view, ...change },
});

const stay = (state: Playback): PlaybackStep => ({ state, effects: [] });

/** Returns `before` itself when nothing in it changed: what changes is rendered again. */
function inTenths(latency: Latency | null, before: Latency | null): Latency | null {
  if (latency === null) return null;
  const ms = Math.max(100, Math.round(latency.ms / 100) * 100);
  return before?.ms === ms && before.from === latency.from ? before : { ...latency, ms };
}
