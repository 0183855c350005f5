/**
 * Why a room does not play, or a camera does not reach us, as measured:
 *
 * - `no_webrtc`: this browser makes no WebRTC connections.
 * - `format`: it shares no codec with the room, or decodes nothing of what arrives.
 * - `network`: our server answers requests, but no media connection is made, or hardly anything gets through it.
 * - `publisher_away`: nobody publishes.
 * - `server_away`: our server says that it cannot, or sends nothing over a connection that stands.
 * - `full`: all places are taken.
 *
 * That no answer comes at all may be the network of the device or our side: it has no cause.
 */
export type NoPicture = "no_webrtc" | "format" | "network" | "publisher_away" | "server_away" | "full";

/**
 * What was found of a session without a picture: a cause, or that no connection was made where our TURN server refused what
 * the page was given for it. HTTPS mends that as it does a network that lets nothing through, but the fault is ours.
 */
export type Finding = NoPicture | "relay_refused";

export const causeOf = (finding: Finding | null): NoPicture | null =>
  finding === "relay_refused" ? "server_away" : finding;

/**
 * After how many seconds without a picture a cause that is only concluded is said, so that with the loading of the page it
 * takes 8 at most; what a server answers is certain at once.
 */
export const concludedAfterSeconds = 6;

/** The cause that an endpoint's refusal of an offer shows; null where it is another matter. */
export function causeOfRefusal(
  status: number,
  code: string | null,
): "format" | "full" | "server_away" | null {
  if (status === 422) return "format";
  if (code === "too_many" || code === "too_many_from_address") return "full";
  return status >= 500 ? "server_away" : null;
}
