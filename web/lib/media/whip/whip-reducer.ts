import type { Step } from "#web/lib/state-machine.ts";
import type { WhipRefusal } from "./whip-connection.ts";
import {
  atRest,
  isTrying,
  type Publication,
  type PublicationEffect,
  type PublicationEvent,
  type WhipState,
} from "./whip-state.ts";

type PublicationStep = Step<Publication, PublicationEffect>;
type Event<Kind extends PublicationEvent["kind"]> = Extract<PublicationEvent, { kind: Kind }>;

/** ICE may heal itself; media that stays away longer is restored by a new session. */
const shakyMaxMs = 2_000;
/** An answered offer whose transport is not up within this time is retried. */
const connectMaxMs = 10_000;
/**
 * An offer whose answer never came here may have opened a session all the same, which then holds the room until the engine
 * has waited in vain for its first packet. For so long another publisher may be ourselves.
 */
const unansweredMaxMs = 20_000;
/** Seconds without a receiver's report after which the session counts as lost, long before ICE gives up. */
const silentSamplesMax = 4;

/** A publisher after an event that happens at `nowMs`, and what has to be done then. */
export function publicationAfter(
  publication: Publication,
  event: PublicationEvent,
  nowMs: number,
): PublicationStep {
  const { phase } = publication.view;
  switch (event.kind) {
    case "started":
      return started(publication, event, nowMs);
    case "stream_changed":
      return sendTracks({ ...publication, stream: event.stream });
    case "network_changed": {
      const lost =
        phase === "live" ? show(publication, { phase: "reconnecting", uplink: null }) : publication;
      return isTrying(lost.view.phase) ? open(lost, nowMs) : stay(lost);
    }
    case "session_published": {
      const { connection } = publication;
      if (!connection || connection.session.etag === `"${event.sessionId}"`) return stay(publication);
      // The event of a session of ours that was overtaken comes late; if it is another's, ours ends on its own.
      return mayBeOurs(publication, nowMs) ? stay(publication) : rest(publication, { phase: "taken" }, nowMs);
    }
    case "stopped":
      return rest({ ...publication, connection: null }, {}, nowMs);
    case "offer_answered":
      return offerAnswered(publication, event, nowMs);
    case "transport_changed":
      return event.attempt === publication.attempts
        ? transportChanged(publication, event, nowMs)
        : stay(publication);
    case "transport_timed_out":
      return reopen(publication, nowMs);
    case "tracks_refused":
      return event.attempt === publication.attempts ? reopen(publication, nowMs) : stay(publication);
    case "sampled":
      return sampled(publication, event, nowMs);
    case "retry_due":
      return open(publication, nowMs);
    case "cause_known":
      return stay(show(publication, { noPicture: event.cause }));
  }
}

function started(
  publication: Publication,
  { address, stream, hasWebRtc }: Event<"started">,
  nowMs: number,
): PublicationStep {
  const { phase } = publication.view;
  if (isTrying(phase) || phase === "live") return stay(publication);
  if (!hasWebRtc) return rest(publication, { phase: "refused", refusal: "no_webrtc" }, nowMs);
  const view: WhipState = { ...atRest, phase: "connecting" };
  return open({ ...publication, view, address, stream, lastTag: null, unansweredUntilMs: 0 }, nowMs);
}

function offerAnswered(
  publication: Publication,
  { attempt, outcome }: Event<"offer_answered">,
  nowMs: number,
): PublicationStep {
  if (attempt !== publication.attempts)
    return {
      state: publication,
      effects: outcome.ok ? [{ kind: "end", connection: outcome.connection }] : [],
    };
  const answered = { ...publication, isOffering: false };
  if (!outcome.ok) return refused(answered, outcome.refusal, nowMs);
  const { connection } = outcome;
  // A device may have been exchanged since its track was offered.
  const { state, effects } = sendTracks({ ...answered, connection, lastTag: connection.session.etag });
  // Servers have been asked by now: their addresses stand in the offer.
  const cause = connection.isRelayRefused() ? "server_away" : "network";
  return {
    state,
    effects: [
      { kind: "find_cause", cause, isCertain: false },
      ...effects,
      ...(state.view.phase === "live" ? [] : [{ kind: "await_transport", maxMs: connectMaxMs } as const]),
    ],
  };
}

