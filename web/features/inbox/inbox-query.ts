import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Chat } from "#contract/messaging.ts";
import { written } from "#contract/written-text.ts";
import { putSubscribed } from "#web/entities/subscription/subscription-api.ts";
import { withFurtherPage } from "#web/lib/api/next-page.ts";
import { queryApi, withMinDuration } from "#web/lib/api/query-client.ts";
import { type ChatsStart, chatsBehind, type ThreadPage } from "./inbox-calls.ts";
import { type InboxOwner, inboxCalls } from "./inbox.ts";
import { type ChatsData, mapChats } from "./list/patch-chats.ts";

const chatsKey = (me: number) => ["chats", me] as const;
const threadsKey = (me: number) => ["thread", me] as const;

/** The chats of an inbox, page by page; `search` as it stands in the box. */
export function chatsQuery({ me, side }: InboxOwner, search: string) {
  const wanted = written(search);
  return infiniteQueryOptions({
    queryKey: [...chatsKey(me), wanted],
    queryFn: ({ pageParam, signal, meta }) =>
      withMinDuration(
        meta,
        wanted,
        inboxCalls(queryApi(meta), { me, side }).chats(pageParam, wanted, signal),
      ),
    initialPageParam: { page: 1, before: null } as ChatsStart,
    // A page that was read again is another reading, even when it says the same: see `useTopic`.
    structuralSharing: withFurtherPage,
    getNextPageParam: chatsBehind,
  });
}

/** A chat to be shown, one that the person does not have, or one that could not be had now. */
export type LoadedThread = { kind: "open"; page: ThreadPage } | { kind: "unknown" } | { kind: "failed" };

/**
 * The chat `id` of an address with its newest messages, where its session begins. Events change its chat, which need not be
 * in the list.
 */
export function threadQuery(owner: InboxOwner, id: string) {
  return queryOptions<LoadedThread>({
    queryKey: [...threadsKey(owner.me), id],
    async queryFn({ client, meta }) {
      if (!/^[1-9]\d{0,14}$/.test(id)) return { kind: "unknown" };
      const { status, page } = await inboxCalls(queryApi(meta), owner).messages(Number(id), null);
      if (page) {
        const { chat } = page;
        const { fanSubscribed, pricing } = chat.model;
        if (owner.side === "fan" && !fanSubscribed)
          putSubscribed(client, chat.model_id, { fanSubscribed, subscription: null, pricing });
        return { kind: "open", page };
      }
      if ([403, 404, 422].includes(status)) return { kind: "unknown" };
      // A chat that stands open stays open when it could not be read again; its session goes on by itself.
      return client.getQueryData<LoadedThread>([...threadsKey(owner.me), id]) ?? { kind: "failed" };
    },
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}

/** How far the chats are loaded: `init` for the first page, `more` for a further one, `idle` for neither. */
export function loadingStatus(chats: { isPending: boolean; isFetchingNextPage: boolean }) {
  if (chats.isPending) return "init";
  return chats.isFetchingNextPage ? "more" : "idle";
}

/** Changes chats wherever the page shows them. */
export function changeChats(client: QueryClient, me: number, change: (chat: Chat) => Chat): void {
  client.setQueriesData<ChatsData>({ queryKey: chatsKey(me) }, (data) => data && mapChats(data, change));
  client.setQueriesData<LoadedThread>({ queryKey: threadsKey(me) }, (thread) => {
    if (thread?.kind !== "open") return thread;
    const chat = change(thread.page.chat);
    return chat === thread.page.chat ? thread : { kind: "open", page: { ...thread.page, chat } };
  });
}

export function readChatsAgain(client: QueryClient, me: number): void {
  void client.invalidateQueries({ queryKey: chatsKey(me) });
}

/** Reads the open chat again, where it may have been closed or opened meanwhile. */
export function readThreadAgain(client: QueryClient, me: number): void {
  void client.invalidateQueries({ queryKey: threadsKey(me) });
}

/** The chats of an inbox as the page knows them, without a search. */
export function knownChats(client: QueryClient, me: number): ChatsData | undefined {
  return client.getQueryData<ChatsData>([...chatsKey(me), ""]);
}

/** Changes the lists of an inbox. */
export function changeLists(client: QueryClient, me: number, change: (data: ChatsData) => ChatsData): void {
  client.setQueriesData<ChatsData>({ queryKey: chatsKey(me) }, (data) => data && change(data));
}
