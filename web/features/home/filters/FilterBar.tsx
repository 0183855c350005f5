import { type ReactNode, Suspense, useState } from "react";
import { Link, useLocation } from "react-router";
import { written } from "#contract/written-text.ts";
import { filtersOpen, type ListFilters, withFilters, writeFilters } from "#web/entities/room/list-filters.ts";
import { lazyComponent, openedComponent } from "#web/lib/page/lazy.tsx";
import { useListSearch } from "#web/lib/page/list-search.ts";
import { m } from "#web/paraglide/messages.js";
import { buttonClass } from "#web/ui/buttons/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { drawerPlace } from "#web/ui/overlays/opening.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";

const Narrowing = lazyComponent(() => import("./Narrowing.tsx").then((file) => file.Narrowing));
const FilterForm = lazyComponent(() => import("./FilterForm.tsx").then((file) => file.FilterForm));
const FilterSheet = openedComponent(
  () => import("./FilterForm.tsx").then((file) => file.FilterSheet),
  drawerPlace,
);

/** `sorted`: the list has an order of its own, which no filter changes. */
type FilterBarProps = { gender: number; filters: ListFilters; sorted?: boolean };

/**
 * In the row of a list's heading: opens the filters of the list, and takes away each that is on; fans keep what it shows.
 * Without JavaScript its button is a link to the same list with the form in the page.
 */
export function FilterBar({ gender, filters, sorted = false }: FilterBarProps) {
  const { search } = useLocation();
  const [open, setOpen] = useState(false);
  const inPage = new URLSearchParams(search).has(filtersOpen);
  const form = { gender, filters, sorted };
  const here = withFilters(search, filters);
  const text = written(useListSearch().text);
  return (
    <>
      <Link
        to={`${here === "" ? "?" : `${here}&`}${filtersOpen}=open`}
        className={cx(buttonClass("plain"), "flex-none")}
        onClick={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
      >
        <Icon name="filter" size={18} />
        {m.filter_open()}
      </Link>
      <Suspense>
        {(writeFilters(filters) !== "" || text !== "") && (
          <Narrowing list={{ gender, search: text, filters }} />
        )}
      </Suspense>
      <Suspense>
        {inPage && (
          <div className="basis-full">
            <FilterForm {...form} />
          </div>
        )}
      </Suspense>
      {open && <FilterSheet {...form} onClose={() => setOpen(false)} />}
    </>
  );
}

/** A list's heading, with its {@link FilterBar} beside it; what is on stands below. */
export function ListHead({ children }: { children: ReactNode }) {
  return (
    <div className="mb-3.5 flex flex-wrap items-center gap-x-3 gap-y-2 max-lg:mx-1 lg:mb-5">{children}</div>
  );
}
