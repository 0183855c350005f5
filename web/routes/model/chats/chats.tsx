import { Suspense, useState } from "react";
import { data } from "react-router";
import { InboxLayout } from "#web/features/inbox/InboxLayout.tsx";
import { InboxProvider, inboxOf, useOwnInbox } from "#web/features/inbox/inbox.ts";
import { chatsQuery } from "#web/features/inbox/inbox-query.ts";
import { ChatList } from "#web/features/inbox/list/ChatList.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { lazyComponent } from "#web/lib/page/lazy.tsx";
import { requestContext } from "#web/lib/page/request-context.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import type { Route } from "./+types/chats.ts";

const MassDialog = lazyComponent(() =>
  import("#web/features/inbox/mass/MassDialog.tsx").then((file) => file.MassDialog),
);

export const handle = { fills: true };

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

export const shouldRevalidate = () => false;

/** The model's inbox: what her fans write, and a message to many at once. */
export default function ModelChats({ loaderData: { first } }: Route.ComponentProps) {
  const inbox = useOwnInbox(browserApi);
  if (inbox === null) return null;
  return (
    <InboxProvider value={inbox}>
      <InboxLayout
        action={<ToMany />}
        list={
          <ChatList
            first={first}
            nothing={<EmptyState title={m.chat_empty_title()} text={m.inbox_model_empty_text()} />}
          />
        }
      />
    </InboxProvider>
  );
}

function ToMany() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <Icon name="post" size={16} />
        {m.inbox_mass_open()}
      </Button>
      <Suspense>{open && <MassDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
