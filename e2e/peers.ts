import type { Page } from "@playwright/test";

/** What a network lets through: everything (null), or TURN servers alone, whose addresses begin so. */
export type Through = "turn:" | "turns:" | null;

/** Remembers the peer connections that a page makes from now on, as in a network that lets `through`. */
export const rememberPeers = (page: Page, through: Through = null) =>
  page.addInitScript<Through>(keepPeers, through);

/** Runs in the page: the same. */
export function keepPeers(through: Through): void {
  const peers: RTCPeerConnection[] = [];
  const Real = window.RTCPeerConnection;
  window.RTCPeerConnection = class extends Real {
    constructor(settings: RTCConfiguration = {}) {
      const servers = (settings.iceServers ?? []).map((server) => ({
        ...server,
        urls: [server.urls].flat().filter((url) => url.startsWith(through ?? "")),
      }));
      const iceServers = servers.filter(({ urls }) => urls.length > 0);
      super(through ? { ...settings, iceServers, iceTransportPolicy: "relay" } : settings);
      peers.push(this);
    }
  };
  Object.assign(window, { peers });
}

/**
 * How the remembered connections that are open carry their media, by the page's own end of each path: its `protocol`, or the
 * `relayProtocol` by which it reaches a TURN server (W3C webrtc-stats, RTCIceCandidateStats).
 */
export const protocolsOf = (page: Page, kind: "protocol" | "relayProtocol") =>
  page.evaluate(readProtocols, kind);

/** Runs in the page: the same. */
export async function readProtocols(wanted: "protocol" | "relayProtocol"): Promise<string[]> {
  const { peers } = window as unknown as { peers: RTCPeerConnection[] };
  const open = peers.filter(({ connectionState }) => connectionState === "connected");
  const reports = await Promise.all(open.map((peer) => peer.getStats()));
  return reports.flatMap((report) =>
    [...report.values()]
      .filter(({ type, nominated, state }) => type === "candidate-pair" && nominated && state === "succeeded")
      .map(({ localCandidateId }) => String(report.get(localCandidateId)[wanted])),
  );
}
