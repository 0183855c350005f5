import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { useParams } from "react-router";
import { isBlank } from "#contract/written-text.ts";
import { m } from "#web/paraglide/messages.js";
import { usePrehydrationValue } from "#web/ui/fields/use-prehydration-value.ts";
import { MoreOfList, Outdated } from "#web/ui/ListPages.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { EmptyState } from "#web/ui/states/EmptyState.tsx";
import { ErrorCard } from "#web/ui/states/ErrorCard.tsx";
import { Skeleton } from "#web/ui/states/Skeleton.tsx";
import { chatsQuery, loadingStatus } from "../inbox-query.ts";
import { useInbox } from "../inbox.ts";
import { useInboxEvents } from "../use-inbox-events.ts";
import { ChatRow } from "./ChatRow.tsx";
import { chatsOf } from "./patch-chats.ts";

/** The chats of the person, the newest first, with their search. `nothing`: what an inbox without a chat says. */
export function ChatList({ nothing }: { nothing: ReactNode }) {
  const [search, setSearch] = useState("");
  const searching = !isBlank(search);
  const inbox = useInbox();
  const chats = useInfiniteQuery({
    ...chatsQuery(inbox, search),
    placeholderData: searching ? keepPreviousData : undefined,
  });
  useInboxEvents(chats.data?.pages.map(({ live_from }) => live_from) ?? []);
  const rows = chatsOf(chats.data);
  const loading = loadingStatus(chats);
  const open = Number(useParams().id);
  return (
    <div className="grid content-start gap-2.5 pb-3">
      <SearchField text={search} onChange={setSearch} />
      {loading === "init" && <Waiting />}
      {chats.isError && !chats.data && (
        <ErrorCard title={m.inbox_load_failed()} error={chats.error} onRetry={() => void chats.refetch()} />
      )}
      {chats.isRefetchError && (
        <div className="px-4">
          <Outdated list={chats} />
        </div>
      )}
      {chats.isSuccess &&
        rows.length === 0 &&
        (searching ? (
          <EmptyState title={m.inbox_search_none()} text={m.inbox_search_none_text()} />
        ) : (
          nothing
        ))}
      <ul
        aria-busy={chats.isPlaceholderData}
        onKeyDown={moveFocus}
        className={`grid px-2 ${chats.isPlaceholderData ? "opacity-50" : ""}`}
      >
        {rows.map((chat) => (
          <ChatRow key={chat.id} chat={chat} current={chat.id === open} />
        ))}
      </ul>
      {chats.hasNextPage && (
        <MoreOfList
          loading={loading === "more"}
          failed={chats.isFetchNextPageError}
          onWanted={() => void chats.fetchNextPage()}
        />
      )}
    </div>
  );
}

function SearchField({ text, onChange }: { text: string; onChange(text: string): void }) {
  const field = useRef<HTMLInputElement>(null);
  usePrehydrationValue(
    () => field.current,
    text,
    ({ value }) => onChange(value),
  );
  return (
    <search className="sticky top-0 z-1 bg-(--ground) px-4 pt-2.5">
      <label className="flex h-11 items-center gap-2 rounded-12 bg-raised px-3.5 text-text-3 focus-within:shadow-[inset_0_0_0_2px_var(--accent)] light:bg-overlay">
        <Icon name="search" size={18} />
        <span className="sr-only">{m.inbox_search()}</span>
        <input
          ref={field}
          type="search"
          value={text}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          placeholder={m.inbox_search()}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => event.key === "Escape" && onChange("")}
          className="min-w-0 flex-1 bg-transparent text-text outline-none [&::-webkit-search-cancel-button]:hidden max-lg:text-16"
        />
      </label>
    </search>
  );
}

/** Up and down go through the rows, as everybody tries in a list of chats; Tab does so too. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const links: (Element | null)[] = [...event.currentTarget.querySelectorAll("a")];
  const next = links[links.indexOf(document.activeElement) + step];
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}

const places = ["first", "second", "third", "fourth", "fifth", "sixth"];

function Waiting() {
  return (
    <div role="status" className="grid gap-1 px-4">
      <span className="sr-only">{m.common_loading()}</span>
      {places.map((place) => (
        <Skeleton key={place} className="h-16 rounded-12" />
      ))}
    </div>
  );
}
