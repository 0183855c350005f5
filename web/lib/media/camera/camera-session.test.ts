import { expect, test } from "vitest";
import type { MediaDevicesLike } from "./camera-devices.ts";
import { createCameraSession } from "./camera-session.ts";

class FakeTrack extends EventTarget {
  kind: "audio" | "video";
  deviceId: string;
  enabled = true;
  stopped = false;
  get readyState() {
    return this.stopped ? "ended" : "live";
  }
  constructor(kind: "audio" | "video", deviceId: string) {
    super();
    this.kind = kind;
    this.deviceId = deviceId;
  }
  getSettings() {
    return { deviceId: this.deviceId };
  }
  stop() {
    this.stopped = true;
  }
}

class FakeStream {
  tracks: FakeTrack[];
  constructor(tracks: FakeTrack[]) {
    this.tracks = tracks;
  }
  getTracks = () => this.tracks;
  getVideoTracks = () => this.tracks.filter(({ kind }) => kind === "video");
  getAudioTracks = () => this.tracks.filter(({ kind }) => kind === "audio");
  addTrack = (track: FakeTrack) => void this.tracks.push(track);
  removeTrack = (track: FakeTrack) => void this.tracks.splice(this.tracks.indexOf(track), 1);
}

type MachineOptions = {
  /** Only one camera can be open at a time, as on many phones. */
  oneAtATime?: boolean;
  /** Cameras that cannot be opened, as another program uses them. */
  used?: Set<string>;
};

/** A machine with two cameras and a microphone. */
function machine(refusal?: string, { oneAtATime = false, used = new Set() }: MachineOptions = {}) {
  const asked: MediaStreamConstraints[] = [];
  /** The devices of each stream that was to be published. */
  const adopted: string[][] = [];
  const given: FakeTrack[] = [];
  const permission = { refusal };
  const idOf = (constraints: unknown, fallback: string) =>
    (constraints as { deviceId?: { exact: string } }).deviceId?.exact ?? fallback;
  const devices = {
    async getUserMedia(constraints: MediaStreamConstraints) {
      asked.push(constraints);
      if (permission.refusal) throw Object.assign(new Error("no"), { name: permission.refusal });
      const tracks: FakeTrack[] = [];
      const camera = idOf(constraints.video, "front");
      const isTaken = oneAtATime && given.some(({ kind, stopped }) => kind === "video" && !stopped);
      if (constraints.video && (isTaken || used.has(camera)))
        throw Object.assign(new Error("no"), { name: "NotReadableError" });
      if (constraints.video) tracks.push(new FakeTrack("video", camera));
      if (constraints.audio) tracks.push(new FakeTrack("audio", idOf(constraints.audio, "headset")));
      given.push(...tracks);
      return new FakeStream(tracks);
    },
    enumerateDevices: async () => [
      { kind: "videoinput", deviceId: "front", label: "Front" },
      { kind: "videoinput", deviceId: "back", label: "Back" },
      { kind: "audioinput", deviceId: "headset", label: "Headset" },
      { kind: "audiooutput", deviceId: "speaker", label: "Speaker" },
    ],
  } as unknown as MediaDevicesLike;
  const session = createCameraSession({
    devices,
    adopted: (stream) =>
      adopted.push((stream as unknown as FakeStream).tracks.map((track) => track.deviceId)),
  });
  return { session, asked, adopted, given, permission, used };
}

test("Camera and microphone are asked for together, upright and with echo cancellation", async () => {
  const d = machine();
  await d.session.turnOn();
  expect(d.asked).toHaveLength(1);
  expect(d.asked[0]).toMatchObject({
    video: { width: { ideal: 720 }, height: { ideal: 1280 } },
    audio: { echoCancellation: true },
  });
  expect(d.session.get()).toMatchObject({ phase: "ready", cameraId: "front", microphoneId: "headset" });
  expect(d.session.get().cameras.map(({ id }) => id)).toEqual(["front", "back"]);
  expect(d.session.get().microphones.map(({ id }) => id)).toEqual(["headset"]);
});

test.each([
  ["NotAllowedError", "denied"],
  ["NotFoundError", "missing"],
  ["NotReadableError", "busy"],
])("%s is said as %s, and asking again is possible", async (name, refusal) => {
  const d = machine(name);
  await d.session.turnOn();
  expect(d.session.get()).toMatchObject({ phase: "refused", refusal, stream: null });
  d.permission.refusal = undefined;
  await d.session.turnOn();
  expect(d.session.get()).toMatchObject({ phase: "ready", refusal: null });
});

