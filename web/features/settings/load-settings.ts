import type { QueryClient } from "@tanstack/react-query";
import type { LoaderFunctionArgs } from "react-router";
import { blockedModelsQuery } from "#web/entities/account/blocked-models.ts";
import { notificationSettingsQuery } from "#web/entities/account/notification-settings.ts";
import { chatRulesQuery } from "#web/entities/message/chat-rules.ts";
import { wordFilterQuery } from "#web/entities/message/word-filter.ts";
import { decisionsQuery } from "#web/entities/report/decisions-query.ts";
import { reportsQuery } from "#web/entities/report/reports-query.ts";
import { gendersQuery } from "#web/entities/room/gender.ts";
import { savedSearchesQuery } from "#web/entities/room/saved-searches.ts";
import { watchedQuery } from "#web/entities/room/watched-rooms.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { secondFactorQuery, sessionsQuery } from "./security-queries.ts";
import { limitsQuery } from "./spending/limits-query.ts";

/** Reads the sections of the settings. A part that cannot be read says so in its place. */
async function read(client: QueryClient, role: "fan" | "model" | "admin" | undefined): Promise<void> {
  if (role === undefined) return;
  await Promise.all([
    client.prefetchQuery(sessionsQuery),
    client.prefetchQuery(secondFactorQuery),
    client.prefetchQuery(reportsQuery),
    role !== "admin" && client.prefetchQuery(wordFilterQuery),
    role !== "admin" && client.prefetchQuery(decisionsQuery),
    role === "model" && client.prefetchQuery(chatRulesQuery),
    role === "fan" && client.prefetchQuery(limitsQuery),
    role === "fan" && client.prefetchQuery(blockedModelsQuery),
    role === "fan" && client.prefetchInfiniteQuery({ ...watchedQuery, staleTime: 0 }),
    role === "fan" && client.prefetchQuery(notificationSettingsQuery),
    role === "fan" && client.prefetchQuery(savedSearchesQuery),
    role === "fan" && client.prefetchQuery(gendersQuery),
  ]);
}

/** Server only. */
export const loadSettings = (args: Pick<LoaderFunctionArgs, "context">) =>
  readOnServer(args, (client, { viewer }) => read(client, viewer?.role));

/** Browser only: what is known is shown at once, and read again behind. */
export function loadSettingsInBrowser() {
  const client = browserQueryClient();
  const reading = read(client, client.getQueryData(profileQuery.queryKey)?.role);
  const isKnown = client.getQueryData(sessionsQuery.queryKey) !== undefined;
  return readInBrowser(isKnown ? Promise.resolve() : reading);
}
