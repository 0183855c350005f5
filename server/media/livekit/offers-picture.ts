import sdpTransform from "sdp-transform";

/**
 * Whether a publisher would send a picture by this offer: one of its video sections says so, or says nothing of a direction
 * (RFC 8866, section 6.7). What has no sections or cannot be read is LiveKit's to refuse.
 */
export function offersPicture(offerSdp: string): boolean {
  const { media, direction: ofAll = "sendrecv" } = parse(offerSdp);
  if (media.length === 0) return true;
  return media.some(({ type, direction = ofAll }) => type === "video" && direction.startsWith("send"));
}

/** The parser throws on some malformed lines. */
function parse(offerSdp: string): Pick<sdpTransform.SessionDescription, "media" | "direction"> {
  try {
    return sdpTransform.parse(offerSdp);
  } catch {
    return { media: [] };
  }
}
