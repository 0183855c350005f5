/** `ManagedMediaSource` adds only advice to its sibling, which a live picture cannot follow. */
type MediaSourceClass = typeof MediaSource;

/**
 * A source that is fed by the page (Media Source Extensions): on iPhones only the managed kind is there. Null where there is
 * none, and on the server.
 */
export function mediaSourceClass(): MediaSourceClass | null {
  const { MediaSource: plain, ManagedMediaSource: managed } = globalThis as {
    MediaSource?: MediaSourceClass;
    ManagedMediaSource?: MediaSourceClass;
  };
  return plain ?? managed ?? null;
}

export const hasMediaSource = (): boolean => mediaSourceClass() !== null;

/** Whether this browser plays such a file from a page's source; `type` is a MIME type with its codecs. */
export const playsType = (type: string): boolean => mediaSourceClass()?.isTypeSupported(type) === true;
