import { writeFilters } from "#web/entities/room/list-filters.ts";
import type { ListSearch } from "#web/entities/room/saved-searches.ts";
import { useRole } from "#web/lib/session/viewer.ts";
import { FilterChips } from "./FilterChips.tsx";
import { SaveSearch } from "./SaveSearch.tsx";

/** Below a list's heading: what narrows it, and for fans a way to keep that. */
export function Narrowing({ list }: { list: ListSearch }) {
  const isFan = useRole() === "fan";
  const isFiltered = writeFilters(list.filters) !== "";
  if (!isFan && !isFiltered) return null;
  return (
    <div className="flex basis-full flex-wrap items-center gap-2">
      {isFiltered && <FilterChips filters={list.filters} />}
      {isFan && <SaveSearch list={list} />}
    </div>
  );
}
