import type { FramesVideoCodec, VideoConfig } from "#contract/media-frames.ts";
import { playsType } from "#web/lib/platform/media-source.ts";
import { createMp4Writer } from "./mp4.ts";
import type { Track, TrackWriter } from "./track.ts";
import { createWebmWriter } from "./webm.ts";

/** A kind of file that this browser plays, and what writes it. */
export type FileKind = { type: string; createWriter(): TrackWriter };

const mp4 = (kind: string, codec: string): FileKind => ({
  type: `${kind}/mp4; codecs="${codec}"`,
  createWriter: createMp4Writer,
});
const webm = (kind: string, codec: string): FileKind => ({
  type: `${kind}/webm; codecs="${codec}"`,
  createWriter: createWebmWriter,
});

/** Constrained Baseline at level 3.1: what WebRTC asks every browser for (RFC 7742, section 6.2). */
const usualH264 = "avc1.42e01f";

/** The codecs of pictures that this browser plays from a page's source. */
export function playableCodecs(): FramesVideoCodec[] {
  const codecs = { h264: mp4("video", usualH264), vp8: webm("video", "vp8") };
  return (["h264", "vp8"] as const).filter((codec) => playsType(codecs[codec].type));
}

/** How a picture of this configuration is played; null where this browser cannot. */
export function pictureFile({ codec }: VideoConfig): FileKind | null {
  const kind = codec === "vp8" ? webm("video", "vp8") : mp4("video", codec);
  return playsType(kind.type) ? kind : null;
}

/** How sound is played; null where this browser cannot. Which container takes Opus differs. */
export function soundFile(): FileKind | null {
  return [mp4("audio", "opus"), webm("audio", "opus")].find(({ type }) => playsType(type)) ?? null;
}

export function pictureTrack({ codec, description, width, height }: VideoConfig): Track {
  if (codec === "vp8") return { kind: "vp8", width, height };
  const avcC = Uint8Array.from(atob(description ?? ""), (character) => character.charCodeAt(0));
  return { kind: "h264", width, height, avcC };
}
