import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import type { MassMessage } from "#contract/messaging.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { dateTime } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { ErrorCard } from "#web/ui/ErrorCard.tsx";
import { toastRefusal } from "#web/ui/toast.ts";

/** What went to many before, each to be taken back from every chat. */
export function SentToMany() {
  const pages = useInfiniteQuery(massQuery);
  const sent = pages.data?.pages.flatMap(({ data }) => data) ?? [];
  if (pages.isError && sent.length === 0) return <ErrorCard onRetry={() => void pages.refetch()} />;
  if (sent.length === 0) return null;
  return (
    <section aria-labelledby="sent-to-many" className="grid gap-2">
      <h3 id="sent-to-many">{m.inbox_mass_before()}</h3>
      <ul className="grid">
        {sent.map((message) => (
          <Row key={message.id} message={message} />
        ))}
      </ul>
      {pages.hasNextPage && (
        <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {m.common_show_more()}
        </Button>
      )}
    </section>
  );
}

function Row({ message }: { message: MassMessage }) {
  const client = useQueryClient();
  const readAgain = () => client.invalidateQueries(massQuery);
  const { pending, run } = useCommand({
    call: (id: number) => browserApi.call("DELETE /api/studio/mass-messages/{id}", { params: { id } }),
    onDone: readAgain,
    onRefused(refusal) {
      toastRefusal(refusal);
      return readAgain();
    },
  });
  const summary = m.inbox_mass_details({
    count: message.recipients,
    to: message.to === "favourites" ? m.inbox_mass_favourites() : m.inbox_mass_subscribers(),
  });
  return (
    <li className="flex items-center gap-3 border-line py-2.5 not-first:border-t">
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 wrap-anywhere">{message.body}</p>
        <p className="text-12 text-text-3">
          {dateTime(message.created_at)} · {summary}
        </p>
      </div>
      {message.taken_back_at === null ? (
        <Button size="sm" tone="danger" busy={pending} onClick={() => void run(message.id)}>
          {m.inbox_mass_back()}
        </Button>
      ) : (
        <span className="text-12 text-text-2">{m.inbox_mass_taken_back()}</span>
      )}
    </li>
  );
}

/** What the model sent to many, newest first. */
export const massQuery = infiniteQueryOptions({
  queryKey: ["mass-messages"],
  staleTime: 0,
  initialPageParam: 1,
  async queryFn({ pageParam, signal }) {
    const answer = await browserApi.call("GET /api/studio/mass-messages", {
      query: { page: pageParam },
      signal,
    });
    if (answer.status !== 200) throw new Error(answer.body.message);
    return answer.body;
  },
  getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
});
