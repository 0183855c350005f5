import type { QueryClient } from "@tanstack/react-query";
import { titled } from "#contract/site-name.ts";
import { StudioPage } from "#web/features/studio/page-parts.tsx";
import { menuQuery } from "#web/features/studio/tip-menu/menu-query.ts";
import { TipMenuPanel } from "#web/features/studio/tip-menu/TipMenuPanel.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/tip-menu.ts";

const read = (client: QueryClient) => client.prefetchQuery(menuQuery);

export const loader = (args: Route.LoaderArgs) => readOnServer(args, read);
export const clientLoader = () => readInBrowser(read(browserQueryClient()));

export const meta: Route.MetaFunction = () => [{ title: titled(m.studio_menu()) }];

/** The actions that the model offers for a tip. */
export default function TipMenu() {
  return (
    <StudioPage title={m.studio_menu()}>
      <TipMenuPanel />
    </StudioPage>
  );
}
