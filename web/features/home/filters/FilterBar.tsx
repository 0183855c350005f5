import { Suspense, useState } from "react";
import { Link, useLocation } from "react-router";
import { FILTERS_OPEN, type ListFilters, noFilters, withFilters } from "#web/entities/room/list-filters.ts";
import { lazyComponent } from "#web/lib/page/lazy.tsx";
import { m } from "#web/paraglide/messages.js";
import { buttonClass } from "#web/ui/Button.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { activeFilters } from "./filter-labels.ts";

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
        <FilterChips filters={filters} />
      </div>
      <Suspense>
        {inPage && <FilterForm {...form} />}
        {open && <FilterSheet {...form} onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  );
}

/** A chip for each filter that is on, which one press takes away, and one press for them all. */
export function FilterChips({ filters }: { filters: ListFilters }) {
  const { search } = useLocation();
  const active = activeFilters(filters);
  if (active.length === 0) return null;
  return (
    <>
      <ul aria-label={m.filter_active()} className="contents">
        {active.map(({ key, label, without }) => (
          <li key={key}>
            <ToFilters query={withFilters(search, without)} className="bg-accent-soft pr-2.5">
              <span className="sr-only">{m.filter_remove({ filter: label })}</span>
              <span aria-hidden="true">{label}</span>
              <Icon name="x" size={16} />
            </ToFilters>
          </li>
        ))}
      </ul>
      <ToFilters query={withFilters(search, noFilters)} className="text-text-2">
        {m.filter_clear()}
      </ToFilters>
    </>
  );
}

/** A link to the same list with other filters. */
function ToFilters({
  query,
  className,
  children,
}: {
  query: string;
  className: string;
  children: React.ReactNode;
}) {
  const { pathname } = useLocation();
  return (
    <Link
      to={pathname + query}
      preventScrollReset
      className={`inline-flex min-h-11 items-center gap-1.5 rounded-12 px-3.5 font-[550] hover:text-text ${className}`}
    >
      {children}
    </Link>
  );
}
