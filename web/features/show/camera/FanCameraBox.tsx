import { useEffect, useRef } from "react";
import type { CameraRefusal } from "#web/lib/media/camera/camera-devices.ts";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { cx } from "#web/ui/cx.ts";
import { toast } from "#web/ui/overlays/toast.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { Spinner } from "#web/ui/Spinner.tsx";
import { type FanCamera, useFanCamera } from "./use-fan-camera.ts";

const refusalTexts: Record<CameraRefusal, () => string> = {
  denied: () => m.camera_denied(),
  missing: () => m.camera_missing(),
  busy: () => m.camera_busy(),
  unsupported: () => m.camera_unsupported(),
};

/** The fan's own camera over the stage of their show: one press starts it, one ends it. */
export function FanCameraBox({ name }: { name: string }) {
  const fan = useFanCamera(() => toast({ kind: "info", text: m.camera_refused({ name }) }));
  const { refusal, phase } = fan.camera;
  return (
    <section aria-label={m.camera_title()} className="grid justify-items-end gap-1.5">
      {fan.phase === "off" ? (
        <button
          type="button"
          onClick={fan.start}
          className="inline-flex min-h-11 items-center gap-2 rounded-full bg-[rgb(11_10_16/.62)] px-4 font-semibold text-white transition-colors duration-(--hover) hover:bg-[rgb(11_10_16/.86)]"
        >
          <Icon name="video" size={18} />
          {m.camera_start()}
        </button>
      ) : (
        <OwnPicture fan={fan} name={name} />
      )}
      {phase === "refused" && refusal && (
        <p role="alert" className="max-w-56 rounded-12 bg-[#0b0a10e0] px-3 py-2 text-12 text-[#FFC9CE]">
          {refusalTexts[refusal]()}
        </p>
      )}
    </section>
  );
}

function OwnPicture({ fan, name }: { fan: FanCamera; name: string }) {
  const { stream, microphoneOn } = fan.camera;
  return (
    <figure className="grid w-36 overflow-hidden rounded-12 bg-[#0b0a10] shadow-[0_0_0_1.5px_#A78BFA] max-[380px]:w-32">
      <div className="relative aspect-[4/3]">
        {stream && <Mirror stream={stream} />}
        {fan.phase !== "on" && (
          <span className="absolute inset-0 grid place-items-center bg-[#0b0a1080]">
            <Spinner size={24} />
          </span>
        )}
        <div className="absolute inset-x-0 bottom-0 flex justify-center bg-[linear-gradient(transparent,#0b0a10b3)]">
          <IconButton
            icon={microphoneOn ? "mic" : "mute"}
            iconSize={18}
            label={microphoneOn ? m.camera_mute() : m.camera_unmute()}
            disabled={stream === null}
            onClick={fan.toggleMicrophone}
            className={cx("text-white hover:bg-[#fff2]", !microphoneOn && "text-[#FFC9CE]!")}
          />
          <IconButton
            icon="stop"
            iconSize={18}
            label={m.camera_stop()}
            onClick={fan.stop}
            className="text-white hover:bg-[#fff2] hover:text-white"
          />
        </div>
      </div>
      <figcaption
        role="status"
        className="px-2 py-1.5 text-center text-12 leading-snug text-[#DAD4E6] max-[380px]:sr-only"
      >
        {phaseText(fan.phase, name)}
      </figcaption>
    </figure>
  );
}

function phaseText(phase: FanCamera["phase"], name: string): string {
  if (phase === "on") return m.camera_on({ name });
  return phase === "lost" ? m.camera_lost() : m.camera_starting();
}

/** The fan's own picture, as in a mirror; the model sees it as it is. */
function Mirror({ stream }: { stream: MediaStream }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return (
    <video
      ref={video}
      autoPlay
      muted
      playsInline
      aria-label={m.camera_preview()}
      className="size-full -scale-x-100 object-cover"
    />
  );
}
