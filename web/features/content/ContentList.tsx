import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { isBlank } from "#contract/written-text.ts";
import { putCounters } from "#web/entities/account/menu-counters.ts";
import { type ContentKind, contentKinds } from "#web/entities/content/content-item.ts";
import { contentQuery } from "#web/entities/content/content-query.ts";
import { useGender } from "#web/entities/room/gender.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { readAt } from "#web/lib/page/list-age.ts";
import { listSearch, useListSearch } from "#web/lib/page/list-search.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/buttons/Button.tsx";
import { foundCount, ListPages } from "#web/ui/ListPages.tsx";
import { EmptyState, NoMatch } from "#web/ui/states/EmptyState.tsx";
import { ContentGrid } from "./ContentGrid.tsx";
import { ContentSkeleton } from "./ContentSkeleton.tsx";
import { tileId } from "./ContentTile.tsx";
import { kindLabels } from "./kind-labels.ts";

/** The videos or posts of the selected gender's models, newest first. */
export function ContentList({ kind }: { kind: ContentKind }) {
  const gender = useGender();
  const { text } = useListSearch();
  const searching = !isBlank(text);
  const list = useInfiniteQuery({
    ...contentQuery(kind, gender, text),
    placeholderData: searching ? keepPreviousData : undefined,
  });
  useSeen(kind);
  const items = (list.data?.pages ?? []).flatMap(({ data }) => data);
  const last = items.at(-1);
  const labels = kindLabels[kind];
  return (
    <>
      <div className="mb-3.5 flex flex-wrap items-baseline gap-x-3 max-lg:mx-1 lg:mb-5">
        <h1 className="max-lg:text-[22px]">{labels.heading()}</h1>
        <p className="text-text-3" aria-live={searching ? "polite" : "off"}>
          {searching ? m.home_found({ count: foundCount(list, items.length) }) : labels.lead()}
        </p>
      </div>
      <ListPages
        list={list}
        lastId={last && tileId(kind, last)}
        skeleton={<ContentSkeleton />}
        nothing={items.length === 0 && <Nothing kind={kind} searching={searching} />}
      >
        <ContentGrid kind={kind} items={items} now={readAt(list)} />
      </ListPages>
    </>
  );
}

function Nothing({ kind, searching }: { kind: ContentKind; searching: boolean }) {
  const labels = kindLabels[kind];
  if (searching)
    return <NoMatch title={labels.noMatchTitle()} text={labels.noMatchText()} onClear={listSearch.close} />;
  return (
    <EmptyState
      title={labels.emptyTitle()}
      text={m.trending_empty_text()}
      action={
        <ButtonLink to="/" tone="primary">
          {m.places_find_rooms()}
        </ButtonLink>
      }
    />
  );
}

/** Reports to the server that the fan has the list before them, so that nothing in it is new to them any more. */
export function useSeen(kind: ContentKind): void {
  const client = useQueryClient();
  const viewer = useViewer();
  const fan = viewer?.role === "fan" ? viewer.id : null;
  useEffect(() => {
    if (fan === null) return;
    const { seen, counter } = contentKinds[kind];
    void browserApi.call(seen).then(({ status }) => status === 204 && putCounters(client, { [counter]: 0 }));
  }, [client, fan, kind]);
}
