export type DeviceKind = "audioinput" | "videoinput";
export type Device = { id: string; label: string };

/** Why there is no picture: not allowed, nothing plugged in, used by another program, or not available here. */
export type CameraRefusal = "denied" | "missing" | "busy" | "unsupported";

/** The part of `navigator.mediaDevices` that is used. */
export type MediaDevicesLike = Pick<MediaDevices, "getUserMedia" | "enumerateDevices">;

type Opened = { stream: MediaStream; refusal: null } | { stream: null; refusal: CameraRefusal };

const portrait: MediaTrackConstraints = {
  width: { ideal: 720 },
  height: { ideal: 1280 },
  frameRate: { ideal: 30, max: 30 },
};
const clearVoice: MediaTrackConstraints = {
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
};

/** The cameras and microphones of this browser. */
export function cameraDevices(devices: MediaDevicesLike | null, picture: MediaTrackConstraints = portrait) {
  async function openBy(constraints: MediaStreamConstraints): Promise<Opened> {
    if (devices === null) return { stream: null, refusal: "unsupported" };
    try {
      return { stream: await devices.getUserMedia(constraints), refusal: null };
    } catch (error) {
      return { stream: null, refusal: refusalOf(error) };
    }
  }

  return {
    /** Opens one device; of that kind any where `id` is null. */
    open(kind: DeviceKind, id: string | null): Promise<Opened> {
      const device = id === null ? {} : { deviceId: { exact: id } };
      return openBy(
        kind === "videoinput"
          ? { video: { ...picture, ...device } }
          : { audio: { ...clearVoice, ...device } },
      );
    },
    /** Opens a camera and a microphone, those that were chosen before if they are there. */
    openBoth(chosen: Partial<Record<DeviceKind, string>>): Promise<Opened> {
      const preferred = (kind: DeviceKind) => chosen[kind] && { deviceId: { ideal: chosen[kind] } };
      return openBy({
        video: { ...picture, ...(preferred("videoinput") ?? { facingMode: "user" }) },
        audio: { ...clearVoice, ...preferred("audioinput") },
      });
    },
    async list(): Promise<{ cameras: readonly Device[]; microphones: readonly Device[] }> {
      const list = (await devices?.enumerateDevices()) ?? [];
      return { cameras: namesOf(list, "videoinput"), microphones: namesOf(list, "audioinput") };
    },
  };
}

function namesOf(list: readonly MediaDeviceInfo[], kind: DeviceKind): readonly Device[] {
  return list
    .filter((device) => device.kind === kind && device.deviceId !== "")
    .map(({ deviceId, label }) => ({ id: deviceId, label }));
}

function refusalOf(error: unknown): CameraRefusal {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "missing";
  return name === "NotReadableError" || name === "AbortError" ? "busy" : "unsupported";
}
