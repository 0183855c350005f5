import { titled } from "#contract/site-name.ts";
import { InboxProvider, useOwnInbox } from "#web/features/inbox/inbox.ts";
import { InboxLayout } from "#web/features/inbox/InboxLayout.tsx";
import { ChatList } from "#web/features/inbox/list/ChatList.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/buttons/Button.tsx";
import { EmptyState } from "#web/ui/states/EmptyState.tsx";
import type { Route } from "./+types/chats.ts";
import { loadChats, loadChatsInBrowser } from "./inbox-loaders.ts";

export const handle = { footer: false, fills: true };

export const meta: Route.MetaFunction = () => [{ title: titled(m.nav_chat()) }];

export const loader = (args: Route.LoaderArgs) => loadChats(args);
export const clientLoader = () => loadChatsInBrowser();

/** The list stays as it is while a chat is opened beside it; events keep it fresh. */
export const shouldRevalidate = () => false;

/** The fan's inbox: the list of chats, which stays while one of them is open beside it (on phones: over it). */
export default function Chats() {
  const inbox = useOwnInbox(browserApi);
  if (inbox === null) return null;
  return (
    <InboxProvider value={inbox}>
      <InboxLayout
        list={
          <ChatList
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
