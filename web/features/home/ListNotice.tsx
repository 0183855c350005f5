import { listSearch } from "#web/lib/page/list-search.ts";
import { m } from "#web/paraglide/messages.js";
import { EmptyState, NoMatch } from "#web/ui/EmptyState.tsx";

/** Stands in the place of a list without rooms, whose search, if there was one, it offers to end. */
export function NothingFound({ searching }: { searching: boolean }) {
  if (!searching) return <EmptyState title={m.home_empty_title()} text={m.home_empty_text()} />;
  return <NoMatch title={m.home_no_match_title()} text={m.home_no_match_text()} onClear={listSearch.close} />;
}
