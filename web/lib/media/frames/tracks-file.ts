import type { FramesMessage } from "#contract/media-frames.ts";
import { type AppendQueue, createAppendQueue } from "./append-queue.ts";
import { createPictureFeed, createSoundFeed } from "./feeds.ts";
import { createLandmarks } from "./landmarks.ts";
import { type FileKind, pictureFile, pictureTrack, soundFile } from "./track-types.ts";
import type { TrackWriter } from "./track.ts";

/** Seconds of the file that are kept behind what is shown, and after how many more they are forgotten. */
const keptSeconds = 4;
const trimSeconds = 6;

type TracksFileNeeds = {
  source: MediaSource;
  hasSound: boolean;
  /** `format`: this browser does not play it. */
  onFail(why?: "format"): void;
};

/** The two files, of picture and of sound, that a live picture is written into as it comes. */
export type TracksFile = {
  take(message: FramesMessage): void;
  /** The server's media time at the beginning of the files, µs; null before the first picture. */
  baseUs(): number | null;
  /** Where both are buffered, in seconds; null while there is nothing to play. */
  range(): { start: number; end: number } | null;
  /** Where the last picture that can be decoded by itself stands, in seconds. */
  lastKey(): number;
  /** How much of the time between two moments of the file was received, µs. */
  receivedUs(fromSeconds: number, toSeconds: number): number;
  /** Forgets what is long past. */
  trim(currentSeconds: number): void;
  stop(): void;
};

/** Each track has a source buffer of its own, whose container is what the browser takes that codec in. */
export function createTracksFile({ source, hasSound, onFail }: TracksFileNeeds): TracksFile {
  const sound = hasSound ? soundFile() : null;
  let picture: { kind: FileKind; writer: TrackWriter; queue: AppendQueue } | null = null;
  let soundQueue: AppendQueue | null = null;
  let begin: (() => void) | undefined;
  let baseUs: number | null = null;
  const marks = createLandmarks();
  const soundWriter = sound?.createWriter();

  const pictures = createPictureFeed((sample) => {
    picture?.queue.append(picture.writer.sample(sample));
    marks.written(sample);
    sounds.follow(sample.timeUs + sample.durationUs);
  });
  const sounds = createSoundFeed((sample) => {
    if (soundWriter) soundQueue?.append(soundWriter.sample(sample));
  });

  function configure({ config }: Extract<FramesMessage, { kind: "video-config" }>) {
    const kind = pictureFile(config);
    if (!kind) return onFail("format");
    const { queue } = (picture ??= openBoth(kind));
    begin = () => {
      if (picture?.kind.type !== kind.type) queue.changeType(kind.type);
      picture = { kind, writer: kind.createWriter(), queue };
      queue.append(picture.writer.head(pictureTrack(config)));
    };
  }
  /** A source takes no further buffer once those it has have begun. */
  function openBoth(kind: FileKind) {
    const queue = open(kind);
    if (sound) {
      soundQueue = open(sound);
      soundQueue.append(sound.createWriter().head({ kind: "opus", channels: 2 }));
    }
    return { kind, writer: kind.createWriter(), queue };
  }
  const open = (kind: FileKind) => createAppendQueue(source.addSourceBuffer(kind.type), () => onFail());

  return {
    take(message) {
      if (message.kind === "video-config") return configure(message);
      if (message.kind === "video") {
        const { key: isKey, timeUs, data } = message;
        if (!picture || (begin && !isKey)) return;
        if (isKey) baseUs ??= timeUs;
        const fileUs = timeUs - (baseUs ?? 0);
        if (isKey) marks.key(fileUs / 1e6);
        pictures.add({ timeUs: fileUs, isKey, data }, begin);
        begin = undefined;
      } else if (message.kind === "audio" && baseUs !== null) {
        sounds.add({ timeUs: message.timeUs - baseUs, data: message.data });
      }
    },
    baseUs: () => baseUs,
    range() {
      const seen = picture?.queue.range() ?? null;
      if (!soundQueue || seen === null) return seen;
      const heard = soundQueue.range();
      return heard && { start: Math.max(seen.start, heard.start), end: Math.min(seen.end, heard.end) };
    },
    lastKey: marks.lastKey,
    receivedUs: marks.receivedUs,
    trim(currentSeconds) {
      const key = marks.keyBefore(currentSeconds - keptSeconds);
      const start = picture?.queue.range()?.start ?? 0;
      if (key === null || key < start + trimSeconds) return;
      marks.forget(key);
      // A picture cannot be shown without those that it builds on, so what goes ends before a key.
      picture?.queue.trimBefore(key - 0.01);
      soundQueue?.trimBefore(key - 0.01);
    },
    stop() {
      picture?.queue.stop();
      soundQueue?.stop();
    },
  };
}
