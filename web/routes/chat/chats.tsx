import { data } from "react-router";
import { InboxLayout } from "#web/features/inbox/InboxLayout.tsx";
import { InboxProvider, inboxOf, useOwnInbox } from "#web/features/inbox/inbox.ts";
import { chatsQuery } from "#web/features/inbox/inbox-query.ts";
import { ChatList } from "#web/features/inbox/list/ChatList.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { requestContext } from "#web/lib/page/request-context.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import type { Route } from "./+types/chats.ts";

export const handle = { footer: false, fills: true };

export const meta: Route.MetaFunction = () => [{ title: `${m.nav_chat()} · Fanlight` }];

export async function loader({ context }: Route.LoaderArgs) {
  const { api, viewer, report } = context.get(requestContext);
  try {
    return data({ first: viewer && (await inboxOf(api, viewer).calls.chats(1, "")) });
  } catch (error) {
    report(error);
    return data({ first: null }, { status: 503 });
  }
}

export async function clientLoader() {
  const client = browserQueryClient();
  const viewer = client.getQueryData(profileQuery.queryKey);
  if (!viewer) return { first: null };
  const list = await client
    .fetchInfiniteQuery({ ...chatsQuery(inboxOf(browserApi, viewer), ""), staleTime: 0 })
    .catch(() => null);
  return { first: list?.pages[0] ?? null };
}

/** The list stays as it is while a chat is opened beside it; events keep it fresh. */
export const shouldRevalidate = () => false;

/** The fan's inbox: the list of chats, which stays while one of them is open beside it (on phones: over it). */
export default function Chats({ loaderData: { first } }: Route.ComponentProps) {
  const inbox = useOwnInbox(browserApi);
  if (inbox === null) return null;
  return (
    <InboxProvider value={inbox}>
      <InboxLayout
        list={
          <ChatList
            first={first}
            nothing={
              <EmptyState
                title={m.chat_empty_title()}
                text={m.chat_empty_text()}
                action={
                  <ButtonLink to="/" tone="primary">
                    {m.places_find_rooms()}
                  </ButtonLink>
                }
              />
            }
          />
        }
      />
    </InboxProvider>
  );
}
