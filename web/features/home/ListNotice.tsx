import { listSearch } from "#web/lib/list-search.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/Empty.tsx";
import { ErrorCard } from "#web/ui/ErrorCard.tsx";

/** Stands in the place of a list that could not be had. */
export function ListFailed({ onRetry }: { onRetry(): void }) {
  return <ErrorCard onRetry={onRetry} />;
}

/** Stands in the place of a list without rooms, whose search, if there was one, it offers to end. */
export function NothingFound({ searching }: { searching: boolean }) {
  if (!searching) return <Empty title={m.home_empty_title()} text={m.home_empty_text()} />;
  return (
    <Empty
      title={m.home_no_match_title()}
      text={m.home_no_match_text()}
      action={<Button onClick={() => listSearch.close()}>{m.home_clear_search()}</Button>}
    />
  );
}
