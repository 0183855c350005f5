import { useEffect, useEffectEvent, useState } from "react";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import type { CameraState } from "#web/lib/media/camera/camera-session.ts";
import { createPublishedCamera, followPlugs } from "#web/lib/media/camera/published-camera.ts";
import { useStore } from "#web/lib/store.ts";
import { toastRefusal } from "#web/ui/overlays/toast.ts";

/** Small, and either way up: it is seen beside a chat. */
const picture: MediaTrackConstraints = { width: { ideal: 640 }, frameRate: { ideal: 24, max: 24 } };
const videoBitsPerSecondMax = 800_000;

export type FanCamera = {
  /** off · starting: the browser asks, or the first packet is on its way · on: the model gets it · lost: on its way back. */
  phase: "off" | "starting" | "on" | "lost";
  camera: CameraState;
  start(): void;
  stop(): void;
  toggleMicrophone(): void;
};

/** The fan's camera in a show: off until they start it, and off again when the component goes. */
export function useFanCamera(onRefused: () => void): FanCamera {
  const [published] = useState(() => createPublishedCamera({ picture, videoBitsPerSecondMax }));
  const { camera, whip } = published;
  const [state, { phase }] = [useStore(camera), useStore(whip)];
  useEffect(() => followPlugs(published), [published]);
  const place = useCommand({
    call: () => browserApi.call("POST /api/fan/show-camera"),
    onDone({ body: { url, token, ice_servers } }) {
      const { stream } = camera.get();
      if (stream) whip.start({ url, key: token, ice_servers }, stream);
    },
    onRefused(refusal) {
      camera.turnOff();
      toastRefusal(refusal);
    },
  });
  const stop = () => {
    void whip.stop();
    camera.turnOff();
  };
  const refused = useEffectEvent(() => {
    stop();
    onRefused();
  });
  useEffect(() => {
    if (phase === "refused" || phase === "taken") refused();
  }, [phase]);
  // Unplugged, or the permission was taken back: nothing goes out any more.
  const lost = state.phase === "refused" && phase !== "idle";
  useEffect(() => {
    if (lost) void whip.stop();
  }, [lost, whip]);
  return {
    phase: phaseOf(state, phase),
    camera: state,
    async start() {
      await camera.turnOn();
      if (camera.get().stream) await place.run(null);
    },
    stop,
    toggleMicrophone: () => camera.toggle("audioinput"),
  };
}

function phaseOf({ phase }: CameraState, sending: string): FanCamera["phase"] {
  if (sending === "live") return "on";
  if (sending === "reconnecting") return "lost";
  return phase === "asking" || phase === "ready" ? "starting" : "off";
}
