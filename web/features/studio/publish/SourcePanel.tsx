import { useState } from "react";
import type { Studio } from "#contract/studio.ts";
import type { Device } from "#web/lib/media/camera/camera-devices.ts";
import type { CameraSession, CameraState } from "#web/lib/media/camera/camera-session.ts";
import { m } from "#web/paraglide/messages.js";
import { SelectField } from "#web/ui/fields/Field.tsx";
import { Segmented } from "#web/ui/fields/Segmented.tsx";
import { ObsPanel } from "../obs/ObsPanel.tsx";
import { Panel } from "../Panel.tsx";

type SourcePanelProps = {
  camera: CameraSession;
  state: CameraState;
  publish: Studio["publish"];
  /** The codec of the camera's picture, as WebRTC names it; null while nothing is sent. */
  codec: string | null;
};

/** How the model goes live: from this browser with a camera and a microphone of choice, or from OBS. */
export function SourcePanel({ camera, state, publish, codec }: SourcePanelProps) {
  const [source, setSource] = useState<"browser" | "obs">("browser");
  return (
    <Panel title={m.studio_source()}>
      <div className="px-4 pb-3.5">
        <Segmented<"browser" | "obs">
          label={m.studio_source()}
          wide
          value={source}
          onChange={setSource}
          options={[
            { value: "browser", text: m.studio_source_browser() },
            { value: "obs", text: m.studio_source_obs() },
          ]}
        />
      </div>
      {source === "obs" ? (
        <ObsPanel publish={publish} />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 px-4 pb-4 sm:grid-cols-2 xl:grid-cols-1">
          <DevicePicker
            label={m.studio_pick_camera()}
            devices={state.cameras}
            chosen={state.cameraId}
            onChoose={(id) => void camera.choose("videoinput", id)}
          />
          <DevicePicker
            label={m.studio_pick_microphone()}
            devices={state.microphones}
            chosen={state.microphoneId}
            onChoose={(id) => void camera.choose("audioinput", id)}
          />
          {codec === "H264" && <p className="col-span-full text-12 text-text-2">{m.studio_seen_h264()}</p>}
        </div>
      )}
    </Panel>
  );
}

type DevicePickerProps = {
  label: string;
  devices: readonly Device[];
  chosen: string | null;
  onChoose(id: string): void;
};

function DevicePicker({ label, devices, chosen, onChoose }: DevicePickerProps) {
  const none = devices.length === 0;
  return (
    <SelectField
      label={label}
      value={chosen ?? ""}
      disabled={none}
      onChange={(event) => onChoose(event.target.value)}
    >
      {none && <option value="">{m.studio_pick_none()}</option>}
      {devices.map((device, index) => (
        <option key={device.id} value={device.id}>
          {device.label || m.studio_device_unnamed({ number: index + 1 })}
        </option>
      ))}
    </SelectField>
  );
}
