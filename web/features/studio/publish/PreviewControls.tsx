import type { ReactNode } from "react";
import type { Studio } from "#contract/studio.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import type { Onair } from "../studio-state.ts";
import { useStudioCommand } from "../use-studio-command.ts";
import { Control } from "./Control.tsx";
import type { Publisher } from "./use-publisher.ts";

type MainControlProps = { publisher: Publisher; onair: Onair; onEnd(): void };
type PreviewControlsProps = MainControlProps & {
  studio: Studio;
  /** The control of the room's mode. */
  mode: ReactNode;
};

/** Microphone, camera, a pause, the mode of the room, and the one action: go live, or end. */
export function PreviewControls({ publisher, studio, mode, onair, onEnd }: PreviewControlsProps) {
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
      <PauseControl studio={studio} />
      {mode}
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
