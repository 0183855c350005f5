import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import type { Chat } from "#contract/messaging.ts";
import { withMinDuration } from "#web/lib/api/query-client.ts";
import type { Inbox } from "./inbox.ts";
import { type ChatsData, mapChats } from "./list/patch-chats.ts";

const chatsKey = (me: number) => ["chats", me] as const;
const chatKey = (me: number, id: number) => ["chat", me, id] as const;

/** The chats of an inbox, page by page; `search` as it stands in the box. */
export function chatsQuery({ me, calls }: Pick<Inbox, "me" | "calls">, search: string) {
  const wanted = search.trim();
  return infiniteQueryOptions({
    queryKey: [...chatsKey(me), wanted],
    queryFn: ({ pageParam, signal }) => withMinDuration(wanted, calls.chats(pageParam, wanted, signal)),
    initialPageParam: 1,
    // A page that was read again is another reading, even when it says the same: see `useTopic`.
    structuralSharing: false,
    getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
  });
}

/** The chat that is open, which need not be in the list. Events and readings change it; it is never asked for alone. */
export const openChatQuery = (me: number, chat: Chat) => ({
  queryKey: chatKey(me, chat.id),
  queryFn: () => chat,
  initialData: chat,
  enabled: false,
});

/** How far the chats are loaded: `init` for the first page, `more` for a further one, `idle` for neither. */
export function loadingStatus(chats: { isPending: boolean; isFetchingNextPage: boolean }) {
  if (chats.isPending) return "init";
  return chats.isFetchingNextPage ? "more" : "idle";
}

/** Changes chats wherever the page shows them. */
export function changeChats(client: QueryClient, me: number, change: (chat: Chat) => Chat): void {
  client.setQueriesData<ChatsData>({ queryKey: chatsKey(me) }, (data) => data && mapChats(data, change));
  client.setQueriesData<Chat>({ queryKey: ["chat", me] }, (chat) => chat && change(chat));
}

/** Puts a chat as it was just read. */
export function putChat(client: QueryClient, me: number, chat: Chat): void {
  client.setQueryData(chatKey(me, chat.id), chat);
}

export function readChatsAgain(client: QueryClient, me: number): void {
  void client.invalidateQueries({ queryKey: chatsKey(me) });
}

/** The chats of an inbox as the page knows them, without a search. */
export function knownChats(client: QueryClient, me: number): ChatsData | undefined {
  return client.getQueryData<ChatsData>([...chatsKey(me), ""]);
}

/** Changes the lists of an inbox. */
export function changeLists(client: QueryClient, me: number, change: (data: ChatsData) => ChatsData): void {
  client.setQueriesData<ChatsData>({ queryKey: chatsKey(me) }, (data) => data && change(data));
}
