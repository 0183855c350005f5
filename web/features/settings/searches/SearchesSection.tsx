import { useQuery } from "@tanstack/react-query";
import { savedSearchesQuery } from "#web/entities/room/saved-searches.ts";
import { m } from "#web/paraglide/messages.js";
import { hasFailed, PartFailed } from "#web/ui/states/PartFailed.tsx";
import { SettingsSection } from "../SettingsSection.tsx";
import { SearchRow } from "./SearchRow.tsx";

/** The searches that a fan keeps, each with a way to its list, a name, its alerts and a way to forget it. */
export function SearchesSection() {
  const read = useQuery(savedSearchesQuery);
  const { data } = read;
  return (
    <SettingsSection title={m.saved_search_title()} anchor="searches">
      <p className="text-text-2">{m.saved_search_hint()}</p>
      {hasFailed(read) ? (
        <PartFailed read={read} className="mt-3" />
      ) : (
        <ul className="mt-2 grid">
          {data?.map((saved) => (
            <SearchRow key={saved.id} saved={saved} />
          ))}
        </ul>
      )}
      {data?.length === 0 && <p className="text-12 text-text-3">{m.saved_search_none()}</p>}
    </SettingsSection>
  );
}
