import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { titled } from "#contract/site-name.ts";
import { decisionsQuery } from "#web/entities/report/decisions-query.ts";
import { useTokensAndMoney } from "#web/entities/studio/payout.ts";
import { moderatorsQuery, studioFansQuery, studioQuery } from "#web/entities/studio/studio-queries.ts";
import { ChatPanel } from "#web/features/chat/ChatPanel.tsx";
import { bansQuery } from "#web/features/studio/Bans.tsx";
import { listingQuery } from "#web/features/studio/listing/listing-query.ts";
import { StudioScreen } from "#web/features/studio/StudioScreen.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";
import { m } from "#web/paraglide/messages.js";
import { ErrorCard } from "#web/ui/states/ErrorCard.tsx";
import type { Route } from "./+types/studio.ts";

export const meta: Route.MetaFunction = () => [{ title: titled(m.studio_document()) }];

/** The parts that the page shows at first. */
async function read(client: QueryClient): Promise<void> {
  await Promise.all([
    client.fetchQuery(studioQuery),
    client.prefetchQuery(decisionsQuery),
    client.prefetchQuery(listingQuery),
    client.prefetchQuery(studioFansQuery),
    client.prefetchQuery(moderatorsQuery),
    client.prefetchQuery(bansQuery),
  ]);
}

export const loader = (args: Route.LoaderArgs) => readOnServer(args, read);
export const clientLoader = () => readInBrowser(read(browserQueryClient()));

export const shouldRevalidate = () => false;

/** From 992 px on, everything is in the window. */
export const handle = { fills: "wide" };

/** The studio: the screen of the model's room beside its chat. */
export default function StudioPage() {
  const studio = useQuery(studioQuery).data;
  const paid = useTokensAndMoney();
  const [entered, setEntered] = useState(studio);
  if (studio?.model.id !== entered?.model.id) setEntered(studio);
  if (!entered)
    return (
      <main id="main" className="grid flex-1 place-items-center">
        <ErrorCard headingLevel="h1" title={m.studio_load_failed()} onRetry={() => location.reload()} />
      </main>
    );
  return (
    <StudioScreen
      key={entered.model.id}
      entered={entered}
      chat={(moderators) => (
        <ChatPanel
          slug={entered.model.login}
          me={{ id: entered.model.id, name: entered.model.artisticName, role: "model" }}
          history={entered.chat.history}
          loadHistory={loadHistory}
          moderators={moderators}
          worth={paid}
          overVideo
          className="[--chat-aside:12px] lg:shadow-[inset_0_0_0_1px_var(--line)]"
        />
      )}
    />
  );
}

async function loadHistory() {
  const answer = await browserApi.call("GET /api/studio");
  return answer.status === 200 ? answer.body.chat.history : null;
}
