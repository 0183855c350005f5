/** The answers of STUN and TURN servers that refuse (RFC 8489, section 14.8); browsers report what they cannot reach as 701. */
const refusals = { from: 300, to: 699 };

/**
 * Watches whether a TURN server takes what the page was given for it. The answered function: true where one has refused it and
 * none has relayed, so that a connection that is not made may be our side's doing. Firefox reports some refusals over UDP as 701,
 * which counts as the network.
 */
export function watchRelays(peer: RTCPeerConnection): () => boolean {
  let [isRefused, isRelayed] = [false, false];
  peer.onicecandidate = ({ candidate }) => {
    isRelayed ||= candidate?.type === "relay";
  };
  peer.onicecandidateerror = ({ errorCode, url }) => {
    const isAnswer = errorCode >= refusals.from && errorCode <= refusals.to;
    isRefused ||= isAnswer && /^turns?:/.test(url);
  };
  return () => isRefused && !isRelayed;
}
