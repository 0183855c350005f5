import type { MediaEndpoint, MediaNeeds } from "#web/lib/media/media-session.ts";

const answerWithinMs = 2_000;

/**
 * The TURN servers of a place to publish to, as they open now: what opened them when the place was made has an end, and a
 * broadcast may outlast it. `known`: those of back then, which stay where there were none, or none can be read. Never throws.
 */
export async function freshIceServers(
  needs: MediaNeeds,
  { url, bearer }: MediaEndpoint,
  known: RTCIceServer[],
): Promise<RTCIceServer[]> {
  if (known.length === 0) return known;
  const abort = new AbortController();
  const cancelTimeout = needs.clock.after(answerWithinMs, () => abort.abort());
  try {
    const headers = { Authorization: `Bearer ${bearer}` };
    const answer = await needs.fetch(url, { method: "OPTIONS", headers, signal: abort.signal });
    const servers = answer.ok ? iceServersIn(answer.headers.get("Link") ?? "") : [];
    return servers.length > 0 ? servers : known;
  } catch {
    return known;
  } finally {
    cancelTimeout();
  }
}

/** An address and its parameters, each of which is a quoted string (RFC 8288, section 3; RFC 9725, section 4.6). */
const link = /<([^>]*)>((?:\s*;\s*[\w-]+="(?:[^"\\]|\\.)*")*)/g;
const parameter = /([\w-]+)="((?:[^"\\]|\\.)*)"/g;

/** The ICE servers that a `Link` header names; other relations are left out. */
export function iceServersIn(header: string): RTCIceServer[] {
  return [...header.matchAll(link)].flatMap(([, urls = "", text = ""]) => {
    const { rel, username, credential } = Object.fromEntries(
      [...text.matchAll(parameter)].map(([, name = "", value = ""]) => [
        name,
        value.replaceAll(/\\(.)/g, "$1"),
      ]),
    );
    if (rel !== "ice-server") return [];
    return [{ urls, ...(username && credential ? { username, credential } : {}) }];
  });
}
