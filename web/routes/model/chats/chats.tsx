import { titled } from "#contract/site-name.ts";
import { InboxProvider, useOwnInbox } from "#web/features/inbox/inbox.ts";
import { InboxLayout } from "#web/features/inbox/InboxLayout.tsx";
import { ChatList } from "#web/features/inbox/list/ChatList.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/buttons/Button.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { EmptyState } from "#web/ui/states/EmptyState.tsx";
import { loadChats, loadChatsInBrowser } from "../../chat/inbox-loaders.ts";
import type { Route } from "./+types/chats.ts";

export const handle = { fills: true };

export const meta: Route.MetaFunction = () => [{ title: titled(m.nav_chat()) }];

export const loader = (args: Route.LoaderArgs) => loadChats(args);
export const clientLoader = () => loadChatsInBrowser();

export const shouldRevalidate = () => false;

/** The model's inbox: what their fans write, and the way to write to many at once. */
export default function ModelChats() {
  const inbox = useOwnInbox(browserApi);
  if (inbox === null) return null;
  return (
    <InboxProvider value={inbox}>
      <InboxLayout
        action={<ToMany />}
        list={
          <ChatList nothing={<EmptyState title={m.chat_empty_title()} text={m.inbox_model_empty_text()} />} />
        }
      />
    </InboxProvider>
  );
}

function ToMany() {
  return (
    <ButtonLink size="sm" to="/model/messages">
      <Icon name="post" size={16} />
      {m.inbox_mass_open()}
    </ButtonLink>
  );
}
