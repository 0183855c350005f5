import type { Sample } from "./track.ts";

/** The samples that arrived of one track; the time is that of the file. */
export type Arrival = Omit<Sample, "durationUs">;

/** Takes what arrives of a track, and writes it without gaps: a player stops at each of them. */
export type PictureFeed = {
  /** `begin` is called right before this very picture is written. */
  add(picture: Arrival, begin?: () => void): void;
};

/**
 * A picture is shown until the next one comes, so each is written when the next one is there. Nothing is written before the
 * first that can be decoded by itself.
 */
export function createPictureFeed(write: (sample: Sample) => void): PictureFeed {
  let held: { picture: Arrival; begin: (() => void) | undefined } | null = null;
  return {
    add(picture, begin) {
      if (held === null ? !picture.isKey : picture.timeUs <= held.picture.timeUs) return;
      held?.begin?.();
      if (held) write({ ...held.picture, durationUs: picture.timeUs - held.picture.timeUs });
      held = { picture, begin };
    },
  };
}

export type SoundFeed = {
  add(packet: Pick<Arrival, "timeUs" | "data">): void;
  /** The picture has come as far as this: sound that is far behind it is not coming. */
  follow(pictureUs: number): void;
};

/** One Opus packet of silence, 20 ms, full band (RFC 6716, section 3.1): its shortest, of either number of channels. */
const silence = Uint8Array.from([0xf8, 0xff, 0xfe]);
const silenceUs = 20_000;
/** Sound that is this far behind the picture is missing; while it is, silence follows the picture at the second distance. */
const missingUs = 300_000;
const followUs = 60_000;
/** Clocks are rounded, and gaps shorter than a packet are not filled; what overlaps by no more than this follows directly. */
const overlapUs = 15_000;

/** Fills what is missing of the sound with silence; what comes after its place was filled is dropped. */
export function createSoundFeed(write: (sample: Sample) => void): SoundFeed {
  let endUs = 0;
  let lastUs = -1;
  let isMissing = false;
  function fillTo(timeUs: number) {
    for (; timeUs - endUs >= silenceUs; endUs += silenceUs)
      write({ timeUs: endUs, durationUs: silenceUs, isKey: true, data: silence });
  }
  return {
    add({ timeUs, data }) {
      const durationUs = opusPacketUs(data);
      isMissing = false;
      if (durationUs === 0 || timeUs <= lastUs || timeUs < endUs - overlapUs) return;
      lastUs = timeUs;
      fillTo(timeUs);
      write({ timeUs: endUs, durationUs, isKey: true, data });
      endUs += durationUs;
    },
    follow(pictureUs) {
      isMissing ||= pictureUs - endUs > missingUs;
      if (isMissing) fillTo(pictureUs - followUs);
    },
  };
}

/** Durations of a frame by the configuration of an Opus packet (RFC 6716, section 3.1), four or two of them in turn. */
const silkUs = [10_000, 20_000, 40_000, 60_000];
const hybridUs = [10_000, 20_000];
const celtUs = [2_500, 5_000, 10_000, 20_000];

/** How long an Opus packet plays; 0 for what is none. */
export function opusPacketUs(packet: Uint8Array): number {
  const [first, second] = packet;
  if (first === undefined) return 0;
  const config = first >> 3;
  const durations = config < 12 ? silkUs : config < 16 ? hybridUs : celtUs;
  const frameUs = durations[config % durations.length] ?? 0;
  const code = first & 3;
  const frames = code === 0 ? 1 : code === 3 ? (second ?? 0) & 0x3f : 2;
  return frameUs * frames;
}
