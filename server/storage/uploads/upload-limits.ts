/** A kind of file that may be sent: its media types, and its size in bytes. */
export type UploadKind = { accept: readonly string[]; bytesMax: number };

/** What one person may send: kinds of files, and uploads that no call has used yet, in number and bytes. */
export type UploadLimits = { kinds: readonly UploadKind[]; openMax: number; openBytesMax: number };

/** Why a file is refused before any of it has come; null when it is not. */
export function uploadRefusal(
  { kinds }: UploadLimits,
  { size, contentType }: { size: number; contentType: string },
): "wrong_type" | "too_large" | "empty" | null {
  const kind = kinds.find(({ accept }) => accept.includes(contentType));
  if (!kind) return "wrong_type";
  if (!(size >= 1)) return "empty";
  return size > kind.bytesMax ? "too_large" : null;
}
