import type { BrowserContext } from "@playwright/test";

/** Leaves a browser's WebRTC no address at all, as where UDP and TCP to the media port are blocked and no TURN is named. */
export const blockMedia = (context: BrowserContext) =>
  context.addInitScript(() => {
    const Real = window.RTCPeerConnection;
    window.RTCPeerConnection = class extends Real {
      constructor(settings?: RTCConfiguration) {
        // Without a relay's address this leaves no candidate.
        super({ ...settings, iceServers: [], iceTransportPolicy: "relay" });
      }
    };
  });
