import type { ComponentProps } from "react";
import type { Studio } from "#contract/studio.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { Icon, type IconName } from "#web/ui/pictures/Icon.tsx";
import type { Onair } from "../studio-state.ts";
import { useStudioCommand } from "../use-studio-command.ts";
import type { Publisher } from "./use-publisher.ts";

type MainControlProps = { publisher: Publisher; onair: Onair; onEnd(): void };
type PreviewControlsProps = MainControlProps & { studio: Studio };

/** Microphone, camera, the next camera, a pause, and the one action: go live, or end. */
export function PreviewControls({ publisher, studio, onair, onEnd }: PreviewControlsProps) {
  const { camera, cameraState: state } = publisher;
  const off = state.phase !== "ready";
  return (
    <fieldset
      aria-label={m.studio_controls()}
      className="grid grid-cols-[repeat(4,minmax(0,1fr))_minmax(0,1.6fr)] gap-2"
    >
      <Control
        icon={state.microphoneOn ? "mic" : "mute"}
        text={m.studio_mic()}
        title={m.studio_mic_on()}
        pressed={state.microphoneOn}
        disabled={off}
        onClick={() => camera.toggle("audioinput")}
      />
      <Control
        icon={state.cameraOn ? "video" : "eyeOff"}
        text={m.studio_camera()}
        title={m.studio_camera_on()}
        pressed={state.cameraOn}
        disabled={off}
        onClick={() => camera.toggle("videoinput")}
      />
      <Control
        icon="flip"
        text={m.studio_flip()}
        title={m.studio_flip_label()}
        disabled={off || state.cameras.length < 2}
        onClick={() => void camera.flip()}
      />
      <PauseControl studio={studio} />
      <MainControl publisher={publisher} onair={onair} onEnd={onEnd} />
    </fieldset>
  );
}

/** Stops the room for a while: fans read that the model takes a break, and no meter runs. */
function PauseControl({ studio: { paused, stream } }: { studio: Studio }) {
  const pause = useStudioCommand(
    (next: boolean) => browserApi.call("POST /api/studio/pause", { body: { paused: next } }),
    () => (paused ? m.studio_resumed() : m.studio_paused_done()),
  );
  return (
    <Control
      icon={paused ? "play" : "pause"}
      text={paused ? m.studio_resume() : m.studio_pause()}
      title={paused ? m.studio_resume_label() : m.studio_pause_label()}
      disabled={stream.status === "stopped"}
      aria-disabled={pause.pending}
      className={paused ? "bg-warn-soft! text-warn!" : undefined}
      onClick={() => void pause.run(!paused)}
    />
  );
}

function MainControl({ publisher, onair, onEnd }: MainControlProps) {
  const mayTakeOver =
    (onair === "elsewhere" || onair === "silent") && publisher.cameraState.phase === "ready";
  if (onair === "off" || mayTakeOver) {
    return (
      <Control
        icon="signal"
        text={mayTakeOver ? m.studio_take_over() : m.studio_go_live()}
        disabled={publisher.cameraState.phase !== "ready"}
        className="bg-accent-fill! text-white! hover:bg-accent-press! disabled:bg-raised! disabled:text-text-3!"
        strong
        onClick={publisher.goLive}
      />
    );
  }
  return (
    <Control
      icon="stop"
      text={m.studio_end()}
      className="bg-live! text-white! hover:bg-[#B8152E]!"
      strong
      onClick={onEnd}
    />
  );
}

type ControlProps = Pick<
  ComponentProps<"button">,
  "onClick" | "disabled" | "aria-disabled" | "className" | "title"
> & {
  icon: IconName;
  text: string;
  pressed?: boolean;
  strong?: boolean;
};

function Control({ icon, text, pressed, strong = false, className, ...rest }: ControlProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-pressed={pressed}
      className={cx(
        "grid min-h-16 content-center justify-items-center gap-1 rounded-12 bg-raised px-1 text-center leading-tight transition-colors duration-(--hover) light:bg-overlay",
        strong ? "text-14 font-[650]" : "text-12 font-[550]",
        pressed === false ? "text-error" : "text-text-2 hover:bg-overlay hover:text-text",
        "disabled:text-text-3 disabled:hover:bg-raised aria-disabled:text-text-3",
        className,
      )}
    >
      <Icon name={icon} />
      {text}
    </button>
  );
}
