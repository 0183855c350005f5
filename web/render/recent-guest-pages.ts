import type { RequestContext } from "#web/lib/page/request-context.ts";

const KEPT_MS = 1_000;
const KEPT_MAX = 32;

type Page = { html: string; nonce: string; requestId: string };
type Kept = Page & { until: number };

/** Front pages that guests were shown a moment ago. */
export type RecentGuestPages = {
  /** The document for this guest, carrying their own nonce and request id; null when it has to be rendered. */
  find(request: Request, context: RequestContext): string | null;
  /** Keeps what was rendered for this guest, for a second. What is not for every guest alike is not kept. */
  keep(request: Request, context: RequestContext, html: string): void;
};

/**
 * Remembers the front page for one second, so that a crowd of guests costs one rendering a second. A guest's front page
 * depends on the context of the request alone: nonce and request id are random texts that stand for themselves and are
 * exchanged, all others (language, theme, gender, the host's logo …) are the key. A request with a session, even a dead one, is never answered from
 * here, and nothing that was rendered for them is kept.
 */
export function recentGuestPages(now: () => number = Date.now): RecentGuestPages {
  const pages = new Map<string, Kept>();
  return {
    find(request, context) {
      const kept = isForEveryGuest(request, context) ? pages.get(keyOf(context)) : undefined;
      if (!kept || kept.until <= now()) return null;
      return kept.html.replaceAll(kept.nonce, context.nonce).replaceAll(kept.requestId, context.requestId);
    },
    keep(request, context, html) {
      if (!isForEveryGuest(request, context)) return;
      if (pages.size >= KEPT_MAX) pages.clear();
      const { nonce, requestId } = context;
      pages.set(keyOf(context), { html, nonce, requestId, until: now() + KEPT_MS });
    },
  };
}

/** Without a nonce (while developing) there is nothing to exchange, so nothing is kept. */
function isForEveryGuest({ method, url }: Request, { session, viewer, nonce }: RequestContext): boolean {
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
const keyOf = ({ nonce: _nonce, requestId: _requestId, ...known }: RequestContext) => JSON.stringify(known);
