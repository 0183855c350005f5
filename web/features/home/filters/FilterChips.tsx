import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { activeFilters } from "#web/entities/room/filter-labels.ts";
import { type ListFilters, noFilters, withFilters } from "#web/entities/room/list-filters.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/pictures/Icon.tsx";

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
  children: ReactNode;
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
