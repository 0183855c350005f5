import { watchCause } from "#web/lib/media/cause-watch.ts";
import { createMachine, type Machine } from "#web/lib/state-machine.ts";
import type { Store } from "#web/lib/store.ts";
import { readUplink } from "./uplink-stats.ts";
import { connectWhip, type WhipAddress, type WhipNeeds } from "./whip-connection.ts";
import { publicationAfter } from "./whip-reducer.ts";
import {
  isTrying,
  noPublication,
  type Publication,
  type PublicationEffect,
  type PublicationEvent,
  type WhipState,
} from "./whip-state.ts";

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

const retryBaseMs = 500;
const retryMaxMs = 5_000;
const statsPeriodMs = 1_000;

/** Makes a publisher; see `WhipPhase` for its states. */
export function createWhipSession(needs: WhipSessionNeeds): WhipSession {
  const { state, view, send } = createMachine({
    initial: noPublication,
    after: (publication: Publication, event: PublicationEvent) =>
      publicationAfter(publication, event, needs.clock.now().getTime()),
    carryOut: (machine) => publicationEffects(needs, machine),
  });
  return {
    get: view.get,
    subscribe: view.subscribe,
    start: (address, stream) => send({ kind: "started", address, stream, hasWebRtc: needs.hasWebRtc() }),
    send: (stream) => send({ kind: "stream_changed", stream }),
    networkChanged: () => send({ kind: "network_changed" }),
    publishes: (sessionId) => send({ kind: "session_published", sessionId }),
    async stop() {
      const ended = state().connection?.end();
      send({ kind: "stopped" });
      await ended;
    },
  };
}

type PublicationMachine = Machine<Publication, PublicationEvent, WhipState>;

/** Carries the effects out: offers, tracks, timers and samples of the uplink. */
function publicationEffects(needs: WhipSessionNeeds, { state, view, send }: PublicationMachine) {
  const { clock } = needs;
  const causes = watchCause({
    clock,
    store: view,
    onCause: (cause) => send({ kind: "cause_known", cause }),
    isMissing: isTrying,
  });
  let cancelTimer = () => {};
  let stopStats = () => {};

  function wait(ms: number, event: PublicationEvent) {
    cancelTimer();
    cancelTimer = clock.after(ms, () => send(event));
  }

  async function sample(attempt: number) {
    const report = await state()
      .connection?.stats()
      .catch(() => null);
    if (!report || attempt !== state().attempts) return;
    const { uplink, count } = readUplink(report, state().count, clock.now().getTime());
    send({ kind: "sampled", attempt, uplink, count });
  }

  return (effect: PublicationEffect): void => {
    switch (effect.kind) {
      case "offer":
        return void offer(needs, effect, send);
      case "send_tracks":
        effect.connection
          .send(effect.stream)
          .catch(() => send({ kind: "tracks_refused", attempt: effect.attempt }));
        return;
      case "drop":
        return effect.connection.drop();
      case "end":
        return void effect.connection.end();
      case "await_transport":
        return wait(effect.maxMs, { kind: "transport_timed_out" });
      case "retry": {
        const fullMs = Math.min(retryMaxMs, retryBaseMs * 2 ** Math.min(effect.attempt - 1, 10));
        return wait(Math.round(fullMs * (0.5 + needs.random() / 2)), { kind: "retry_due" });
      }
      case "cancel_timer":
        return cancelTimer();
      case "start_stats":
        stopStats();
        stopStats = clock.every(statsPeriodMs, () => void sample(effect.attempt));
        return;
      case "stop_stats":
        return stopStats();
      case "find_cause":
        return causes.found(effect.cause, effect.isCertain);
    }
  };
}

async function offer(
  needs: WhipSessionNeeds,
  { attempt, address, stream, lastTag }: Extract<PublicationEffect, { kind: "offer" }>,
  send: (event: PublicationEvent) => void,
): Promise<void> {
  const outcome = await connectWhip(
    needs,
    address,
    stream,
    (change) => send({ kind: "transport_changed", attempt, change }),
    lastTag,
  );
  send({ kind: "offer_answered", attempt, outcome });
}
