import { Suspense, useState } from "react";
import { Link, useLocation } from "react-router";
import {
  FILTERS_OPEN,
  type ListFilters,
  withFilters,
  writeFilters,
} from "#web/entities/room/list-filters.ts";
import { lazyComponent } from "#web/lib/page/lazy.tsx";
import { m } from "#web/paraglide/messages.js";
import { buttonClass } from "#web/ui/Button.tsx";
import { Icon } from "#web/ui/Icon.tsx";

const FilterChips = lazyComponent(() => import("./FilterChips.tsx").then((file) => file.FilterChips));
const FilterForm = lazyComponent(() => import("./FilterForm.tsx").then((file) => file.FilterForm));
const FilterSheet = lazyComponent(() => import("./FilterForm.tsx").then((file) => file.FilterSheet));

/** `sorted`: the list has an order of its own, which no filter changes. */
type FilterBarProps = { gender: number; filters: ListFilters; sorted?: boolean };

/**
 * Opens the filters of a list, and takes away each that is on. Without JavaScript its button is a link to the same list with
 * the form in the page.
 */
export function FilterBar({ gender, filters, sorted = false }: FilterBarProps) {
  const { search } = useLocation();
  const [open, setOpen] = useState(false);
  const inPage = new URLSearchParams(search).has(FILTERS_OPEN);
  const form = { gender, filters, sorted };
  const here = withFilters(search, filters);
  return (
    <div className="mb-4 grid gap-3 max-lg:mx-1">
      <div className="flex flex-wrap items-center gap-2">
        <Link
          to={`${here === "" ? "?" : `${here}&`}${FILTERS_OPEN}=open`}
          className={buttonClass("plain")}
          onClick={(event) => {
            event.preventDefault();
            setOpen(true);
          }}
        >
          <Icon name="filter" size={18} />
          {m.filter_open()}
        </Link>
        <Suspense>{writeFilters(filters) !== "" && <FilterChips filters={filters} />}</Suspense>
      </div>
      <Suspense>
        {inPage && <FilterForm {...form} />}
        {open && <FilterSheet {...form} onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  );
}
