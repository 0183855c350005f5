import { browserClock } from "#web/lib/clock.ts";
import { createWhipSession, type WhipSession } from "#web/lib/media/whip/whip-session.ts";
import { mediaDevices } from "#web/lib/platform/media-devices.ts";
import { createPeer, hasWebRtc } from "#web/lib/platform/webrtc.ts";
import { type CameraSession, createCameraSession } from "./camera-session.ts";

/** A camera of this browser and its way to the media engine. */
export type PublishedCamera = { camera: CameraSession; whip: WhipSession };

/**
 * Makes both, at rest. `picture`: what is asked of the camera; `videoBitsPerSecondMax`: of the connection; `simulcast`: sent
 * in several sizes at once.
 */
export function createPublishedCamera(
  options: { picture?: MediaTrackConstraints; videoBitsPerSecondMax?: number; simulcast?: boolean } = {},
): PublishedCamera {
  const { picture, videoBitsPerSecondMax, simulcast = false } = options;
  const whip = createWhipSession({
    clock: browserClock,
    random: Math.random,
    fetch: (...request) => fetch(...request),
    hasWebRtc,
    createPeer: (configuration) => createPeer({ ...configuration, bundlePolicy: "max-bundle" }),
    ...(videoBitsPerSecondMax ? { videoBitsPerSecondMax } : {}),
    simulcast,
  });
  const camera = createCameraSession({
    devices: mediaDevices(),
    adopted: whip.send,
    ...(picture ? { picture } : {}),
  });
  return { whip, camera };
}

/** Follows the network and the plugs of this device; what it returns lets everything go. */
export function followPlugs({ camera, whip }: PublishedCamera): () => void {
  const media = mediaDevices();
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
