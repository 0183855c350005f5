/** What an ICE fragment (RFC 8840) says about the session it belongs to; `ufrag` is null when it names none. */
export type IceFragment = { ufrag: string | null };

/** Reads the fragment of a `PATCH`. Null when it is empty or not made of SDP lines. */
export function readFragment(text: string): IceFragment | null {
  const lines = text.split(/\r?\n/).filter((line) => line !== "");
  if (lines.length === 0 || !lines.every((line) => /^[a-z]=/.test(line))) return null;
  return { ufrag: ufragOf(text) };
}

/** The ICE user name of an offer or fragment; null when there is none. */
export function ufragOf(sdp: string): string | null {
  return /^a=ice-ufrag:(\S+)/m.exec(sdp)?.[1] ?? null;
}
