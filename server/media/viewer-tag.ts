/** Whose playback session it is and for which audience it was opened. */
export type Viewing = { fanId: number; mode: string };

/** How the media engine marks a playback session: `fan:7|public`. */
export type ViewerTag = `fan:${number}|${string}`;

export function viewerTag({ fanId, mode }: Viewing): ViewerTag {
  return `fan:${fanId}|${mode}`;
}

/** What a tag says; null for one that is not of {@link viewerTag}. */
export function readViewerTag(tag: string): Viewing | null {
  const [, fanId, mode] = /^fan:(\d+)\|(.*)$/.exec(tag) ?? [];
  return fanId === undefined || mode === undefined ? null : { fanId: Number(fanId), mode };
}

/** Tells the playback sessions of one fan by their tags. */
export function isViewerOf(fanId: number): (tag: string) => boolean {
  return (tag) => readViewerTag(tag)?.fanId === fanId;
}

/** Is the session one of a show, not of the public room? */
export function isShowTag(tag: string): boolean {
  return readViewerTag(tag)?.mode !== "public";
}
