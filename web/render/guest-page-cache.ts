import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { isPlainFilter } from "#web/entities/room/list-filters.ts";
import type { RequestContext } from "#web/lib/page/request-context.ts";

const freshMs = 1_000;
/** How long a page that is no longer fresh is still sent while the next one is rendered. */
const staleMs = 5_000;
const variantsMax = 128;

/** A whole document as every guest of its kind gets it. `nonce`: what its inline scripts carry. */
export type SharedPage = { status: number; headers: Headers; body: Buffer; nonce: string };

type Entry = { page: SharedPage | null; renderedAt: number; rendering: Promise<SharedPage> | null };

export type GuestPageCache = {
  /**
   * The page kept under `key`, or what `render` makes of it. Only pages with status 200 that set no cookie are kept.
   * However many ask, one rendering of a key runs at a time.
   */
  get(key: string, render: () => Promise<SharedPage>): Promise<SharedPage>;
};

/**
 * Keeps pages that are the same for all guests for one second each, so that a crowd of guests costs one rendering a
 * second; up to five seconds a page is sent once more while its successor is rendered, so that nobody waits.
 */
export function createGuestPageCache(now: () => number = Date.now): GuestPageCache {
  const entries = new Map<string, Entry>();
  const entryOf = (key: string): Entry => {
    const entry: Entry = entries.get(key) ?? { page: null, renderedAt: 0, rendering: null };
    // The one that was not asked for the longest goes first: many sets of filters cannot drive out what a crowd reads.
    entries.delete(key);
    entries.set(key, entry);
    for (const oldest of entries.keys()) if (entries.size > variantsMax) entries.delete(oldest);
    return entry;
  };
  const refresh = async (entry: Entry, render: () => Promise<SharedPage>): Promise<SharedPage> => {
    try {
      const page = await render();
      if (page.status === 200 && !page.headers.has("set-cookie"))
        Object.assign(entry, { page, renderedAt: now() });
      return page;
    } finally {
      entry.rendering = null;
    }
  };
  return {
    async get(key, render) {
      const entry = entryOf(key);
      const ageMs = now() - entry.renderedAt;
      if (entry.page && ageMs < freshMs) return entry.page;
      entry.rendering ??= refresh(entry, render);
      if (!entry.page || ageMs >= staleMs) return entry.rendering;
      // A failure is reported by the rendering itself; the next guest tries again.
      entry.rendering.catch(() => {});
      return entry.page;
    },
  };
}

/**
 * Whether the route of a path says of itself, by `handle.guestsShare`, that its page is the same for all guests: it holds
 * nothing made for one visitor, such as a form's token or a playback.
 */
export function sharedPaths(manifest: ServerBuild["routes"]): (pathname: string) => boolean {
  const known = Object.values(manifest).filter((route) => route !== undefined);
  const childrenOf = (parent?: string): RouteObject[] =>
    known
      .filter(({ parentId }) => parentId === parent)
      .map(({ id, path, index, module: { handle } }) =>
        index ? { id, path, index, handle } : { id, path, handle, children: childrenOf(id) },
      );
  const routes = childrenOf();
  return (pathname) => {
    const handle = matchRoutes(routes, pathname)?.at(-1)?.route.handle as { guestsShare?: true } | undefined;
    return handle?.guestsShare === true;
  };
}

/**
 * Under which key the page of this request is shared; null when it is not the same for every guest, or its address says
 * more than a gender and filters in their one way. A request with a session, even a dead one, is never answered from the
 * cache. The key is all that is known about a guest but nonce and request id, so that a field added later cannot be
 * forgotten here. Without a nonce (while developing) nothing is kept.
 */
export function guestPageKey(
  { method, url }: Request,
  context: RequestContext,
  isShared: (pathname: string) => boolean,
): string | null {
  const { pathname, search } = new URL(url);
  const { session, viewer, nonce, requestId: _requestId, ...known } = context;
  const isGuest = session === "none" && viewer === null;
  if (method !== "GET" || !isGuest || nonce === "" || !isPlainFilter(search) || !isShared(pathname))
    return null;
  return JSON.stringify({ pathname, search, ...known });
}
