import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { written } from "#contract/written-text.ts";
import { m } from "#web/paraglide/messages.js";
import { Field } from "#web/ui/fields/Field.tsx";
import { MoreOfList } from "#web/ui/ListPages.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { ErrorCard } from "#web/ui/states/ErrorCard.tsx";
import { dayName, timeOf, useDateFormat } from "../date-format.ts";
import { type Inbox, type Partner, useInbox } from "../inbox.ts";
import { messageSummary } from "../message-summary.ts";
import { showMessage } from "./show-message.ts";
import type { ThreadSession } from "./thread-session.ts";

function foundQuery({ me, calls }: Inbox, chatId: number, words: string) {
  return infiniteQueryOptions({
    queryKey: ["chat-search", me, chatId, words],
    staleTime: 0,
    enabled: words !== "",
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) => calls.search(chatId, words, pageParam, signal),
    getNextPageParam: ({ before }) => before ?? undefined,
  });
}

type SearchDialogProps = { thread: ThreadSession; chatId: number; partner: Partner; onClose(): void };

/** Finds messages of a chat by their words, and goes to one of them. */
export function SearchDialog({ thread, chatId, partner, onClose }: SearchDialogProps) {
  const inbox = useInbox();
  const format = useDateFormat();
  const [text, setText] = useState("");
  const words = useDeferredValue(written(text));
  const pages = useInfiniteQuery(foundQuery(inbox, chatId, words));
  const messages = pages.data?.pages.flatMap(({ data }) => data) ?? [];
  const goTo = (id: number) => {
    onClose();
    void showMessage(thread, id);
  };
  return (
    <Dialog open title={m.inbox_search_in({ name: partner.name })} onClose={onClose}>
      <Field
        label={m.inbox_search_words()}
        type="search"
        icon="search"
        maxLength={100}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {pages.isError && messages.length === 0 && (
        <ErrorCard error={pages.error} action={null} onRetry={() => void pages.refetch()} />
      )}
      <p role="status" className="py-2 text-12 text-text-2 empty:hidden">
        {words !== "" && pages.isSuccess && messages.length === 0 && m.inbox_search_nothing()}
      </p>
      <ul className="grid gap-1">
        {messages.map((message) => (
          <li key={message.id}>
            <button
              type="button"
              onClick={() => goTo(message.id)}
              className="grid min-h-11 w-full gap-0.5 rounded-12 px-3 py-2 text-left hover:bg-raised"
            >
              <span className="text-12 text-text-3">
                {message.author_id === inbox.me ? m.inbox_you_said() : partner.name}
                {" · "}
                {dayName(message.created_at, format)}, {timeOf(message.created_at, format)}
              </span>
              <span className="line-clamp-3 wrap-anywhere">{messageSummary(message)}</span>
            </button>
          </li>
        ))}
      </ul>
      {pages.hasNextPage && (
        <MoreOfList
          loading={pages.isFetchingNextPage}
          failed={pages.isFetchNextPageError}
          onWanted={() => void pages.fetchNextPage()}
        />
      )}
    </Dialog>
  );
}
