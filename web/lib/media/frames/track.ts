/** The facts of one track that are written into the files that Media Source Extensions take. */
export type Track =
  | { kind: "h264"; width: number; height: number; avcC: Uint8Array }
  | { kind: "vp8"; width: number; height: number }
  | { kind: "opus"; channels: number };

/** One encoded picture or stretch of sound. Times are microseconds from the beginning of the file. */
export type Sample = { timeUs: number; durationUs: number; isKey: boolean; data: Uint8Array };

/** Writes a track as a file that never ends: its head once, then any number of samples. */
export type TrackWriter = {
  head(track: Track): Uint8Array<ArrayBuffer>;
  sample(sample: Sample): Uint8Array<ArrayBuffer>;
};

/** Opus is always played at this rate (RFC 7845, section 5.1). */
export const opusHz = 48_000;