test("A browser without cameras says so", async () => {
  const session = createCameraSession({ devices: null, adopted: () => {} });
  await session.turnOn();
  expect(session.get()).toMatchObject({ phase: "refused", refusal: "unsupported" });
});

test("Another camera takes the place of the first, which is let go, and what is published follows", async () => {
  const d = machine();
  await d.session.turnOn();
  await d.session.flip();
  expect(d.session.get().cameraId).toBe("back");
  expect(d.adopted.at(-1)).toEqual(["headset", "back"]);
  expect(d.given[0]?.stopped).toBe(true);
  expect(d.session.get().stream?.getTracks()).toHaveLength(2);
  await d.session.flip();
  expect(d.session.get().cameraId).toBe("front");
});

test("A second camera that fails leaves the first one running", async () => {
  const d = machine();
  await d.session.turnOn();
  d.permission.refusal = "NotAllowedError";
  await d.session.flip();
  expect(d.session.get()).toMatchObject({ phase: "ready", cameraId: "front", refusal: "denied" });
  expect(d.given[0]?.stopped).toBe(false);
});

test("Where only one camera can be open at a time, the first one is let go for the second", async () => {
  const d = machine(undefined, { oneAtATime: true });
  await d.session.turnOn();
  await d.session.flip();
  expect(d.session.get()).toMatchObject({ phase: "ready", cameraId: "back", refusal: null });
  expect(d.given.map(({ stopped }) => stopped)).toEqual([true, false, false]);
  expect(d.adopted.at(-1)).toEqual(["headset", "back"]);
});

test("A first camera that was let go in vain comes back, is published again, and the refusal is kept until the next try", async () => {
  const d = machine(undefined, { oneAtATime: true, used: new Set(["back"]) });
  await d.session.turnOn();
  d.session.toggle("videoinput");
  await d.session.flip();
  expect(d.session.get()).toMatchObject({ phase: "ready", cameraId: "front", refusal: "busy" });
  expect(d.adopted.at(-1)).toEqual(["headset", "front"]);
  expect(d.given.at(-1)).toMatchObject({ deviceId: "front", stopped: false, enabled: false });
  d.used.clear();
  await d.session.flip();
  expect(d.session.get()).toMatchObject({ cameraId: "back", refusal: null });
});

test("A first camera that was let go and does not come back leaves nothing open", async () => {
  const d = machine(undefined, { used: new Set(["back"]) });
  await d.session.turnOn();
  d.used.add("front");
  await d.session.flip();
  expect(d.session.get()).toMatchObject({ phase: "refused", refusal: "busy", stream: null });
  expect(d.given.every(({ stopped }) => stopped)).toBe(true);
});

test("Turning off at any step of a change of cameras leaves nothing open", async () => {
  for (const used of [[], ["back"]])
    for (const steps of [0, 1, 2, 3, 4, 5, 6]) {
      const d = machine(undefined, { oneAtATime: true, used: new Set(used) });
      await d.session.turnOn();
      const changing = d.session.flip();
      for (let step = 0; step < steps; step++) await Promise.resolve();
      d.session.turnOff();
      await changing;
      expect(d.session.get(), `${steps}`).toMatchObject({ phase: "off", refusal: null, stream: null });
      expect(d.given.every(({ stopped }) => stopped)).toBe(true);
    }
});

test("Two presses in a row leave one camera open and what the last one asked for", async () => {
  const d = machine(undefined, { oneAtATime: true });
  await d.session.turnOn();
  await Promise.all([d.session.flip(), d.session.choose("videoinput", "back")]);
  expect(d.session.get()).toMatchObject({ phase: "ready", cameraId: "back", refusal: null });
  expect(d.given.filter(({ kind, stopped }) => kind === "video" && !stopped)).toHaveLength(1);
  expect(d.session.get().stream?.getTracks()).toHaveLength(2);
});

test("The switches silence the tracks, and a new camera keeps their position", async () => {
  const d = machine();
  await d.session.turnOn();
  d.session.toggle("audioinput");
  d.session.toggle("videoinput");
  expect(d.given.map(({ enabled }) => enabled)).toEqual([false, false]);
  await d.session.flip();
  expect(d.given.at(-1)?.enabled).toBe(false);
  d.session.toggle("videoinput");
  expect(d.given.at(-1)?.enabled).toBe(true);
  expect(d.session.get()).toMatchObject({ cameraOn: true, microphoneOn: false });
});

