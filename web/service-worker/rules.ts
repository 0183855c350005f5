import { cookieNames, storageKeys } from "#web/lib/constants.ts";
import { readCookie } from "#web/lib/cookies.ts";
import type { RequestContext } from "#web/lib/page/request-context.ts";

/** The page shown instead of one that cannot be loaded. The dot keeps it apart from models' names. */
export const offlinePage = "/offline.html";

/** Header by which the server says of a guests' list for which guests it was drawn: see {@link guestVariant}. */
export const guestPageHeader = "x-guest-page";

/**
 * The message that asks the worker to keep the list at `path` as guests see it, unless it has a recent copy; of `/`, which
 * live events bring up to date, any copy will do.
 */
export const keepListMessage = "KEEP_LIST";
export type KeepList = { type: typeof keepListMessage; path: string };

const sessionCookies = [cookieNames.token, cookieNames.fanId];
/** The public lists. All others are somebody's, or change too much with what is asked for. */
const listPages = ["/", "/trending", "/videos", "/allposts"];
/** All that guests' lists differ by, besides the language of the browser. */
const drawnBy = [
  cookieNames.language,
  cookieNames.theme,
  cookieNames.adult,
  cookieNames.discreet,
  storageKeys.gender,
];
const variantMaxLength = 100;

/** Navigations that are no pages: downloads, what servers call, and all files. */
const notPages =
  /^\/(api|auth|service|whip|whep|livekit|dev|metrics|healthz|readyz|assets|files|private-files)(\/|$)|\.[a-z0-9]+$/i;

/** Whether a navigation to this address shows a page of ours, for which the offline page may stand in. */
export const isPage = ({ pathname }: URL): boolean => !notPages.test(pathname);

/** Whether this is a file of a build: its name names its content, which never changes. */
export const isBuiltFile = ({ pathname }: URL): boolean => /^\/assets\/[^/]+$/.test(pathname);

/** A public list, and nothing that an address may add to it: those carry tokens and names of who invited whom. */
export const isList = ({ pathname, search }: URL): boolean => listPages.includes(pathname) && search === "";

/** How long a kept copy of a list counts as what was seen last: one that is younger is not fetched only to be kept. */
const recentMs = 10 * 60_000;

/** Whether a kept copy is so young; by its `Date` header. */
export function isRecent(copy: Response, now: Date): boolean {
  return now.getTime() - Date.parse(copy.headers.get("date") ?? "") < recentMs;
}

/**
 * The query that tells apart the lists of guests with different cookies; null as soon as there is a trace of a
 * session, alive or dead. Takes a `Cookie` header.
 */
export function guestVariant(cookies: string): string | null {
  if (sessionCookies.some((name) => readCookie(cookies, name) !== null)) return null;
  const variant = new URLSearchParams(drawnBy.map((name) => [name, readCookie(cookies, name) ?? ""]));
  return variant.toString().length <= variantMaxLength ? variant.toString() : null;
}

/**
 * The server's mark on a document in {@link guestPageHeader}: null unless any such guest gets the same one. Server
 * only.
 */
export function guestPageOf(
  { method, url, headers }: Request,
  { session, viewer }: Pick<RequestContext, "session" | "viewer">,
  response: Response,
): string | null {
  if (session !== "none" || viewer !== null) return null;
  if (method !== "GET" || !isList(new URL(url))) return null;
  if (response.status !== 200 || response.headers.has("set-cookie")) return null;
  return guestVariant(headers.get("cookie") ?? "");
}
