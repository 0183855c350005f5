import type { ServerFacts } from "#web/lib/server-context.ts";
import { type OfflineCopy, PUBLIC_LISTS } from "./offline-pages.ts";

/** What the service worker may do with the document that answers this request; null when it says nothing. Server only. */
export function offlineCopyOf(
  { method, url }: Request,
  { session, viewer }: Pick<ServerFacts, "session" | "viewer">,
  { status, headers }: Response,
): OfflineCopy | null {
  if (session !== "none" || viewer !== null) return "forget";
  const { pathname, search } = new URL(url);
  const isList = method === "GET" && PUBLIC_LISTS.has(pathname) && search === "";
  return isList && status === 200 && !headers.has("set-cookie") ? "keep" : null;
}
