import type { Engine } from "#engine/engine.ts";
import type { EngineReply, EngineRequest } from "#engine/ipc/protocol.ts";

/** Carries out one request of the parent. */
export async function serveRequest(engine: Engine, request: EngineRequest): Promise<EngineReply> {
  const { id } = request;
  switch (request.op) {
    case "publish":
      return { id, ...(await engine.publish(request.room, request.offerSdp, request.after)) };
    case "play":
      return {
        id,
        ...(await engine.play(request.room, request.offerSdp, request.sessionTag, request.layer)),
      };
    case "prefer":
      return { id, ok: true, found: engine.prefer(request.sessionId, request.layer) };
    case "end":
      return { id, ok: true, found: engine.end(request.sessionId) };
    case "endRoomViewers":
      engine.endRoomViewers(request.room, request.exceptTags);
      return { id, ok: true };
    case "endPublisher":
      engine.endPublisher(request.room);
      return { id, ok: true };
    case "keyframe":
      engine.requestKeyframe(request.room);
      return { id, ok: true };
  }
}
