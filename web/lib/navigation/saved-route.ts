import { cookieNames, routeBackCookieSeconds, storageKeys } from "#web/lib/constants.ts";
import { cookieText, dropCookie, readCookie, writeCookie } from "#web/lib/cookies.ts";
import { sessionStore } from "#web/lib/platform/storage.ts";

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
  // The resolved path counts: `/..//host` is another site's address.
  if (url.origin !== "http://here.invalid" || url.pathname.startsWith("//")) return null;
  return url.pathname + url.search + url.hash;
}

/** The page of ours whose form this is, by its `Referer`; the front page where that says nothing. */
export function pageOfForm(request: Request): string {
  const referer = URL.parse(request.headers.get("referer") ?? "");
  return ownPath(referer && referer.pathname + referer.search) ?? "/";
}

/** A guest's intent when they were led to sign in, and its model: by id or user name. */
export type Intent = {
  kind: "watch" | "like" | "tip" | "notify" | "message" | "subscribe";
  model: number | string;
};

/** A person who wants into a room wants to watch. */
function watchOf(path: string): Intent | undefined {
  const [, model] = /^\/stream\/([a-z0-9]+)\/?([?#]|$)/i.exec(path) ?? [];
  return model === undefined ? undefined : { kind: "watch", model };
}

const intentText = (intent: Intent | undefined) => (intent ? `${intent.kind}.${intent.model}` : "");

/** Saves the path that a guest wanted, to return there after signing in, and what for. Browser only. */
export function saveRoute(path: string, intent = watchOf(path)): void {
  const safe = safeRoute(path);
  if (safe === null) return;
  sessionStore.setItem(storageKeys.savedRoute, safe);
  writeCookie(cookieNames.routeBack, safe, routeBackCookieSeconds);
  writeCookie(cookieNames.intent, intentText(intent), intent ? routeBackCookieSeconds : 0);
}

/** Saves the path to return to once the email is confirmed by the link of a mail, in this browser. Browser only. */
export function saveRouteForMailedLink(path: string): void {
  const safe = safeRoute(path);
  if (safe !== null) writeCookie(cookieNames.routeBack, safe, routeBackCookieSeconds);
}

/** The remembered path, which is forgotten by asking; null when there is none. Browser only. */
export function takeSavedRoute(): string | null {
  const saved = safeRoute(sessionStore.getItem(storageKeys.savedRoute));
  const fromCookie = safeRoute(readCookie(document.cookie, cookieNames.routeBack));
  sessionStore.removeItem(storageKeys.savedRoute);
  dropCookie(cookieNames.routeBack);
  dropCookie(cookieNames.intent);
  return saved ?? fromCookie;
}

/** Headers by which the server remembers the path that the visitor of `url` wanted, and what for. */
export function savedRouteHeaders(path: string, { protocol }: URL, intent = watchOf(path)): Headers {
  const headers = new Headers();
  const remember = (name: string, value: string, seconds = routeBackCookieSeconds) =>
    headers.append("set-cookie", cookieText(name, value, seconds, protocol === "https:"));
  remember(cookieNames.routeBack, safeRoute(path) ?? "/");
  remember(cookieNames.intent, intentText(intent), intent ? routeBackCookieSeconds : 0);
  return headers;
}

function hasControl(text: string): boolean {
  return [...text].some((character) => character.charCodeAt(0) < 32 || character === "\u007f");
}
