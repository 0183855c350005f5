import type { StudioItem } from "#contract/studio-content.ts";

export type StudioKind = StudioItem["kind"];

/** The limits are the server's, checked before anything is sent. */
export const pictureTypes = ["image/jpeg", "image/png", "image/webp"];
export const videoTypes = ["video/mp4", "video/quicktime", "video/webm"];
export const pictureBytesMax = 20 * 1024 * 1024;
export const videoBytesMax = 500 * 1024 * 1024;

export type FileProblem = "wrong_type" | "picture_too_large" | "video_too_large" | "empty";

/** The types to offer for the file of a video, or of a post, which may be a picture too. */
export function typesFor(kind: StudioKind): readonly string[] {
  return kind === "video" ? videoTypes : [...pictureTypes, ...videoTypes];
}

export function isFilm({ type }: Pick<File, "type">): boolean {
  return videoTypes.includes(type);
}

/** The objection to a chosen file, or null. */
export function fileProblem(file: Pick<File, "type" | "size">, types: readonly string[]): FileProblem | null {
  if (!types.includes(file.type)) return "wrong_type";
  if (file.size === 0) return "empty";
  if (isFilm(file)) return file.size > videoBytesMax ? "video_too_large" : null;
  return file.size > pictureBytesMax ? "picture_too_large" : null;
}
