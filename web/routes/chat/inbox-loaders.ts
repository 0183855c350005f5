import type { LoaderFunctionArgs } from "react-router";
import { chatsQuery, threadQuery } from "#web/features/inbox/inbox-query.ts";
import { inboxOwner } from "#web/features/inbox/inbox.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";

type Args = Pick<LoaderFunctionArgs, "context">;

/** The chats of the signed-in user, fan or model. Server only. */
export function loadChats(args: Args) {
  return readOnServer(args, async (client, { viewer }) => {
    if (viewer) await client.ensureInfiniteQueryData(chatsQuery(inboxOwner(viewer), ""));
  });
}

/** Loads in the browser: known chats are shown at once and read again behind. Browser only. */
export function loadChatsInBrowser() {
  const client = browserQueryClient();
  const viewer = client.getQueryData(profileQuery.queryKey);
  const read = async () => {
    const again = { staleTime: 0, revalidateIfStale: true };
    if (viewer) await client.ensureInfiniteQueryData({ ...chatsQuery(inboxOwner(viewer), ""), ...again });
  };
  return readInBrowser(read());
}

/** One chat of the signed-in user. Server only. */
export function loadThread(args: Args, id: string) {
  return readOnServer(
    args,
    async (client, { viewer }) => {
      if (!viewer) return { failed: false };
      const thread = await client.ensureQueryData(threadQuery(inboxOwner(viewer), id));
      return { failed: thread.kind === "failed" };
    },
    ({ failed }) => (failed ? 503 : 200),
  );
}

/** Loads a thread in the browser, always as it is now. Browser only. */
export function loadThreadInBrowser(id: string) {
  const client = browserQueryClient();
  const viewer = client.getQueryData(profileQuery.queryKey);
  const read = async () => {
    if (viewer) await client.fetchQuery({ ...threadQuery(inboxOwner(viewer), id), staleTime: 0 });
    return { failed: false };
  };
  return readInBrowser(read());
}
