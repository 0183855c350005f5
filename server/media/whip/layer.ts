import type { FastifyInstance, FastifyRequest } from "fastify";
import type { LayerPreference } from "#engine/ipc/protocol.ts";
import type { MediaEngine } from "../media-engine.ts";
import { jsonType, notAllowed, sendRefusal } from "./answers.ts";
import { hasType, textOf } from "./requests.ts";
import type { SessionOwners, SessionRequest } from "./sessions.ts";

/** The link relation by which the answer to a WHEP offer names the session's layer resource. */
export const layerRelation = "urn:fanlight:whep:ext:layer";

/** The layer that a WHEP offer asks for in its query (`?layer=low`); `auto` without one, null for an unknown one. */
export function layerOfQuery(request: FastifyRequest): LayerPreference | null {
  const { layer = "auto" } = request.query as Record<string, unknown>;
  return isLayer(layer) ? layer : null;
}

/**
 * A playback session's simulcast layer: `POST` of `{"layer": "auto" | "low" | "high"}` by the bearer who opened the session,
 * answered with 204. The picture changes at the layer's next keyframe. Sessions of a fixed layer refuse it with 403.
 */
export function addLayer(
  app: FastifyInstance,
  owners: SessionOwners,
  media: Pick<MediaEngine, "preferLayer">,
): void {
  const url = "/whep/:slug/:sessionId/layer";
  app.post(url, { bodyLimit: 1024 }, async (request: SessionRequest, reply) => {
    const refusal = owners.refusal(request, "/layer");
    if (refusal) return sendRefusal(reply, refusal);
    if (!hasType(request, jsonType)) return sendRefusal(reply, "not_json");
    const layer = readLayer(textOf(request));
    if (layer === null) return sendRefusal(reply, "bad_layer");
    const { sessionId } = request.params;
    if (owners.isLayerFixed(sessionId)) return sendRefusal(reply, "forbidden");
    const isKnown = !owners.hasEnded(sessionId) && (await media.preferLayer(sessionId, layer));
    return isKnown ? reply.code(204).send() : sendRefusal(reply, "session_ended");
  });
  app.options(url, (_request, reply) => reply.header("accept-post", jsonType).code(200).send());
  app.route({ method: ["GET", "PUT", "PATCH", "DELETE"], url, handler: notAllowed("POST, OPTIONS") });
}

function readLayer(text: string): LayerPreference | null {
  try {
    const body: unknown = JSON.parse(text);
    const layer = typeof body === "object" && body !== null && "layer" in body ? body.layer : null;
    return isLayer(layer) ? layer : null;
  } catch {
    return null;
  }
}

function isLayer(layer: unknown): layer is LayerPreference {
  return layer === "auto" || layer === "low" || layer === "high";
}
