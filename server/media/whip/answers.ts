import type { FastifyReply, FastifyRequest } from "fastify";
import type { PlayRefusal, PublishRefusal } from "../media-engine.ts";
import type { SeatRefusal } from "../playback-seats.ts";

/** Why a bearer may not publish or play. */
export type AccessRefusal = "unauthorized" | "forbidden" | "not_found" | "rate_limited";

/** The fault of a `PATCH` of a session. */
type PatchRefusal =
  | "session_ended"
  | "unsupported_type"
  | "bad_fragment"
  | "precondition_required"
  | "other_ice_session"
  | "ice_restart_unsupported";

/** The fault of a request for a layer. */
type LayerRefusal = "bad_layer" | "not_json" | "session_ended";

export type Refusal =
  | PublishRefusal
  | PlayRefusal
  | AccessRefusal
  | PatchRefusal
  | SeatRefusal
  | LayerRefusal
  | "not_sdp";

export const sdpType = "application/sdp";
export const jsonType = "application/json";
export const fragmentType = "application/trickle-ice-sdpfrag";

const answers: Record<Refusal, readonly [status: number, message: string]> = {
  unauthorized: [401, "A valid bearer token is needed."],
  forbidden: [403, "This bearer token does not open this address."],
  not_found: [404, "There is nothing at this address."],
  no_publisher: [409, "Nobody publishes here now."],
  session_ended: [410, "This session has ended, or another one took its place."],
  other_publisher: [412, "Somebody else publishes here now."],
  other_ice_session: [412, "The entity tag is not the one of this session."],
  not_sdp: [415, `The offer must be ${sdpType}.`],
  not_json: [415, `The layer must be sent as ${jsonType}.`],
  unsupported_type: [415, `Candidates must be sent as ${fragmentType}.`],
  bad_sdp: [400, "The offer cannot be read."],
  bad_layer: [400, "The layer must be auto, low or high."],
  bad_fragment: [400, "The SDP fragment cannot be read."],
  unsupported_codec: [
    422,
    "None of the offered codecs is played here: offer a picture in VP8 or H.264 in constrained baseline, and sound in Opus.",
  ],
  ice_restart_unsupported: [422, "ICE restarts are not supported: begin a new session instead."],
  precondition_required: [428, "Name the session's entity tag in If-Match."],
  rate_limited: [429, "Too many wrong tries. Wait a moment."],
  too_many_of_person: [429, "Too many of your sessions are being opened. Wait a moment."],
  too_many_from_address: [429, "Too many are watching from this address."],
  too_many: [503, "All places are taken. Try again in a moment."],
  interrupted: [503, "The session was ended while it was set up. Try again in a moment."],
  engine_down: [503, "The media server is restarting. Try again in a moment."],
};

/** Sends a refusal as `{code, message}`, with the headers that belong to its status. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const [status, message] = answers[refusal];
  if (status === 401) reply.header("www-authenticate", "Bearer");
  if (status === 429 || status === 503) reply.header("retry-after", "1");
  if (refusal === "unsupported_type") reply.header("accept-patch", fragmentType);
  if (refusal === "not_sdp") reply.header("accept-post", sdpType);
  if (refusal === "not_json") reply.header("accept-post", jsonType);
  return reply.code(status).send({ code: refusal, message });
}

/** A handler for the methods that an address does not have; `allow` lists those that it has. */
export function notAllowed(allow: string) {
  return (_request: FastifyRequest, reply: FastifyReply) =>
    reply
      .header("allow", allow)
      .code(405)
      .send({ code: "method_not_allowed", message: `Allowed here: ${allow}.` });
}
