import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import type { Publisher } from "./use-publisher.ts";

/** Says that camera and microphone are on while this page sends nothing, and turns them off. */
export function CameraStillOn({ publisher }: { publisher: Publisher }) {
  const { camera, cameraState, isPublishing } = publisher;
  if (cameraState.phase !== "ready" || isPublishing) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-12 bg-surface py-2 pr-2 pl-4 shadow-[inset_0_0_0_1px_var(--line)]">
      <p role="status" className="min-w-0 flex-1 basis-48 text-text-2">
        {m.studio_camera_still_on()}
      </p>
      <Button size="sm" tone="solid" onClick={camera.turnOff}>
        {m.studio_camera_turn_off()}
      </Button>
    </div>
  );
}
