import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { ListPages } from "#web/ui/ListPages.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { EmptyState } from "#web/ui/states/EmptyState.tsx";
import { keepFocusInside } from "#web/ui/use-focus.ts";
import { LoadingRows } from "../page-parts.tsx";
import type { StudioKind } from "./media-file.ts";
import { PublishDialog } from "./PublishDialog.tsx";
import { studioItemsQuery } from "./studio-items-query.ts";
import { StudioItemRow } from "./StudioItemRow.tsx";

/** The model's own videos or posts: what each has brought, and the way to publish another. */
export function StudioContentPage({ kind }: { kind: StudioKind }) {
  const [publishing, setPublishing] = useState(false);
  const open = () => setPublishing(true);
  return (
    <main
      ref={keepFocusInside}
      id="main"
      className="mx-auto w-full max-w-[1120px] px-4 pt-4 pb-14 lg:px-8 lg:pt-6"
    >
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h1>{kind === "video" ? m.nav_videos() : m.nav_posts()}</h1>
        <Button tone="primary" onClick={open}>
          <Icon name="plus" size={18} />
          {kind === "video" ? m.studio_new_video() : m.studio_new_post()}
        </Button>
      </div>
      <Items key={kind} kind={kind} />
      {publishing && <PublishDialog key={kind} kind={kind} onClose={() => setPublishing(false)} />}
    </main>
  );
}

function Items({ kind }: { kind: StudioKind }) {
  const list = useInfiniteQuery(studioItemsQuery(kind));
  const items = (list.data?.pages ?? []).flatMap(({ data }) => data);
  return (
    <ListPages
      list={list}
      skeleton={<LoadingRows />}
      nothing={
        items.length === 0 && (
          <EmptyState
            title={kind === "video" ? m.studio_videos_none() : m.studio_posts_none()}
            text={m.studio_content_none_text()}
          />
        )
      }
    >
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {items.map((item) => (
          <StudioItemRow key={item.id} item={item} />
        ))}
      </ul>
    </ListPages>
  );
}
