import type { Clock } from "../clock.ts";

/** Where to publish or play, and what opens it. */
export type MediaEndpoint = { url: string; bearer: string };
export type MediaNeeds = { fetch: typeof fetch; clock: Clock };

/** A session as the server names it: its address, null when it has none, and the entity tag of RFC 9110. */
export type MediaSession = { url: string | null; etag: string | null };

/** `status` is the server's, or 0 when no answer came; `code` names its reason where it gives one. */
export type OfferOutcome =
  | { ok: true; sdp: string; session: MediaSession }
  | { ok: false; status: number; code: string | null };

export const answerTimeoutMs = 8_000;

/**
 * Opens a session by WHIP (RFC 9725) or WHEP (draft-ietf-wish-whep): the offer in a `POST`, the answer in its 201, the
 * session's address in `Location`. `conditions` are headers of RFC 9110, section 13. Never throws.
 */
export async function postOffer(
  needs: MediaNeeds,
  { url, bearer }: MediaEndpoint,
  offer: string,
  conditions: Readonly<Record<string, string>> = {},
): Promise<OfferOutcome> {
  const abort = new AbortController();
  const cancelTimeout = needs.clock.after(answerTimeoutMs, () => abort.abort());
  try {
    const response = await needs.fetch(url, {
      method: "POST",
      headers: {
        "Content-Type": "application/sdp",
        Accept: "application/sdp",
        Authorization: `Bearer ${bearer}`,
        ...conditions,
      },
      body: offer,
      signal: abort.signal,
    });
    if (!response.ok) return { ok: false, status: response.status, code: await codeOf(response) };
    const location = response.headers.get("Location");
    const session = {
      url: location === null ? null : new URL(location, response.url || url).href,
      etag: response.headers.get("ETag"),
    };
    return { ok: true, sdp: await response.text(), session };
  } catch {
    return { ok: false, status: 0, code: null };
  } finally {
    cancelTimeout();
  }
}

/** A proxy refuses without a code. */
async function codeOf(response: Response): Promise<string | null> {
  const body = (await response.json().catch(() => null)) as { code?: string } | null;
  return body?.code ?? null;
}

/** Ends a session by `DELETE`; resolves when the server has answered, or cannot be reached. Never throws. */
export async function endSession(needs: MediaNeeds, bearer: string, session: MediaSession): Promise<void> {
  if (session.url === null) return;
  // `keepalive` lets the request outlive the page; the engine detects a lost client even when that fails.
  const headers = { Authorization: `Bearer ${bearer}` };
  await needs.fetch(session.url, { method: "DELETE", headers, keepalive: true }).catch(() => undefined);
}

/** How long to wait before attempt `attempt` (1 is the first repeat): doubling from `baseMs` up to `maxMs`. */
export type Backoff = { baseMs: number; maxMs: number };

/**
 * The wait before a repeat, in milliseconds. Half of it is drawn by `random` (0 ≤ x < 1), so that a thousand viewers
 * who lost the same room do not come back in the same instant.
 */
export function backoffMs({ baseMs, maxMs }: Backoff, attempt: number, random: () => number): number {
  const fullMs = Math.min(maxMs, baseMs * 2 ** Math.min(attempt - 1, 20));
  return Math.round(fullMs * (0.5 + random() / 2));
}
