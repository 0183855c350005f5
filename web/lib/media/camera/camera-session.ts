import { createStore, type Store } from "#web/lib/store.ts";

export type DeviceKind = "audioinput" | "videoinput";
export type Device = { id: string; label: string };

/** Why there is no picture: not allowed, nothing plugged in, used by another program, or not available here. */
export type CameraRefusal = "denied" | "missing" | "busy" | "unsupported";

export type CameraState = {
  /** off: not asked yet · asking: the browser asks the person · ready: `stream` flows · refused: see `refusal`. */
  phase: "off" | "asking" | "ready" | "refused";
  refusal: CameraRefusal | null;
  stream: MediaStream | null;
  cameras: readonly Device[];
  microphones: readonly Device[];
  cameraId: string | null;
  microphoneId: string | null;
  cameraOn: boolean;
  microphoneOn: boolean;
};

/** What is used of `navigator.mediaDevices`. */
export type MediaDevicesLike = Pick<MediaDevices, "getUserMedia" | "enumerateDevices">;

export type CameraNeeds = {
  /** Null where the browser offers none, as on pages without TLS. */
  devices: MediaDevicesLike | null;
  /** The stream that flows from now on, or whose tracks have changed; what is being published must follow. */
  adopted(stream: MediaStream): void;
  /** What is asked of a camera; absent: an upright picture, as the fans' player is. */
  picture?: MediaTrackConstraints;
};

/** A person's camera and microphone: permission, choice and the two switches. */
export type CameraSession = Store<CameraState> & {
  /** Asks for both; harmless while they run. */
  turnOn(): Promise<void>;
  /** Uses another device of that kind. */
  choose(kind: DeviceKind, id: string): Promise<void>;
  /** The next camera of the list (front, back). */
  flip(): Promise<void>;
  toggle(kind: DeviceKind): void;
  /** Takes a break, or ends it: meanwhile nothing is seen or heard, whatever the switches say. */
  rest(resting: boolean): void;
  /** A device was plugged in or out. */
  devicesChanged(): Promise<void>;
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

/** Makes a camera that is off. */
export function createCameraSession(needs: CameraNeeds): CameraSession {
  const store = createStore<CameraState>(off);
  const picture = needs.picture ?? portrait;
  let isResting = false;

  async function ask(constraints: MediaStreamConstraints): Promise<MediaStream | null> {
    if (needs.devices === null) {
      store.set({ phase: "refused", refusal: "unsupported" });
      return null;
    }
    try {
      return await needs.devices.getUserMedia(constraints);
    } catch (error) {
      const refusal = refusalOf(error);
      // Nobody waits any more for what was asked before it was turned off.
      if (store.get().phase === "off") return null;
      // A second device that fails leaves the first one running.
      store.set(store.get().stream ? { refusal } : { phase: "refused", refusal });
      return null;
    }
  }

  async function readDevices() {
    const list = (await needs.devices?.enumerateDevices()) ?? [];
    store.set({ cameras: namesOf(list, "videoinput"), microphones: namesOf(list, "audioinput") });
  }

  function adopt(stream: MediaStream) {
    obeySwitches(stream);
    for (const track of stream.getTracks()) track.addEventListener("ended", lost);
    const idOf = (track: MediaStreamTrack | undefined) => track?.getSettings().deviceId ?? null;
    store.set({
      phase: "ready",
      refusal: null,
      stream,
      cameraId: idOf(stream.getVideoTracks()[0]),
      microphoneId: idOf(stream.getAudioTracks()[0]),
    });
    needs.adopted(stream);
  }

  function obeySwitches(stream: MediaStream | null) {
    const { cameraOn, microphoneOn } = store.get();
    for (const track of stream?.getTracks() ?? [])
      track.enabled = !isResting && (track.kind === "video" ? cameraOn : microphoneOn);
  }

  /** A track that ends by itself was unplugged, or its permission was taken back. */
  function lost() {
    stopTracks(store.get().stream);
    store.set({ phase: "refused", refusal: "missing", stream: null });
  }

  async function swap(kind: DeviceKind, constraints: MediaTrackConstraints) {
    const current = store.get().stream;
    if (current === null) return;
    const fresh = await ask(kind === "videoinput" ? { video: constraints } : { audio: constraints });
    const track = fresh?.getTracks()[0];
    if (!track) return;
    // Turned off or lost meanwhile: nobody would ever let go of the late device.
    if (store.get().stream !== current) return stopTracks(fresh);
    const old = current.getTracks().find((each) => each.kind === track.kind);
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

  const choose = (kind: DeviceKind, id: string) =>
    swap(kind, { ...(kind === "videoinput" ? picture : clearVoice), deviceId: { exact: id } });

  return {
    get: store.get,
    subscribe: store.subscribe,
    async turnOn() {
      const { phase } = store.get();
      if (phase === "asking" || phase === "ready") return;
      store.set({ phase: "asking", refusal: null });
      const stream = await ask({ video: { ...picture, facingMode: "user" }, audio: clearVoice });
      if (stream === null) return;
      if (store.get().phase !== "asking") return stopTracks(stream);
      adopt(stream);
      await readDevices();
    },
    choose,
    async flip() {
      const { cameras, cameraId } = store.get();
      const at = cameras.findIndex((camera) => camera.id === cameraId);
      const next = cameras[(at + 1) % cameras.length];
      if (next && next.id !== cameraId) await choose("videoinput", next.id);
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
      stopTracks(store.get().stream);
      store.set(off);
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
