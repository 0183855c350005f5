import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/Button.tsx";
import { EmptyPage } from "#web/ui/EmptyPage.tsx";
import type { Route } from "./+types/my-videos.ts";

export const meta: Route.MetaFunction = () => [{ title: `${m.nav_my_videos()} · Fanlight` }];

export default function MyVideos() {
  return (
    <EmptyPage
      heading={m.nav_my_videos()}
      title={m.my_videos_empty_title()}
      text={m.my_videos_empty_text()}
      action={
        <ButtonLink to="/" tone="primary">
          {m.places_find_rooms()}
        </ButtonLink>
      }
    />
  );
}
