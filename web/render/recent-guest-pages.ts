import type { ServerFacts } from "#web/lib/page/request-context.ts";

const KEPT_MS = 1_000;
const KEPT_MAX = 32;

type Page = { html: string; nonce: string; requestId: string };
type Kept = Page & { until: number };

/** Front pages that guests were shown a moment ago. */
export type RecentGuestPages = {
  /** The document for this guest, carrying their own nonce and request id; null when it has to be rendered. */
  find(request: Request, facts: ServerFacts): string | null;
  /** Keeps what was rendered for this guest, for a second. What is not for every guest alike is not kept. */
  keep(request: Request, facts: ServerFacts, html: string): void;
};

/**
 * Remembers the front page for one second, so that a crowd of guests costs one rendering a second. A guest's front page
 * depends on the facts of the request alone: nonce and request id are random texts that stand for themselves and are
 * exchanged, all others (language, theme, gender, the host's logo …) are the key. Whoever sends a session, even a dead one, is never answered from
 * here, and nothing that was rendered for them is kept.
 */
export function recentGuestPages(now: () => number = Date.now): RecentGuestPages {
  const pages = new Map<string, Kept>();
  return {
    find(request, facts) {
      const kept = isForEveryGuest(request, facts) ? pages.get(keyOf(facts)) : undefined;
      if (!kept || kept.until <= now()) return null;
      return kept.html.replaceAll(kept.nonce, facts.nonce).replaceAll(kept.requestId, facts.requestId);
    },
    keep(request, facts, html) {
      if (!isForEveryGuest(request, facts)) return;
      if (pages.size >= KEPT_MAX) pages.clear();
      const { nonce, requestId } = facts;
      pages.set(keyOf(facts), { html, nonce, requestId, until: now() + KEPT_MS });
    },
  };
}

/** Without a nonce (while developing) there is nothing to exchange, so nothing is kept. */
function isForEveryGuest({ method, url }: Request, { session, viewer, nonce }: ServerFacts): boolean {
  const { pathname, search } = new URL(url);
  return (
    method === "GET" &&
    pathname === "/" &&
    search === "" &&
    session === "none" &&
    viewer === null &&
    nonce !== ""
  );
}

/** All that is known about a guest but what is exchanged, so that a fact added later can not be forgotten here. */
const keyOf = ({ nonce: _nonce, requestId: _requestId, ...known }: ServerFacts) => JSON.stringify(known);
