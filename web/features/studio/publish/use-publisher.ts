import { useEffect, useState } from "react";
import type { Studio } from "#contract/studio.ts";
import { browserClock } from "#web/lib/clock.ts";
import { createWhipSession, type WhipSession, type WhipState } from "#web/lib/media/whip/whip-session.ts";
import { useRealtimeEvent, useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";
import { useStore } from "#web/lib/store.ts";
import { type CameraSession, type CameraState, createCameraSession } from "../camera/camera-session.ts";
import { keepAwake } from "./wake-lock.ts";

export type Publisher = {
  camera: CameraSession;
  cameraState: CameraState;
  whip: WhipSession;
  whipState: WhipState;
  /** Media leaves this page, or tries to. */
  isPublishing: boolean;
  /** Publishes what the camera shows; nothing happens before it shows something. */
  goLive(): void;
};

/** The model's camera and its way to the room, for as long as the studio is open. */
export function usePublisher({ publish, model }: Pick<Studio, "publish" | "model">): Publisher {
  const [{ camera, whip }] = useState(createPair);
  useTopic(`person:${model.id}`);
  useRealtimeEvent("PublisherChanged", ({ session_id }) => whip.publishes(session_id));
  useEffect(() => watchDevice(camera, whip), [camera, whip]);
  const whipState = useStore(whip);
  const isPublishing = ["connecting", "live", "reconnecting"].includes(whipState.phase);
  useWarning(isPublishing);
  useEffect(() => {
    if (isPublishing) return keepAwake(navigator.wakeLock, document);
  }, [isPublishing]);
  return {
    camera,
    cameraState: useStore(camera),
    isPublishing,
    whip,
    whipState,
    goLive() {
      const { stream } = camera.get();
      if (stream) whip.start(publish, stream);
    },
  };
}

function createPair(): { camera: CameraSession; whip: WhipSession } {
  const whip = createWhipSession({
    clock: browserClock,
    random: Math.random,
    fetch: (...request) => fetch(...request),
    createPeer: () => new RTCPeerConnection({ bundlePolicy: "max-bundle" }),
  });
  const devices = typeof navigator === "undefined" ? null : (navigator.mediaDevices ?? null);
  return { whip, camera: createCameraSession({ devices, replaced: whip.replace }) };
}

/** Follows the network and the plugs of this device; leaving the page lets everything go. */
function watchDevice(camera: CameraSession, whip: WhipSession): () => void {
  const media = navigator.mediaDevices;
  const devicesChanged = () => void camera.devicesChanged();
  window.addEventListener("online", whip.networkChanged);
  media?.addEventListener("devicechange", devicesChanged);
  return () => {
    window.removeEventListener("online", whip.networkChanged);
    media?.removeEventListener("devicechange", devicesChanged);
    void whip.stop();
    camera.turnOff();
  };
}

/** Asks before the page is closed in the middle of a stream. */
function useWarning(live: boolean): void {
  useEffect(() => {
    if (!live) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [live]);
}
