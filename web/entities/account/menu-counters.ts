import type { QueryClient } from "@tanstack/react-query";
import type { FanProfile } from "#contract/profile.ts";
import type { Api } from "#web/lib/api/api.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { beginProfileReading, putInProfile } from "#web/lib/session/viewer.ts";

/** The counters of a person that the menu shows. */
export type MenuCounter = "unread_messages" | "not_seen_attachments" | "not_seen_posts" | "not_seen_comments";
export type MenuCounters = Pick<FanProfile, MenuCounter>;

/** Puts fresher numbers where the menu reads them; numbers that are not given stay. */
export function putCounters(client: QueryClient, counters: Partial<MenuCounters>): void {
  putInProfile(client, counters);
}

/** Fetches the counters again. Without an answer those on display stay, and so does what an event brings meanwhile. */
export async function refreshCounters(client: QueryClient, api: Api = browserApi): Promise<void> {
  const newer = beginProfileReading();
  const answer = await api.call("GET /api/get-main-page-counters");
  if (answer.status === 200) putInProfile(client, answer.body, newer);
}
