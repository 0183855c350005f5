import type { QueryClient } from "@tanstack/react-query";
import { titled } from "#contract/site-name.ts";
import { galleryQuery } from "#web/features/studio/gallery/gallery-query.ts";
import { GalleryPanel } from "#web/features/studio/gallery/GalleryPanel.tsx";
import { listingQuery } from "#web/features/studio/listing/listing-query.ts";
import { PagePanel } from "#web/features/studio/listing/PagePanel.tsx";
import { StudioPage } from "#web/features/studio/page-parts.tsx";
import { scheduleQuery } from "#web/features/studio/schedule/schedule-query.ts";
import { SchedulePanel } from "#web/features/studio/schedule/SchedulePanel.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/page.ts";

async function read(client: QueryClient): Promise<void> {
  await Promise.all([
    client.prefetchQuery(listingQuery),
    client.prefetchQuery(galleryQuery),
    client.prefetchQuery(scheduleQuery),
  ]);
}

export const loader = (args: Route.LoaderArgs) => readOnServer(args, read);
export const clientLoader = () => readInBrowser(read(browserQueryClient()));

export const meta: Route.MetaFunction = () => [{ title: titled(m.studio_nav_page()) }];

/** The model's page as fans see it: texts, pictures, and when they are on air. */
export default function OwnPage() {
  return (
    <StudioPage title={m.studio_nav_page()}>
      <PagePanel />
      <GalleryPanel />
      <SchedulePanel />
    </StudioPage>
  );
}
