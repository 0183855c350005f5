import type { FramesMessage, FramesUp } from "#contract/media-frames.ts";
import type { Clock } from "#web/lib/clock.ts";
import { mediaSourceClass } from "#web/lib/platform/media-source.ts";
import type { LiveStream } from "../live-stream.ts";
import type { Latency, PlaybackStats } from "../whep/playback-stats.ts";
import { firstPace, paceAfter } from "./pace.ts";
import { createShownReport } from "./shown-report.ts";
import { createTracksFile, type TracksFile } from "./tracks-file.ts";

const tickMs = 100;
const reportEveryTicks = 5;
/** The messages that are kept while the picture has no place yet; a place takes a render. */
const waitingMax = 2_000;

export type FramesPlayerNeeds = {
  clock: Clock;
  hasSound: boolean;
  onReport(report: FramesUp): void;
  /** The player cannot go on: another connection is needed. `format`: this browser gave the picture up. */
  onFail(why?: "format"): void;
};

export type FramesPlayer = {
  stream: LiveStream;
  take(message: FramesMessage): void;
  stats(before: PlaybackStats | null): PlaybackStats;
  stop(): void;
};

/** One showing of the live picture: the element, and the source that it plays. */
type Showing = { video: HTMLVideoElement; file: TracksFile | null; stop: AbortController };

/** Plays frames in a video element by Media Source Extensions, and keeps near to what is live. */
export function createFramesPlayer(needs: FramesPlayerNeeds): FramesPlayer {
  const { clock } = needs;
  let waiting: FramesMessage[] = [];
  let showing: Showing | null = null;
  let received = 0;
  const arrivals = createArrivals(clock);

  function fail(why?: "format") {
    stop();
    needs.onFail(why);
  }
  function stop() {
    showing?.file?.stop();
    showing?.stop.abort();
    showing = null;
    waiting = [];
  }
  function give(file: TracksFile, message: FramesMessage) {
    try {
      file.take(message);
    } catch {
      fail("format");
    }
  }
  function open(shown: Showing, source: MediaSource) {
    const file = createTracksFile({ source, hasSound: needs.hasSound, onFail: fail });
    shown.file = file;
    for (const message of waiting.splice(0)) give(file, message);
    const cancel = keepPace(needs, shown.video, file, fail);
    shown.stop.signal.addEventListener("abort", cancel);
  }

  return {
    stream: {
      show(video) {
        // A file that was shown before needs a new connection, which begins with a picture that can be decoded by
        // itself.
        if (showing?.file) fail();
        const shown: Showing = { video, file: null, stop: new AbortController() };
        showing = shown;
        attach(video, shown.stop.signal, (source) => open(shown, source));
        video.addEventListener("error", () => fail("format"), { signal: shown.stop.signal });
        return () => {
          shown.file?.stop();
          shown.stop.abort();
        };
      },
    },
    take(message) {
      if (message.kind === "video" || message.kind === "audio") arrivals.note(message.timeUs);
      if (message.kind === "video") received += 1;
      const file = showing?.file;
      if (file) give(file, message);
      else if (waiting.length < waitingMax) waiting.push(message);
    },
    stats(before) {
      const video = showing?.video;
      const baseUs = showing?.file?.baseUs() ?? null;
      const framesDecoded = video ? decodedFrames(video) : 0;
      const moves = video && baseUs !== null && framesDecoded > (before?.framesDecoded ?? 0);
      const latency = moves ? arrivals.latencyOf(baseUs + video.currentTime * 1e6) : null;
      return { framesDecoded, packets: { received, lost: 0 }, processingSeconds: null, latency };
    },
    stop,
  };
}

/** Gives the element a source of its own; browsers that manage it want an element that plays nowhere else. */
function attach(video: HTMLVideoElement, signal: AbortSignal, onOpen: (source: MediaSource) => void) {
  const Source = mediaSourceClass();
  if (!Source) return;
  const source = new Source();
  const url = URL.createObjectURL(source);
  const onSource = () => {
    URL.revokeObjectURL(url);
    onOpen(source);
  };
  source.addEventListener("sourceopen", onSource, { once: true, signal });
  video.disableRemotePlayback = true;
  video.srcObject = null;
  video.src = url;
}

const decodedFrames = (video: HTMLVideoElement): number => video.getVideoPlaybackQuality().totalVideoFrames;

/** Changes speed or place so that the picture stays near to what is live, and reports what is shown. */
function keepPace(
  { clock, onReport }: FramesPlayerNeeds,
  video: HTMLVideoElement,
  file: TracksFile,
  fail: () => void,
): () => void {
  const report = createShownReport();
  let pace = firstPace(clock.now().getTime());
  let ticks = 0;
  let decoded = 0;

  function jump(toSeconds: number) {
    report.jumped(file.receivedUs(video.currentTime, toSeconds));
    video.currentTime = toSeconds;
  }
  function follow() {
    const range = file.range();
    if (range === null || video.seeking) return;
    const at = video.currentTime;
    if (at < range.start) return jump(range.start);
    const step = paceAfter(pace, {
      nowMs: clock.now().getTime(),
      aheadMs: (range.end - at) * 1_000,
      keyAgeMs: (range.end - file.lastKey()) * 1_000,
      isStarved: video.readyState < video.HAVE_FUTURE_DATA,
    });
    pace = step.pace;
    if (step.isHopeless) return fail();
    if (video.playbackRate !== pace.rate) video.playbackRate = pace.rate;
    if (step.jumpToMs !== null) jump(range.end - step.jumpToMs / 1_000);
    file.trim(at);
  }
  function say(baseUs: number) {
    const count = decodedFrames(video);
    // In a page out of sight the sound goes on where the picture rests.
    const moves = document.hidden || count > decoded;
    decoded = count;
    const isPlaying = moves && !video.paused && !video.seeking && video.readyState >= video.HAVE_CURRENT_DATA;
    onReport(report.sample({ timeUs: baseUs + video.currentTime * 1e6, isPlaying }));
  }
  return clock.every(tickMs, () => {
    const baseUs = file.baseUs();
    if (baseUs === null) return;
    follow();
    // At once, too: what is sent before anything is on show is not to be paid for.
    if (ticks % reportEveryTicks === 0) say(baseUs);
    ticks += 1;
  });
}

/** Knows by the frame that was quickest on its way how late another moment is. */
function createArrivals(clock: Clock) {
  let quickestUs: number | null = null;
  const ageUs = (timeUs: number) => clock.now().getTime() * 1_000 - timeUs;
  return {
    note(timeUs: number) {
      quickestUs = Math.min(quickestUs ?? Number.POSITIVE_INFINITY, ageUs(timeUs));
    },
    latencyOf(timeUs: number): Latency | null {
      return quickestUs === null ? null : { ms: (ageUs(timeUs) - quickestUs) / 1_000, from: "https" };
    },
  };
}
