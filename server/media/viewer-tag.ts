/**
 * The user of a playback session, 0 for a guest, and the audience that it was opened for: the mode of the room, or
 * {@link previewMode}.
 */
export type Viewing = { fanId: number; mode: string };

/** How the media engine marks a playback session: `fan:7|public`. */
export type ViewerTag = `fan:${number}|${string}`;

export function viewerTag({ fanId, mode }: Viewing): ViewerTag {
  return `fan:${fanId}|${mode}`;
}

/** The meaning of a tag; null for one that is not of {@link viewerTag}. */
export function readViewerTag(tag: string): Viewing | null {
  const [, fanId, mode] = /^fan:(\d+)\|(.*)$/.exec(tag) ?? [];
  return fanId === undefined || mode === undefined ? null : { fanId: Number(fanId), mode };
}

/** Finds the playback sessions of one fan by their tags. */
export function isViewerOf(fanId: number): (tag: string) => boolean {
  return (tag) => readViewerTag(tag)?.fanId === fanId;
}

/** The mode of a session that shows a room's silent picture outside it, to guests too. */
export const previewMode = "preview";

/** The mode of a token for a preview that may take every layer of the picture; its sessions are marked as previews. */
export const largePreviewMode = "preview_large";

export type SessionKind = "room" | "show" | "preview";

/** Is the session one of the public room, of a show, or a preview? */
export function sessionKindOf(tag: string): SessionKind {
  const mode = readViewerTag(tag)?.mode;
  if (mode === previewMode) return "preview";
  return mode === "public" ? "room" : "show";
}
