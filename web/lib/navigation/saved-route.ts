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

/** What a guest wanted of a model when they were led to sign in; that they wanted to watch, their path says. */
export type Intent = { kind: "like" | "tip" | "notify" | "message" | "subscribe"; modelId: number };

/** Saves the path that a guest wanted, to return there after signing in, and what for. Browser only. */
export function saveRoute(path: string, intent?: Intent): void {
  const safe = safeRoute(path);
  if (safe === null) return;
  if (intent) writeCookie(COOKIE.intent, `${intent.kind}.${intent.modelId}`, ROUTE_BACK_COOKIE_SECONDS);
  else dropCookie(COOKIE.intent);
  sessionStorage.setItem(STORAGE.savedRoute, safe);
  writeCookie(COOKIE.routeBack, safe, ROUTE_BACK_COOKIE_SECONDS);
}

/** The remembered path, which is forgotten by asking; null when there is none. Browser only. */
export function takeSavedRoute(): string | null {
  const saved = safeRoute(sessionStorage.getItem(STORAGE.savedRoute));
  const fromCookie = safeRoute(readCookie(document.cookie, COOKIE.routeBack));
  sessionStorage.removeItem(STORAGE.savedRoute);
  dropCookie(COOKIE.routeBack);
  dropCookie(COOKIE.intent);
  return saved ?? fromCookie;
}

/** Headers by which the server remembers the wanted path, and what for. */
export function savedRouteHeaders(path: string, intent?: Intent): Headers {
  const headers = new Headers();
  const wanted = intent ? `${intent.kind}.${intent.modelId}` : "";
  headers.append(
    "set-cookie",
    cookieText(COOKIE.routeBack, safeRoute(path) ?? "/", ROUTE_BACK_COOKIE_SECONDS),
  );
  headers.append("set-cookie", cookieText(COOKIE.intent, wanted, intent ? ROUTE_BACK_COOKIE_SECONDS : 0));
  return headers;
}

function hasControl(text: string): boolean {
  return [...text].some((character) => character.charCodeAt(0) < 32 || character === "\u007f");
}
