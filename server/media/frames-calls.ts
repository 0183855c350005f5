import type { EngineRefusal, EngineReply, FramesHello } from "#engine/ipc/protocol.ts";
import { refuse } from "#server/kit/result.ts";
import type { MediaEngine, WatchRefusal } from "./media-engine.ts";
import type { SessionRegistry } from "./session-registry.ts";
import type { EngineWorkers, RoomCall } from "./workers/engine-workers.ts";

type Call = (request: RoomCall, settled?: (reply: EngineReply | null) => void) => Promise<EngineReply | null>;

type FramesCalls = Pick<
  MediaEngine,
  "watch" | "beginFrames" | "refuseFrames" | "passFrames" | "onFramesHello"
>;

/** The engine's refusals of a viewer over HTTPS; it has no others. */
const watchRefusals: Partial<Record<EngineRefusal, WatchRefusal>> = {
  no_publisher: "no_publisher",
  unsupported_codec: "unsupported_codec",
  too_many: "too_many",
};

/** The part of a {@link MediaEngine} that serves viewers over HTTPS. */
export function framesCalls(
  call: Call,
  engine: Pick<EngineWorkers, "call" | "passFrames">,
  sessions: SessionRegistry,
): { calls: FramesCalls; onHello(hello: FramesHello): void } {
  const listeners = new Set<(hello: FramesHello) => void>();
  return {
    onHello(hello) {
      for (const listener of listeners) listener(hello);
    },
    calls: {
      async watch(watch, holder) {
        const viewer = { ...holder, room: watch.room, tag: watch.tag };
        const forget = sessions.addPending(viewer);
        const reply = await call({ op: "watch", watch }, (answer) => {
          forget();
          if (answer?.ok && answer.sessionId !== undefined) sessions.add(answer.sessionId, viewer);
        });
        if (!reply) return refuse("engine_down");
        if (!reply.ok) return refuse(watchRefusals[reply.refusal] ?? "interrupted");
        if (reply.sessionId === undefined) throw new Error("engine reply without session");
        return { ok: true, sessionId: reply.sessionId };
      },
      async beginFrames(sessionId) {
        const reply = await call({ op: "begin", sessionId });
        return reply?.ok === true && reply.found === true;
      },
      refuseFrames: (connection, refusal) => engine.call({ op: "refuse", connection, refusal }, () => {}),
      passFrames: engine.passFrames,
      onFramesHello(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
  };
}
