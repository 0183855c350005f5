import { data } from "react-router";
import { inboxOf } from "#web/features/inbox/inbox.ts";
import { putChat } from "#web/features/inbox/inbox-query.ts";
import { type LoadedThread, loadThread, OpenThread } from "#web/features/inbox/OpenThread.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { requestContext } from "#web/lib/page/request-context.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import type { Route } from "./+types/chat.ts";

/** On phones an open chat has the whole screen. */
export const handle = { footer: false, tabs: false, head: false };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { api, viewer } = context.get(requestContext);
  const loaded: LoadedThread = viewer
    ? await loadThread(inboxOf(api, viewer), params.id)
    : { kind: "unknown" };
  return data({ loaded }, loaded.kind === "failed" ? { status: 503 } : undefined);
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const client = browserQueryClient();
  const viewer = client.getQueryData(profileQuery.queryKey);
  if (!viewer) return { loaded: { kind: "unknown" } as LoadedThread };
  const loaded = await loadThread(inboxOf(browserApi, viewer), params.id);
  if (loaded.kind === "open") putChat(client, viewer.id, loaded.page.chat);
  return { loaded };
}

/** One chat of the fan. */
export default function Chat({ loaderData: { loaded } }: Route.ComponentProps) {
  return <OpenThread loaded={loaded} />;
}
