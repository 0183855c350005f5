import { WebRTCPlayer } from "@eyevinn/webrtc-player";
import { WHIPClient } from "@eyevinn/whip-web-client";

declare global {
  interface Window {
    publishWithWhipClient(url: string, bearer: string): Promise<void>;
    playWithWebRtcPlayer(url: string, authorization: string): Promise<void>;
    framesShown(): number;
    kindsReceived(): string[];
  }
}

const kinds = new Set<string>();
const video = document.createElement("video");
video.muted = true;
video.autoplay = true;
document.body.append(video);

window.publishWithWhipClient = async (endpoint, bearer) => {
  const client = new WHIPClient({ endpoint, opts: { authkey: bearer } });
  await client.ingest(await navigator.mediaDevices.getUserMedia({ video: true, audio: true }));
};

window.playWithWebRtcPlayer = async (url, authorization) => {
  const player = new WebRTCPlayer({ video, type: "whep", statsTypeFilter: "^inbound-rtp" });
  player.on("stats:inbound-rtp", (report: RTCInboundRtpStreamStats) => {
    if (report.packetsReceived) kinds.add(report.kind);
  });
  await player.load(new URL(url), authorization);
};

window.framesShown = () => video.getVideoPlaybackQuality().totalVideoFrames;
window.kindsReceived = () => [...kinds].sort();