test("R-LIVE-09: in a break nothing is seen or heard, a new camera included, and afterwards what the switches say", async () => {
  const d = machine();
  await d.session.turnOn();
  d.session.rest(true);
  expect(d.given.map(({ enabled }) => enabled)).toEqual([false, false]);
  d.session.toggle("audioinput");
  await d.session.flip();
  expect(d.given.at(-1)?.enabled).toBe(false);
  d.session.rest(false);
  expect(d.given.at(-1)?.enabled).toBe(true);
  expect(d.given.find(({ kind }) => kind === "audio")?.enabled).toBe(false);
});

test("A camera that is unplugged is reported, and everything is let go", async () => {
  const d = machine();
  await d.session.turnOn();
  d.given[0]?.dispatchEvent(new Event("ended"));
  expect(d.session.get()).toMatchObject({ phase: "refused", refusal: "missing", stream: null });
  expect(d.given.every(({ stopped }) => stopped)).toBe(true);
});

test("A camera that was lost and is turned on again is what is published from then on", async () => {
  const d = machine();
  await d.session.turnOn();
  d.given[0]?.dispatchEvent(new Event("ended"));
  await d.session.turnOn();
  expect(d.session.get().phase).toBe("ready");
  expect(d.adopted).toHaveLength(2);
});

test("What was chosen is asked for again after turning off, and the switches stay where they were", async () => {
  const d = machine();
  await d.session.turnOn();
  await d.session.choose("videoinput", "back");
  d.session.toggle("audioinput");
  d.session.turnOff();
  expect(d.session.get()).toMatchObject({ phase: "off", stream: null, cameras: [], microphones: [] });
  await d.session.turnOn();
  const [video, audio] = [d.asked.at(-1)?.video, d.asked.at(-1)?.audio];
  expect(video).toMatchObject({ deviceId: { ideal: "back" }, width: { ideal: 720 } });
  expect(audio).not.toHaveProperty("deviceId");
  expect(d.given.at(-1)).toMatchObject({ kind: "audio", enabled: false });
  expect(d.session.get()).toMatchObject({ cameraOn: true, microphoneOn: false });
});

test("Turning off while the browser still asks lets the late camera go", async () => {
  const d = machine();
  const asking = d.session.turnOn();
  d.session.turnOff();
  await asking;
  expect(d.session.get()).toMatchObject({ phase: "off", stream: null });
  expect(d.given.every(({ stopped }) => stopped)).toBe(true);
});

test("Turning off while another device is on its way lets that one go as well", async () => {
  const d = machine();
  await d.session.turnOn();
  const changing = d.session.flip();
  d.session.turnOff();
  await changing;
  expect(d.given).toHaveLength(3);
  expect(d.given.every(({ stopped }) => stopped)).toBe(true);
  expect(d.session.get()).toMatchObject({ phase: "off", stream: null });
  expect(d.adopted).toEqual([["front", "headset"]]);
});

test("A camera that is unplugged while another is on its way lets both go", async () => {
  const d = machine();
  await d.session.turnOn();
  const changing = d.session.flip();
  d.given[0]?.dispatchEvent(new Event("ended"));
  await changing;
  expect(d.given).toHaveLength(3);
  expect(d.given.every(({ stopped }) => stopped)).toBe(true);
  expect(d.session.get()).toMatchObject({ phase: "refused", refusal: "missing", stream: null });
});

test("A device that was on its way does not join what was turned on again", async () => {
  const d = machine();
  await d.session.turnOn();
  const changing = d.session.flip();
  d.session.turnOff();
  await Promise.all([changing, d.session.turnOn()]);
  expect(d.given.filter(({ stopped }) => !stopped)).toHaveLength(2);
  expect(d.session.get()).toMatchObject({ phase: "ready", cameraId: "front" });
});

test("A refusal that comes after turning off is no longer reported", async () => {
  const d = machine();
  await d.session.turnOn();
  d.permission.refusal = "NotReadableError";
  const changing = d.session.flip();
  d.session.turnOff();
  await changing;
  expect(d.session.get()).toMatchObject({ phase: "off", refusal: null });
});

test("While the camera is off no device is asked for", async () => {
  const d = machine();
  await d.session.choose("videoinput", "back");
  expect(d.asked).toEqual([]);
});
