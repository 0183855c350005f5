// These functions run inside a web page: each must be whole in itself.

/** The state that a page is to be in: a rung, and where this network's ways to media and to the TURN server begin. */
export type Network = {
  rung: "udp" | "tcp" | "turn" | "https";
  media: { host: string; udp: number; tcp: number };
  turn: string;
};

/** Leaves a page one rung alone: the addresses of an answer, or of TURN, are those of the network in between. */
export function takeRung({ rung, media, turn }: Network): void {
  const Real = window.RTCPeerConnection;
  if (rung === "https") {
    Reflect.deleteProperty(window, "RTCPeerConnection");
    return;
  }
  const isOf = (line: string) => rung === "turn" || line.includes(rung === "udp" ? " UDP " : " TCP ");
  function through(sdp = "") {
    const kept = new Set<string>();
    const lines = sdp.split("\r\n").flatMap((line) => {
      const [, head, tail] = /^(a=candidate:\S+ 1 \S+ \d+) \S+ \d+ (.*)$/i.exec(line) ?? [];
      if (head === undefined || rung === "turn") return [line];
      const key = `candidate of ${tail}`;
      if (!isOf(line) || kept.has(key)) return [];
      kept.add(key);
      return [`${head} ${media.host} ${rung === "udp" ? media.udp : media.tcp} ${tail}`];
    });
    return lines.join("\r\n");
  }
  window.RTCPeerConnection = class extends Real {
    constructor(settings: RTCConfiguration = {}) {
      const iceServers = settings.iceServers?.map((server) => ({ ...server, urls: [turn] })) ?? [];
      super(
        rung === "turn"
          ? { ...settings, iceServers, iceTransportPolicy: "relay" }
          : { ...settings, iceServers: [] },
      );
    }
    override setRemoteDescription(description: RTCSessionDescriptionInit) {
      return super.setRemoteDescription({ type: description.type, sdp: through(description.sdp) });
    }
  };
}

/**
 * Makes the camera of a page a clock: 24 bits of the milliseconds of the day's clock and 8 that check them, as black and
 * white fields, eight in a row, 20 times a second. Its sound is the browser's own test tone, where there is one.
 */
export function filmClock(): void {
  const devices = navigator.mediaDevices;
  const real = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (constraints) => {
    const stream = new MediaStream();
    if (constraints?.audio)
      for (const track of (await real({ audio: true })).getAudioTracks()) stream.addTrack(track);
    if (!constraints?.video) return stream;
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [640, 360];
    const pen = canvas.getContext("2d");
    const draw = () => {
      const ms = Date.now() % 2 ** 24;
      const bytes = [ms >> 16, (ms >> 8) & 255, ms & 255];
      const all = [...bytes, (bytes.reduce((sum, byte) => sum + byte, 0) ^ 0x5a) & 255];
      for (let at = 0; pen && at < 32; at += 1) {
        const isSet = ((all[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
        pen.fillStyle = isSet ? "#fff" : "#000";
        pen.fillRect((at & 7) * 80, (at >> 3) * 90, 80, 90);
      }
    };
    draw();
    setInterval(draw, 50);
    for (const track of canvas.captureStream(20).getVideoTracks()) stream.addTrack(track);
    return stream;
  };
}

export type ClockReader = {
  /** When the frame on show was drawn, in ms since 1970; null: it is none of the clock's, or cannot be read. */
  drawnAt(): number | null;
  /** The source of the video element; another one after a new session. */
  source(): unknown;
};

/** Puts a {@link ClockReader} of the room's player into `window.clockReader`. */
export function readClock(): void {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [80, 40];
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const player = () => document.querySelector<HTMLVideoElement>("[data-stage] video[data-phase]");
  const reader = {
    source: () => {
      const video = player();
      return video && (video.srcObject ?? video.src);
    },
    drawnAt() {
      const video = player();
      if (!pen || !video || video.readyState < 2 || video.videoWidth === 0) return null;
      pen.drawImage(video, 0, 0, 80, 40);
      const { data } = pen.getImageData(0, 0, 80, 40);
      const bytes = [0, 0, 0, 0];
      for (let at = 0; at < 32; at += 1) {
        const light = data[4 * (80 * ((at >> 3) * 10 + 5) + (at & 7) * 10 + 5) + 1] ?? 0;
        bytes[at >> 3] = (bytes[at >> 3] ?? 0) * 2 + (light > 127 ? 1 : 0);
      }
      const [high = 0, middle = 0, low = 0, check] = bytes;
      if ((((high + middle + low) ^ 0x5a) & 255) !== check) return null;
      const now = Date.now();
      const lateMs = (now - (high * 65_536 + middle * 256 + low) + 2 ** 24) % 2 ** 24;
      // A reading from the future, or minutes old, was read wrong.
      return lateMs < 60_000 ? now - lateMs : null;
    },
  };
  Object.assign(window, { clockReader: reader });
}

type WithReader = { clockReader: ClockReader; sourceBefore: unknown };

/** Resolves with the moment, in ms since 1970, at which a frame of the clock drawn at `sinceMs` or later is on show. */
export function firstFrameAt(sinceMs: number): Promise<number> {
  const { clockReader } = window as unknown as WithReader;
  return new Promise((resolve) => {
    const check = () => {
      const drawnAt = clockReader.drawnAt();
      if (drawnAt !== null && drawnAt >= sinceMs) resolve(Date.now());
      else requestAnimationFrame(check);
    };
    check();
  });
}

/** Remembers what is played now, for {@link firstFrameOfNext}. */
export function rememberSource(): void {
  const page = window as unknown as WithReader;
  page.sourceBefore = page.clockReader.source();
}

/** Resolves with the moment at which a frame of another session than the remembered one is on show. */
export function firstFrameOfNext(): Promise<number> {
  const { clockReader, sourceBefore } = window as unknown as WithReader;
  return new Promise((resolve) => {
    const check = () => {
      const source = clockReader.source();
      if (source && source !== sourceBefore && clockReader.drawnAt() !== null) resolve(Date.now());
      else requestAnimationFrame(check);
    };
    check();
  });
}

/** How long ago the frames on show were drawn, for `seconds`: the median, ms. Each is read as it comes on show. */
export function delayOf(seconds: number): Promise<number> {
  const { clockReader } = window as unknown as WithReader;
  const until = performance.now() + seconds * 1_000;
  const delays: number[] = [];
  let last: number | null = null;
  return new Promise((resolve) => {
    const check = () => {
      const drawnAt = clockReader.drawnAt();
      if (drawnAt !== null && drawnAt !== last) delays.push(Date.now() - drawnAt);
      last = drawnAt ?? last;
      if (performance.now() < until) return requestAnimationFrame(check);
      delays.sort((a, b) => a - b);
      resolve(delays[Math.floor(delays.length / 2)] ?? Number.NaN);
    };
    check();
  });
}

/** Notes when the next press comes in `window.pressedAt`, ms since 1970. */
export function notePress(): void {
  const note = () => Object.assign(window, { pressedAt: Date.now() });
  addEventListener("click", note, { capture: true, once: true });
}
