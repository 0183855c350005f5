import { OwnerAway } from "#server/kit/nodes/ownership.ts";
import type { MediaEngine, MediaEvent } from "./media-engine.ts";

/** A carrier of media that works only while this node owns them. */
export type Owned = {
  /** Begins to carry media, until `endsAt` (ms of CLOCK_MONOTONIC) unless that is put off; rejects when it cannot. */
  begin(endsAt: number): Promise<void>;
  extend(endsAt: number): void;
  /** Ends every session here. */
  end(): Promise<void>;
};

/** An engine that runs only while this node owns the media, and ends on its own where nobody can stop it. */
export type OwnedEngine = MediaEngine & Owned;

type StoppableEngine = MediaEngine & { extend(): void };

/**
 * Makes the {@link OwnedEngine} of a node; `start` starts an engine that ends at what `endsAt` answers (ms of
 * CLOCK_MONOTONIC) once it has started, and whenever it is extended. While the node does not own the media nobody publishes
 * or plays here, and to end somebody's session fails: they are elsewhere.
 */
export function ownedMedia(start: (endsAt: () => number) => Promise<StoppableEngine>): OwnedEngine {
  const reportListeners = new Set<Parameters<MediaEngine["onReport"]>[0]>();
  const eventListeners = new Set<(event: MediaEvent) => void>();
  const helloListeners = new Set<Parameters<MediaEngine["onFramesHello"]>[0]>();
  let engine: StoppableEngine | null = null;
  let latestEnd = 0;
  const own = () => {
    if (engine) return engine;
    throw new OwnerAway("the media are another node's");
  };
  const end = async () => {
    const ended = engine;
    engine = null;
    if (!ended) return;
    for (const listener of eventListeners) listener({ kind: "engine-down" });
    await ended.stop();
  };
  return {
    async begin(endsAt) {
      await end();
      latestEnd = Math.max(latestEnd, endsAt);
      const started = await start(() => latestEnd);
      engine = started;
      // An engine that was stopped reports nothing that concerns its successor.
      started.onReport((rooms) => {
        if (engine === started) for (const listener of reportListeners) listener(rooms);
      });
      started.onFramesHello((hello) => {
        if (engine === started) for (const listener of helloListeners) listener(hello);
      });
      started.onEvent((event) => {
        if (engine === started) for (const listener of eventListeners) listener(event);
      });
    },
    extend(endsAt) {
      latestEnd = endsAt;
      engine?.extend();
    },
    end,
    publish: async (...of) => (engine ? engine.publish(...of) : { ok: false, refusal: "engine_down" }),
    play: async (...of) => (engine ? engine.play(...of) : { ok: false, refusal: "engine_down" }),
    watch: async (...of) => (engine ? engine.watch(...of) : { ok: false, refusal: "engine_down" }),
    beginFrames: async (...of) => (await engine?.beginFrames(...of)) ?? false,
    refuseFrames: (...of) => engine?.refuseFrames(...of),
    passFrames: (client, ...of) => (engine ? engine.passFrames(client, ...of) : client.destroy()),
    onFramesHello(listener) {
      helloListeners.add(listener);
      return () => void helloListeners.delete(listener);
    },
    preferLayer: async (...of) => (await engine?.preferLayer(...of)) ?? false,
    viewers: () => engine?.viewers() ?? [],
    endSession: async (id) => (await engine?.endSession(id)) ?? false,
    endViewers: async (...of) => own().endViewers(...of),
    endViewersEverywhere: async (isGone) => own().endViewersEverywhere(isGone),
    endPublisher: async (room) => own().endPublisher(room),
    hold: async (...of) => own().hold(...of),
    requestKeyframe: (room) => engine?.requestKeyframe(room),
    passOn: (client, head) => (engine ? engine.passOn(client, head) : client.destroy()),
    flows: async (room) => (await engine?.flows(room)) ?? [],
    rooms: () => engine?.rooms() ?? new Map(),
    onReport(listener) {
      reportListeners.add(listener);
      return () => void reportListeners.delete(listener);
    },
    onEvent(listener) {
      eventListeners.add(listener);
      return () => void eventListeners.delete(listener);
    },
    // A node without the media lacks nothing of its own.
    healthy: () => engine?.healthy() ?? true,
    loss: () => engine?.loss() ?? { expected: 0, lost: 0 },
    processId: (room) => engine?.processId(room) ?? null,
    processIds: () => engine?.processIds() ?? [],
    stop: end,
  };
}
