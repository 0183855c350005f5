import type { QueryClient } from "@tanstack/react-query";
import { titled } from "#contract/site-name.ts";
import { notificationsQuery } from "#web/entities/notification/notifications-query.ts";
import { NotificationsPage } from "#web/features/notifications/NotificationsPage.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/notifications.ts";

async function read(client: QueryClient): Promise<void> {
  await client.ensureInfiniteQueryData({ ...notificationsQuery, revalidateIfStale: true });
}

export const loader = (args: Route.LoaderArgs) => readOnServer(args, read);
export const clientLoader = () => readInBrowser(read(browserQueryClient()));

export const meta: Route.MetaFunction = () => [{ title: titled(m.notifications_title()) }];

export default function Notifications() {
  return <NotificationsPage />;
}
