import { type MediaEngine, type MediaOptions, startMediaEngine } from "#server/media/media.ts";

/**
 * The real media engine, started when somebody first publishes or plays: few tests of the application do either, and its
 * process takes longer to start than all the rest. Until then there is no room and nobody in it.
 */
export function mediaOnDemand(options: Pick<MediaOptions, "log" | "workers">): MediaEngine {
  const waiting = new Set<(engine: MediaEngine) => void>();
  let starting: Promise<MediaEngine> | undefined;
  let engine: MediaEngine | undefined;
  const held = new Set<string>();
  const start = async () => {
    engine = await startMediaEngine({ udpPort: 0, ...options });
    for (const room of held) await engine.hold(room, true);
    for (const listen of waiting) listen(engine);
    return engine;
  };
  const started = () => {
    starting ??= start();
    return starting;
  };
  const listened = (listen: (engine: MediaEngine) => () => void) => {
    if (engine) return listen(engine);
    let stop = () => {};
    const later = (started: MediaEngine) => {
      stop = listen(started);
    };
    waiting.add(later);
    return () => {
      waiting.delete(later);
      stop();
    };
  };
  return {
    publish: async (...of) => (await started()).publish(...of),
    play: async (...of) => (await started()).play(...of),
    watch: async (...of) => (await started()).watch(...of),
    beginFrames: async (...of) => (await engine?.beginFrames(...of)) ?? false,
    refuseFrames: (...of) => engine?.refuseFrames(...of),
    passFrames: (...of) => void started().then((running) => running.passFrames(...of)),
    onFramesHello: (listener) => listened((of) => of.onFramesHello(listener)),
    preferLayer: async (...of) => (await engine?.preferLayer(...of)) ?? false,
    viewers: () => engine?.viewers() ?? [],
    endSession: async (id) => (await engine?.endSession(id)) ?? false,
    endViewers: async (...of) => engine?.endViewers(...of),
    endViewersEverywhere: async (isGone) => engine?.endViewersEverywhere(isGone),
    endPublisher: async (room) => engine?.endPublisher(room),
    async hold(room, isHeld) {
      if (isHeld) held.add(room);
      else held.delete(room);
      await engine?.hold(room, isHeld);
    },
    requestKeyframe: (room) => engine?.requestKeyframe(room),
    passOn: (client, head) => (engine ? engine.passOn(client, head) : client.destroy()),
    flows: async (room) => (await engine?.flows(room)) ?? [],
    rooms: () => engine?.rooms() ?? new Map(),
    onReport: (listener) => listened((of) => of.onReport(listener)),
    onEvent: (listener) => listened((of) => of.onEvent(listener)),
    healthy: () => engine?.healthy() ?? true,
    loss: () => engine?.loss() ?? { expected: 0, lost: 0 },
    processId: (room) => engine?.processId(room) ?? null,
    processIds: () => engine?.processIds() ?? [],
    stop: async () => (await starting)?.stop(),
  };
}
