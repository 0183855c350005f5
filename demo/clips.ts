/**
 * The clips of the demo. Films are made of H.264 constrained baseline in MP4 files, 9:16. Broadcasts play the same, or
 * VP8 in IVF files, 9:16 or 16:9, as the model's entry says. All have the same rhythm of keyframes.
 */

export const framesPerSecond = 15;

/** Frames from one keyframe to the next: a joining viewer waits at most half a second. */
export const framesPerKeyframe = 8;

/** Whole macroblocks both ways, so that nothing has to be cropped. */
export const videoSize = { width: 432, height: 768 } as const;
export const wideVideoSize = { width: 768, height: 432 } as const;

/** The formats of broadcasts. Every browser decodes VP8; some, as shipped, lack H.264, which OBS sends. */
export const broadcastFormats = ["vp8", "vp8-wide", "h264"] as const;
export type BroadcastFormat = (typeof broadcastFormats)[number];

export const broadcastSize = (format: BroadcastFormat): { width: number; height: number } =>
  format === "vp8-wide" ? wideVideoSize : videoSize;

/** Length of each clip in frames; all are multiples of {@link framesPerKeyframe}. */
export const clipFrames = {
  idle: 64,
  "cheer-small": 24,
  "cheer-medium": 40,
  "cheer-big": 56,
  curtain: 48,
} as const;

export type ClipName = keyof typeof clipFrames;

/** The clips that are played in answer to something; the idle loop alone is needed to go on air. */
export const reactionClips = [
  "cheer-small",
  "cheer-medium",
  "cheer-big",
  "curtain",
] as const satisfies ClipName[];

/** In the curtain clip: the first frame with the curtain shut, and the first in which it begins to part. */
export const curtainClosedAt = 16;
export const curtainOpensAt = 32;

export const clipFile = (login: string, clip: ClipName): string => `${login}.${clip}.mp4`;

/** The file that a broadcast plays: its own, or in H.264 the one that films are made of. */
export const broadcastFile = (login: string, clip: ClipName, format: BroadcastFormat): string =>
  format === "h264" ? clipFile(login, clip) : `${login}.${clip}.ivf`;

/** How much joy a room shows over a gift. */
export type CheerSize = "small" | "medium" | "big";

const mediumFromTokens = 50;
const bigFromTokens = 250;

/** The size of the reaction to a tip. */
export function cheerSizeFor(tokens: number): CheerSize {
  if (tokens >= bigFromTokens) return "big";
  return tokens >= mediumFromTokens ? "medium" : "small";
}