function refused(
  publication: Publication,
  refusal: WhipRefusal | "other_publisher",
  nowMs: number,
): PublicationStep {
  switch (refusal) {
    case "unreachable":
    case "server_away": {
      const { state, effects } = retryLater(markUnanswered(publication, nowMs));
      return { state, effects: [{ kind: "find_cause", cause: "server_away", isCertain: false }, ...effects] };
    }
    case "full": {
      const { state, effects } = retryLater(publication);
      return { state, effects: [{ kind: "find_cause", cause: "full", isCertain: true }, ...effects] };
    }
    case "other_publisher":
      return mayBeOurs(publication, nowMs)
        ? retryLater(publication)
        : rest(publication, { phase: "taken" }, nowMs);
    default:
      return rest(publication, { phase: "refused", refusal }, nowMs);
  }
}

function transportChanged(
  publication: Publication,
  { attempt, change }: Event<"transport_changed">,
  nowMs: number,
): PublicationStep {
  switch (change) {
    case "up":
      return {
        state: show(publication, { phase: "live", attempt: 0, refusal: null }),
        effects: [{ kind: "cancel_timer" }, { kind: "start_stats", attempt }],
      };
    case "down":
      return reopen(publication, nowMs);
    case "shaky":
      return { state: publication, effects: [{ kind: "await_transport", maxMs: shakyMaxMs }] };
  }
}

function sampled(
  publication: Publication,
  { attempt, uplink, count }: Event<"sampled">,
  nowMs: number,
): PublicationStep {
  if (attempt !== publication.attempts) return stay(publication);
  const counted = { ...show(publication, { uplink }), count };
  return count.silentSamples >= silentSamplesMax ? reopen(counted, nowMs) : stay(counted);
}

function open(publication: Publication, nowMs: number): PublicationStep {
  const { address, stream, lastTag } = publication;
  if (address === null || stream === null) return stay(publication);
  const { state, effects } = letGo(publication, nowMs);
  return {
    state: { ...state, isOffering: true },
    effects: [...effects, { kind: "offer", attempt: state.attempts, address, stream, lastTag }],
  };
}

/** A browser may refuse a track in place of another; it needs an offer of its own then. */
function sendTracks(publication: Publication): PublicationStep {
  const { attempts: attempt, connection, stream } = publication;
  if (connection === null || stream === null) return stay(publication);
  return { state: publication, effects: [{ kind: "send_tracks", attempt, connection, stream }] };
}

/** Media was lost: restore it. */
function reopen(publication: Publication, nowMs: number): PublicationStep {
  const { state, effects } = letGo(publication, nowMs);
  const phase = state.view.phase === "connecting" ? "connecting" : "reconnecting";
  const retried = retryLater(show(state, { phase, uplink: null }));
  return { state: retried.state, effects: [...effects, ...retried.effects] };
}

function retryLater(publication: Publication): PublicationStep {
  const attempt = publication.view.attempt + 1;
  return { state: show(publication, { attempt }), effects: [{ kind: "retry", attempt }] };
}

function rest(publication: Publication, change: Partial<WhipState>, nowMs: number): PublicationStep {
  const { state, effects } = letGo(publication, nowMs);
  return { state: { ...state, view: { ...atRest, ...change } }, effects };
}

function letGo(publication: Publication, nowMs: number): PublicationStep {
  const { isOffering, attempts, connection } = publication;
  const marked = isOffering ? markUnanswered(publication, nowMs) : publication;
  return {
    state: { ...marked, isOffering: false, attempts: attempts + 1, connection: null, count: null },
    effects: [
      { kind: "cancel_timer" },
      { kind: "stop_stats" },
      ...(connection ? [{ kind: "drop", connection } as const] : []),
    ],
  };
}

const mayBeOurs = ({ unansweredUntilMs }: Publication, nowMs: number) => nowMs < unansweredUntilMs;

const markUnanswered = (publication: Publication, nowMs: number): Publication => ({
  ...publication,
  unansweredUntilMs: nowMs + unansweredMaxMs,
});

const show = (publication: Publication, change: Partial<WhipState>): Publication => ({
  ...publication,
  view: { ...publication.view, ...change },
});

const stay = (state: Publication): PublicationStep => ({ state, effects: [] });
