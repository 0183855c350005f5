import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ContentKind, contentKinds } from "#web/lib/content/content-kinds.ts";
import { firstPageParam } from "#web/lib/content/content-query.ts";
import { type PurchasesPage, purchasesQuery } from "#web/lib/content/purchases-query.ts";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/Empty.tsx";
import { ListPages } from "#web/ui/ListPages.tsx";
import { NoMatch } from "#web/ui/NoMatch.tsx";
import { ContentGrid } from "../ContentGrid.tsx";
import { ContentSkeleton } from "../ContentSkeleton.tsx";
import { kindWords } from "../kind-words.ts";
import { purchaseTabs } from "./purchase-tabs.ts";
import { SearchField } from "./SearchField.tsx";

export type PurchaseListProps = {
  kind: ContentKind;
  /** The first page as the server rendered it; null when it could not be had. */
  first: PurchasesPage | null;
  now: string;
};

/** What the fan has bought of one kind, latest first, with a search of its own. */
export function PurchaseList({ kind, first, now }: PurchaseListProps) {
  const [text, setText] = useState("");
  const searching = text.trim() !== "";
  const list = useInfiniteQuery({
    ...purchasesQuery(kind, text),
    placeholderData: searching ? keepPreviousData : undefined,
    ...(first && !searching ? { initialData: { pages: [first], pageParams: [firstPageParam] } } : {}),
  });
  const items = (list.data?.pages ?? []).flatMap(({ data }) => data);
  const words = kindWords[kind];
  return (
    <>
      <div className="my-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchField label={purchaseTabs[kind].search()} value={text} onChange={setText} />
        <p className="text-text-3" aria-live="polite">
          {searching && list.isSuccess && m.home_found({ count: items.length })}
        </p>
      </div>
      <ListPages
        list={list}
        skeleton={<ContentSkeleton />}
        nothing={
          items.length === 0 &&
          (searching ? (
            <NoMatch title={words.noMatchTitle()} text={words.noMatchText()} onClear={() => setText("")} />
          ) : (
            <NothingBought kind={kind} />
          ))
        }
      >
        <ContentGrid kind={kind} items={items} now={now} />
      </ListPages>
    </>
  );
}

function NothingBought({ kind }: { kind: ContentKind }) {
  return (
    <Empty
      title={m.my_videos_empty_title()}
      text={m.my_videos_empty_text()}
      action={
        <ButtonLink to={contentKinds[kind].path} tone="primary">
          {kindWords[kind].all()}
        </ButtonLink>
      }
    />
  );
}
