import { COOKIE, ROUTE_BACK_COOKIE_SECONDS, STORAGE } from "#web/lib/constants.ts";
import { cookieText, dropCookie, readCookie, writeCookie } from "#web/lib/cookies.ts";

/** A path of this app, or null: another origin, a scheme, or a page of signing in is never returned to. */
export function safeRoute(wanted: string | null): string | null {
  const path = ownPath(wanted);
  return path === null || /^\/(login|register|lost-password)\/?([?#]|$)|^\/auth\//i.test(path) ? null : path;
}

/** A path of this app with query and hash, or null: nobody is led to another origin. */
export function ownPath(wanted: string | null): string | null {
  if (wanted === null || !wanted.startsWith("/") || /^\/[/\\]/.test(wanted) || hasControl(wanted))
    return null;
  const url = new URL(wanted, "http://here.invalid");
  // What a path resolves to counts: `/..//host` is another site's address.
  if (url.origin !== "http://here.invalid" || url.pathname.startsWith("//")) return null;
  return url.pathname + url.search + url.hash;
}

/** The page of ours whose form this is, by its `Referer`; the front page where that says nothing. */
export function pageOfForm(request: Request): string {
  const referer = URL.parse(request.headers.get("referer") ?? "");
  return ownPath(referer && referer.pathname + referer.search) ?? "/";
}

/** Saves the path that a guest wanted, to return there after signing in. Browser only. */
export function saveRoute(path: string): void {
  const safe = safeRoute(path);
  if (safe === null) return;
  sessionStorage.setItem(STORAGE.savedRoute, safe);
  writeCookie(COOKIE.routeBack, safe, ROUTE_BACK_COOKIE_SECONDS);
}

/** The remembered path, which is forgotten by asking; null when there is none. Browser only. */
export function takeSavedRoute(): string | null {
  const saved = safeRoute(sessionStorage.getItem(STORAGE.savedRoute));
  const fromCookie = safeRoute(readCookie(document.cookie, COOKIE.routeBack));
  sessionStorage.removeItem(STORAGE.savedRoute);
  dropCookie(COOKIE.routeBack);
  return saved ?? fromCookie;
}

/** `Set-Cookie` value by which the server remembers the wanted path. */
export function savedRouteCookie(path: string): string {
  return cookieText(COOKIE.routeBack, safeRoute(path) ?? "/", ROUTE_BACK_COOKIE_SECONDS);
}

function hasControl(text: string): boolean {
  return [...text].some((character) => character.charCodeAt(0) < 32 || character === "\u007f");
}
