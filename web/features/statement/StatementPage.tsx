import { useInfiniteQuery } from "@tanstack/react-query";
import { startTransition, useEffect, useOptimistic } from "react";
import { useNavigate, useSearchParams } from "react-router";
import {
  chosen,
  everything,
  filterIn,
  type StatementFilter,
  withFilter,
} from "#web/entities/wallet/statement-filter.ts";
import { m } from "#web/paraglide/messages.js";
import { Button, ButtonLink } from "#web/ui/buttons/Button.tsx";
import { MoreOfList, Outdated } from "#web/ui/ListPages.tsx";
import { EmptyState } from "#web/ui/states/EmptyState.tsx";
import { ErrorCard } from "#web/ui/states/ErrorCard.tsx";
import { Skeleton } from "#web/ui/states/Skeleton.tsx";
import { FilterBar } from "./FilterBar.tsx";
import { statementQuery } from "./statement-query.ts";
import { StatementDays } from "./StatementDays.tsx";
import { StatementFrame } from "./StatementFrame.tsx";

/** Every token that came and went, by day, to be filtered and taken along as a file. */
export function StatementPage() {
  const [filter, setFilter] = useFilter();
  return (
    <StatementFrame shown="tokens" lead={m.statement_lead()}>
      <FilterBar filter={filter} onChange={setFilter} />
      <Lines filter={filter} onClear={() => setFilter(everything)} />
    </StatementFrame>
  );
}

/** The filter stands in the address; what is typed is shown at once, before the address has followed. */
function useFilter() {
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const [filter, show] = useOptimistic(filterIn(address));
  const change = (next: StatementFilter) =>
    startTransition(async () => {
      show(next);
      await navigate(withFilter(next), { replace: true, preventScrollReset: true });
    });
  return [filter, change] as const;
}

function Lines({ filter, onClear }: { filter: StatementFilter; onClear(): void }) {
  const pages = useInfiniteQuery(statementQuery(filter));
  const { fetchNextPage } = pages;
  // Entries that were added since a page was read have moved others to the next one: they stand on both.
  const lines = [
    ...new Map(pages.data?.pages.flatMap((page) => page.data.map((line) => [line.id, line]))).values(),
  ];
  // The sum of a show needs all that it moved: what the last page begins, the next one ends.
  const unfinished =
    pages.hasNextPage &&
    !pages.isFetching &&
    !pages.isFetchNextPageError &&
    typeof lines.at(-1)?.show_id === "number";
  useEffect(() => {
    if (unfinished) void fetchNextPage();
  }, [unfinished, fetchNextPage]);
  if (pages.isLoading) return <Loading />;
  if (pages.isError && lines.length === 0)
    return <ErrorCard error={pages.error} onRetry={() => void pages.refetch()} />;
  if (!pages.data) return null;
  if (lines.length === 0)
    return <Nothing filtered={Object.keys(chosen(filter)).length > 0} onClear={onClear} />;
  return (
    <>
      {pages.isRefetchError && (
        <div className="mt-4">
          <Outdated list={pages} />
        </div>
      )}
      <StatementDays lines={lines} filter={filter} />
      <p className="mt-4 max-w-[62ch] text-12 text-text-3">{m.statement_money_note()}</p>
      {pages.hasNextPage && (
        <MoreOfList
          loading={pages.isFetchingNextPage}
          failed={pages.isFetchNextPageError}
          onWanted={() => void pages.fetchNextPage()}
        />
      )}
    </>
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear(): void }) {
  if (filtered)
    return (
      <EmptyState
        title={m.statement_none_title()}
        text={m.statement_none_text()}
        action={<Button onClick={onClear}>{m.statement_clear()}</Button>}
      />
    );
  return (
    <EmptyState
      title={m.statement_empty_title()}
      text={m.statement_empty_text()}
      action={
        <ButtonLink to="/" tone="primary">
          {m.statement_empty_action()}
        </ButtonLink>
      }
    />
  );
}

const placeholders = ["first", "second", "third", "fourth", "fifth", "sixth"];

function Loading() {
  return (
    <div role="status" className="mt-8 grid gap-2">
      <span className="sr-only">{m.common_loading()}</span>
      {placeholders.map((name) => (
        <Skeleton key={name} className="h-16 rounded-12" />
      ))}
    </div>
  );
}
