import { type ComponentProps, type ReactNode, useRef } from "react";
import { isBlank } from "#contract/written-text.ts";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { usePrehydrationValue } from "#web/ui/fields/use-prehydration-value.ts";
import { foundCount, ListPages } from "#web/ui/ListPages.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { EmptyState, NoMatch } from "#web/ui/states/EmptyState.tsx";
import { ContentSkeleton } from "../ContentSkeleton.tsx";
import { type PurchasePart, purchaseTabs } from "./purchase-tabs.ts";

type PurchaseFrameProps = {
  part: PurchasePart;
  list: ComponentProps<typeof ListPages>["list"] & Parameters<typeof foundCount>[0];
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
  const searching = !isBlank(text);
  return (
    <>
      <div className="my-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchField label={purchaseTabs[part].search()} value={text} onChange={onText} />
        <p className="text-text-3" aria-live="polite">
          {searching && list.isSuccess && m.home_found({ count: foundCount(list, count) })}
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

type SearchFieldProps = { label: string; value: string; onChange(value: string): void };

/** The search of a list inside the page: every input counts at once. */
function SearchField({ label, value, onChange }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  usePrehydrationValue(
    () => field.current,
    value,
    (early) => onChange(early.value),
  );
  return (
    <search className="block w-full sm:w-[320px]">
      <form
        method="dialog"
        onSubmit={(event) => event.preventDefault()}
        className="flex h-11 items-center gap-2 rounded-12 bg-raised px-3 text-text-3 focus-within:shadow-[inset_0_0_0_2px_var(--accent)] light:bg-overlay"
      >
        <Icon name="search" size={18} className="flex-none" />
        <input
          ref={field}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={100}
          value={value}
          aria-label={label}
          placeholder={label}
          onChange={(event) => onChange(event.target.value)}
          className="min-w-0 flex-1 bg-transparent text-text outline-none max-lg:text-16"
        />
        {value !== "" && (
          <IconButton
            icon="x"
            label={m.home_clear_search()}
            iconSize={16}
            className="-mr-2 size-9"
            onClick={() => onChange("")}
          />
        )}
      </form>
    </search>
  );
}
