import type { CameraRefusal } from "#web/lib/media/camera/camera-devices.ts";
import type { CameraState } from "#web/lib/media/camera/camera-session.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/pictures/Icon.tsx";

const words: Record<CameraRefusal, () => string> = {
  denied: () => m.studio_device_denied(),
  missing: () => m.studio_device_missing(),
  busy: () => m.studio_device_busy(),
  unsupported: () => m.studio_device_unsupported(),
};

/** Why the camera or microphone that was chosen last is not used, while the one before it goes on. */
export function DeviceRefused({ phase, refusal }: Pick<CameraState, "phase" | "refusal">) {
  if (phase !== "ready" || refusal === null) return null;
  return (
    <p role="alert" className="flex items-start gap-2 rounded-12 bg-warn-soft px-3 py-2 text-14 text-text">
      <Icon name="alert" size={18} className="mt-0.5 flex-none text-warn" />
      {words[refusal]()}
    </p>
  );
}
