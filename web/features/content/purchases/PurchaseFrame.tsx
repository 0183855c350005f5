import type { ComponentProps, ReactNode } from "react";
import { m } from "#web/paraglide/messages.js";
import { EmptyState, NoMatch } from "#web/ui/EmptyState.tsx";
import { ListPages } from "#web/ui/ListPages.tsx";
import { ContentSkeleton } from "../ContentSkeleton.tsx";
import { type PurchasePart, purchaseTabs } from "./purchase-tabs.ts";
import { SearchField } from "./SearchField.tsx";

type PurchaseFrameProps = {
  part: PurchasePart;
  list: ComponentProps<typeof ListPages>["list"];
  /** How many of it are shown. */
  count: number;
  text: string;
  onText(text: string): void;
  noMatch: { title: string; text: string };
  /** The way to something to buy. */
  action: ReactNode;
  children: ReactNode;
};

/** Around what the fan has bought of one kind: its search, and what stands there when nothing is. */
export function PurchaseFrame(props: PurchaseFrameProps) {
  const { part, list, count, text, onText, noMatch, action, children } = props;
  const searching = text.trim() !== "";
  return (
    <>
      <div className="my-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchField label={purchaseTabs[part].search()} value={text} onChange={onText} />
        <p className="text-text-3" aria-live="polite">
          {searching && list.isSuccess && m.home_found({ count })}
        </p>
      </div>
      <ListPages
        list={list}
        skeleton={<ContentSkeleton />}
        nothing={
          count === 0 &&
          (searching ? (
            <NoMatch {...noMatch} onClear={() => onText("")} />
          ) : (
            <EmptyState title={m.my_videos_empty_title()} text={m.my_videos_empty_text()} action={action} />
          ))
        }
      >
        {children}
      </ListPages>
    </>
  );
}
