import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ModelPage } from "#contract/catalog.ts";
import type { ContentItem, ContentKind } from "#web/entities/content/content-item.ts";
import { modelQuery } from "#web/entities/room/model-page.ts";
import { SubscribeButton } from "#web/entities/subscription/SubscribeButton.tsx";
import { ContentGrid } from "#web/features/content/ContentGrid.tsx";
import { modelContentQuery } from "#web/features/profile/model-content-query.ts";
import { useFanAction } from "#web/features/profile/use-fan-action.ts";
import { openedComponent, useLatch } from "#web/lib/page/lazy.tsx";
import { readAt } from "#web/lib/page/list-age.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Button, ButtonLink } from "#web/ui/buttons/Button.tsx";
import { sheetPlace } from "#web/ui/overlays/sheet-opening.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";

const TipPanel = openedComponent(
  () => import("../profile/TipPanel.tsx").then((file) => file.TipPanel),
  sheetPlace,
);

/** The actions with the model of a video or post: tip, subscribe, watch while they are live. */
export function ModelActions({ item: { model } }: { item: ContentItem }) {
  const viewer = useViewer();
  const { data: page } = useQuery(modelQuery(model.login));
  if (!page || page.blocked || (viewer !== null && viewer.role !== "fan")) return null;
  return <Actions page={page} />;
}

function Actions({ page }: { page: ModelPage }) {
  const [tipping, setTipping] = useState(false);
  const wasTipping = useLatch(tipping);
  const onAction = useFanAction(page.id, (action) => action === "tip" && setTipping(true));
  return (
    <section aria-label={page.artisticName} className="flex flex-wrap gap-2">
      {page.isStream && (
        <ButtonLink to={`/stream/${page.login}`} tone="primary" className="flex-1">
          <Icon name="play" />
          {m.profile_watch()}
        </ButtonLink>
      )}
      <Button tone="outline" aria-haspopup="dialog" onClick={() => onAction("tip")} className="flex-1">
        <Icon name="tip" />
        {m.profile_tip()}
      </Button>
      <SubscribeButton
        model={{ id: page.id, name: page.artisticName }}
        known={page}
        tone="outline"
        className="flex-1 whitespace-nowrap"
      />
      {wasTipping && <TipPanel model={page} open={tipping} onClose={() => setTipping(false)} />}
    </section>
  );
}

const shownMax = 5;

/** The model's other items of this kind, the newest first; nothing where there are none. */
export function MoreOfModel({ kind, item }: { kind: ContentKind; item: ContentItem }) {
  const list = useInfiniteQuery(modelContentQuery(kind, item.model.login));
  const others = (list.data?.pages[0]?.data ?? []).filter(({ id }) => id !== item.id).slice(0, shownMax);
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="more" className="mt-8 grid gap-4 max-md:px-4">
      <h2 id="more">{m.content_more_of({ name: item.model.artisticName })}</h2>
      <ContentGrid kind={kind} items={others} now={readAt(list)} />
    </section>
  );
}
