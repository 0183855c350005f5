/** Kinds of files that are kept, with the ending of their names. */
export const contentTypes = {
  "image/webp": "webp",
  "image/jpeg": "jpg",
  "image/png": "png",
  "video/mp4": "mp4",
  "video/webm": "webm",
} as const;
export type ContentType = keyof typeof contentTypes;

export type StoredFile = { bytes: Uint8Array; contentType: ContentType };
