import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ContentKind } from "#web/entities/content/content-item.ts";
import { ContentGrid } from "#web/features/content/ContentGrid.tsx";
import { kindLabels } from "#web/features/content/kind-labels.ts";
import { modelContentQuery } from "#web/features/profile/model-content-query.ts";
import { readAt } from "#web/lib/page/list-age.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { ListPages } from "#web/ui/ListPages.tsx";

/** Two rows of the widest layout. */
const FIRST_SHOWN = 8;

/** A model's newest videos or posts; all of them for who asks. Nothing stands there for a model who has none. */
export function ModelContent({ kind, slug }: { kind: ContentKind; slug: string }) {
  const [all, setAll] = useState(false);
  const list = useInfiniteQuery(modelContentQuery(kind, slug));
  const items = (list.data?.pages ?? []).flatMap(({ data }) => data);
  if (items.length === 0) return null;
  const id = `profile-${kind}`;
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id}>{kindLabels[kind].heading()}</h2>
      {all ? (
        <ListPages list={list} skeleton={null} nothing={null}>
          <ContentGrid kind={kind} items={items} now={readAt(list)} />
        </ListPages>
      ) : (
        <ContentGrid kind={kind} items={items.slice(0, FIRST_SHOWN)} now={readAt(list)} />
      )}
      {!all && items.length > FIRST_SHOWN && (
        <Button className="justify-self-center" onClick={() => setAll(true)}>
          {m.common_show_more()}
        </Button>
      )}
    </section>
  );
}
