import type { Page } from "@playwright/test";

/**
 * Remembers the peer connections that a page makes from now on. `relayOnly`: as in a network that lets nothing through but
 * TURN servers.
 */
export const rememberPeers = (page: Page, relayOnly = false) =>
  page.addInitScript((isRelayOnly) => {
    const peers: RTCPeerConnection[] = [];
    const Real = window.RTCPeerConnection;
    window.RTCPeerConnection = class extends Real {
      constructor(settings?: RTCConfiguration) {
        super(isRelayOnly ? { ...settings, iceTransportPolicy: "relay" } : settings);
        peers.push(this);
      }
    };
    Object.assign(window, { peers });
  }, relayOnly);

/**
 * How the remembered connections that are open carry their media, by the page's own end of each path: its `protocol`, or the
 * `relayProtocol` by which it reaches a TURN server (W3C webrtc-stats, RTCIceCandidateStats).
 */
export const protocolsOf = (page: Page, kind: "protocol" | "relayProtocol") =>
  page.evaluate(async (wanted) => {
    const { peers } = window as unknown as { peers: RTCPeerConnection[] };
    const open = peers.filter(({ connectionState }) => connectionState === "connected");
    const reports = await Promise.all(open.map((peer) => peer.getStats()));
    return reports.flatMap((report) =>
      [...report.values()]
        .filter(
          ({ type, nominated, state }) => type === "candidate-pair" && nominated && state === "succeeded",
        )
        .map(({ localCandidateId }) => String(report.get(localCandidateId)[wanted])),
    );
  }, kind);
