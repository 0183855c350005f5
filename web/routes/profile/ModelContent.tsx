import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ContentKind } from "#web/entities/content/content-item.ts";
import { ContentGrid } from "#web/features/content/ContentGrid.tsx";
import { ContentSkeleton } from "#web/features/content/ContentSkeleton.tsx";
import { modelContentQuery } from "#web/features/profile/model-content-query.ts";
import { readAt } from "#web/lib/page/list-age.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { ListPages } from "#web/ui/ListPages.tsx";

/** Two rows of the widest layout. */
const firstShown = 8;

type ModelContentProps = { kind: ContentKind; slug: string; name: string };

/** A model's newest videos or posts; all of them for who asks. */
export function ModelContent({ kind, slug, name }: ModelContentProps) {
  const [all, setAll] = useState(false);
  const list = useInfiniteQuery(modelContentQuery(kind, slug));
  const items = (list.data?.pages ?? []).flatMap(({ data }) => data);
  const nothing = kind === "video" ? m.profile_no_videos({ name }) : m.profile_no_posts({ name });
  if (all || !list.isSuccess)
    return (
      <ListPages
        list={list}
        skeleton={<ContentSkeleton />}
        nothing={items.length === 0 && <Nothing text={nothing} />}
      >
        <ContentGrid kind={kind} items={items} now={readAt(list)} />
      </ListPages>
    );
  if (items.length === 0) return <Nothing text={nothing} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ContentGrid kind={kind} items={items.slice(0, firstShown)} now={readAt(list)} />
      {items.length > firstShown && (
        <Button className="justify-self-center" onClick={() => setAll(true)}>
          {m.common_show_more()}
        </Button>
      )}
    </div>
  );
}

function Nothing({ text }: { text: string }) {
  return <p className="py-6 text-text-3">{text}</p>;
}
