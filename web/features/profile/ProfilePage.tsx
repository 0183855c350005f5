import { type ReactNode, useState } from "react";
import type { ModelPage } from "#contract/catalog.ts";
import { useStartChat } from "#web/entities/message/MessageButton.tsx";
import { useLike } from "#web/entities/room/use-like.ts";
import { useNotify } from "#web/entities/room/use-notify.ts";
import { useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";
import { AboutSection, ProfileIntro } from "./AboutSection.tsx";
import { BannedNotice } from "./BannedNotice.tsx";
import { BlockedNotice } from "./BlockedNotice.tsx";
import { Gallery } from "./Gallery.tsx";
import { HeroActions, type TipPart } from "./HeroActions.tsx";
import { NotifyPanel } from "./NotifyPanel.tsx";
import { PlannedPanel } from "./PlannedPanel.tsx";
import { ProfileHero } from "./ProfileHero.tsx";
import { ProfileTabs } from "./ProfileTabs.tsx";
import { RatesList } from "./RatesList.tsx";
import { SubscriptionPanel } from "./SubscriptionPanel.tsx";
import { type FanAction, useFanAction } from "./use-fan-action.ts";

type ProfilePageProps = {
  page: ModelPage;
  /** When it was read, for "seen 2 h ago". */
  now: string;
  Tip: TipPart;
  /** The model's videos or posts. */
  content(part: "videos" | "posts"): ReactNode;
};

/** A model's page: who they are, whether they are live, what their shows cost, and what one can do with them. */
export function ProfilePage({ page, now, Tip, content }: ProfilePageProps) {
  useTopic("public", [page.live_from.public]);
  useTopic("presence", [page.live_from.presence]);
  const like = useLike();
  const notify = useNotify(page);
  const { start } = useStartChat();
  const [tipping, setTipping] = useState(false);
  const act = (action: FanAction, asGuest: boolean) => {
    if (action === "tip") setTipping(true);
    else if (action === "message") void start(page.id);
    // A guest who pressed the heart wanted it set, also if it turns out to be set already.
    else if (action === "notify") void notify(asGuest || !page.notified);
    else void like({ id: page.id, liked: asGuest || !page.liked });
  };
  const onAction = useFanAction(page.id, act);
  const isApart = page.blocked || page.banned;
  return (
    <main
      id="main"
      className="mx-auto grid w-full max-w-[1240px] min-[1600px]:max-w-[1560px] grid-cols-[minmax(0,1fr)] gap-5 px-3 pt-3 pb-9 lg:grid-cols-[minmax(0,1fr)_340px] lg:px-8 lg:pt-4 lg:pb-14"
    >
      <ProfileHero page={page} now={now}>
        {page.blocked ? (
          <BlockedNotice page={page} />
        ) : page.banned ? (
          <BannedNotice page={page} />
        ) : (
          <HeroActions
            page={page}
            tipping={tipping}
            onAction={onAction}
            onTipped={() => setTipping(false)}
            Tip={Tip}
          />
        )}
      </ProfileHero>
      {!isApart && (
        <aside className="grid content-start gap-3 lg:col-start-2 lg:row-start-2">
          <SubscriptionPanel page={page} />
          <PlannedPanel page={page} />
          <NotifyPanel page={page} onToggle={() => onAction("notify")} />
        </aside>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6 lg:col-start-1 lg:row-start-2">
        {page.blocked ? (
          <AboutSection page={page} />
        ) : (
          <>
            <ProfileIntro page={page} />
            {!page.banned && <RatesList page={page} />}
            <Gallery page={page} />
            <ProfileTabs page={page}>
              {(part) => (part === "about" ? <AboutSection page={page} /> : content(part))}
            </ProfileTabs>
          </>
        )}
      </div>
    </main>
  );
}
