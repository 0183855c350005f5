import { createStore, type Store } from "#web/lib/store.ts";
import {
  type CameraRefusal,
  cameraDevices,
  type Device,
  type DeviceKind,
  type MediaDevicesLike,
} from "./camera-devices.ts";

export type CameraState = {
  /** off: not asked yet · asking: the browser asks the person · ready: `stream` flows · refused: see `refusal`. */
  phase: "off" | "asking" | "ready" | "refused";
  /** While ready: why the device that was chosen last is not used; the one before it goes on. */
  refusal: CameraRefusal | null;
  stream: MediaStream | null;
  cameras: readonly Device[];
  microphones: readonly Device[];
  cameraId: string | null;
  microphoneId: string | null;
  cameraOn: boolean;
  microphoneOn: boolean;
};

export type CameraNeeds = {
  /** Null where the browser offers none, as on pages without TLS. */
  devices: MediaDevicesLike | null;
  /** The stream that flows from now on, or whose tracks have changed; what is being published must follow. */
  adopted(stream: MediaStream): void;
  /** The constraints of a camera's picture; absent: an upright picture, as the fans' player is. */
  picture?: MediaTrackConstraints;
};

/** A person's camera and microphone: permission, choice and the two switches. */
export type CameraSession = Store<CameraState> & {
  /** Asks for both; harmless while they run. */
  turnOn(): Promise<void>;
  /**
   * Uses another device of that kind. Where it cannot be opened beside the present one, as on many phones, that one is let
   * go first, and asked for again if the other is refused all the same.
   */
  choose(kind: DeviceKind, id: string): Promise<void>;
  /** The next camera of the list (front, back). */
  flip(): Promise<void>;
  toggle(kind: DeviceKind): void;
  /** Takes a break, or ends it: meanwhile nothing is seen or heard, whatever the switches say. */
  rest(resting: boolean): void;
  /** A device was plugged in or out. */
  devicesChanged(): Promise<void>;
  /** Lets both go. The switches stay where they are, and the devices that were chosen are asked for first the next time. */
  turnOff(): void;
};

const off: CameraState = {
  phase: "off",
  refusal: null,
  stream: null,
  cameras: [],
  microphones: [],
  cameraId: null,
  microphoneId: null,
  cameraOn: true,
  microphoneOn: true,
};

/** Makes a camera that is off. */
export function createCameraSession(needs: CameraNeeds): CameraSession {
  const store = createStore<CameraState>(off);
  const devices = cameraDevices(needs.devices, needs.picture);
  let isResting = false;
  /** Counts the choices of each kind: a later one overtakes what is still on its way. */
  const changes: Record<DeviceKind, number> = { audioinput: 0, videoinput: 0 };
  /** The devices that are asked for first when the camera is turned on again. */
  const chosen: Partial<Record<DeviceKind, string>> = {};

  function refuse(refusal: CameraRefusal) {
    stopTracks(store.get().stream);
    store.set({ phase: "refused", refusal, stream: null });
  }

  async function readDevices() {
    store.set(await devices.list());
  }

  function adopt(stream: MediaStream) {
    obeySwitches(stream);
    for (const track of stream.getTracks()) track.addEventListener("ended", lost);
    store.set({ phase: "ready", refusal: null, stream, ...deviceIdsOf(stream) });
    needs.adopted(stream);
  }

  function obeySwitches(stream: MediaStream | null) {
    const { cameraOn, microphoneOn } = store.get();
    for (const track of stream?.getTracks() ?? [])
      track.enabled = !isResting && (track.kind === "video" ? cameraOn : microphoneOn);
  }

  /** A track that ends by itself was unplugged, or its permission was taken back. */
  const lost = () => refuse("missing");

  async function swap(kind: DeviceKind, id: string) {
    const { stream: current, cameraId, microphoneId } = store.get();
    if (current === null) return;
    const mine = ++changes[kind];
    const isCamera = kind === "videoinput";
    const [old] = isCamera ? current.getVideoTracks() : current.getAudioTracks();
    const isOver = () => store.get().stream !== current || changes[kind] !== mine;
    // Here, or by a choice that this one has overtaken.
    const isLetGo = () => old?.readyState === "ended";
    store.set({ refusal: null });
    let opened = await devices.open(kind, id);
    if (opened.refusal === "busy" && old && !isOver()) {
      release(old);
      opened = await devices.open(kind, id);
    }
    const { refusal } = opened;
    if (refusal !== null && isLetGo() && !isOver())
      opened = await devices.open(kind, isCamera ? cameraId : microphoneId);
    // Turned off, lost or overtaken meanwhile: nobody would ever let go of the late device.
    if (isOver()) return stopTracks(opened.stream);
    const track = opened.stream?.getTracks()[0];
    if (refusal === null) chosen[kind] = id;
    if (track) replace(current, old, track);
    else if (refusal !== null && isLetGo()) return refuse(refusal);
    store.set({ refusal });
  }

  function replace(current: MediaStream, old: MediaStreamTrack | undefined, track: MediaStreamTrack) {
    if (old) {
      release(old);
      current.removeTrack(old);
    }
    current.addTrack(track);
    adopt(current);
  }

  function release(track: MediaStreamTrack) {
    track.removeEventListener("ended", lost);
    track.stop();
  }

  function stopTracks(stream: MediaStream | null) {
    for (const track of stream?.getTracks() ?? []) release(track);
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    async turnOn() {
      const { phase } = store.get();
      if (phase === "asking" || phase === "ready") return;
      store.set({ phase: "asking", refusal: null });
      const { stream, refusal } = await devices.openBoth(chosen);
      if (store.get().phase !== "asking") return stopTracks(stream);
      if (refusal !== null) return refuse(refusal);
      adopt(stream);
      await readDevices();
    },
    choose: swap,
    async flip() {
      const { cameras, cameraId } = store.get();
      const at = cameras.findIndex((camera) => camera.id === cameraId);
      const next = cameras[(at + 1) % cameras.length];
      if (next && next.id !== cameraId) await swap("videoinput", next.id);
    },
    toggle(kind) {
      const { stream, cameraOn, microphoneOn } = store.get();
      store.set(kind === "videoinput" ? { cameraOn: !cameraOn } : { microphoneOn: !microphoneOn });
      obeySwitches(stream);
    },
    rest(resting) {
      isResting = resting;
      obeySwitches(store.get().stream);
    },
    devicesChanged: readDevices,
    turnOff() {
      const { stream, cameraOn, microphoneOn } = store.get();
      stopTracks(stream);
      store.set({ ...off, cameraOn, microphoneOn });
    },
  };
}

function deviceIdsOf(stream: MediaStream): Pick<CameraState, "cameraId" | "microphoneId"> {
  const idOf = (track: MediaStreamTrack | undefined) => track?.getSettings().deviceId ?? null;
  return { cameraId: idOf(stream.getVideoTracks()[0]), microphoneId: idOf(stream.getAudioTracks()[0]) };
}
