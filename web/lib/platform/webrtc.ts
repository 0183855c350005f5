/** Whether this browser makes WebRTC connections: some are built, set up or extended not to. Browser only. */
export const hasWebRtc = (): boolean => typeof globalThis.RTCPeerConnection === "function";

/** A connection of this browser. @throws where it makes none, see {@link hasWebRtc}. */
export const createPeer = (configuration?: RTCConfiguration): RTCPeerConnection =>
  new globalThis.RTCPeerConnection(configuration);
