import { InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { chat, listOf } from "#testing/web/inbox/chat.ts";
import { MODEL, ME, message } from "#testing/web/inbox/message.ts";
import { createApi } from "#web/lib/api/api.ts";
import { createQueryClient } from "#web/lib/api/query-client.ts";
import type { ThreadPage } from "./inbox-calls.ts";
import { changeChats, chatsQuery, type LoadedThread, loadingStatus, threadQuery } from "./inbox-query.ts";
import { chatsOf, withMessage, withSubscription } from "./list/patch-chats.ts";

const fan = { me: ME, side: "fan" } as const;

test("R-CHAT-03: the chats load first, then nothing, then more, then nothing again", async () => {
  const pages = listOf([chat(1, 90)], [chat(2, 80)]).pages;
  const asked: (string | null)[] = [];
  const transport = async ({ path }: { path: string }) => {
    const { searchParams } = new URL(path, "http://here");
    const page = searchParams.get("page");
    asked.push(searchParams.get("before"));
    return { status: 200, text: JSON.stringify(pages[Number(page) - 1]) };
  };
  const client = createQueryClient(createApi({ transport, token: () => null, language: () => "en" }));
  const observer = new InfiniteQueryObserver(client, chatsQuery(fan, ""));
  const seen = [loadingStatus(observer.getCurrentResult())];
  const look = () => {
    const status = loadingStatus(observer.getCurrentResult());
    if (seen.at(-1) !== status) seen.push(status);
  };
  const stop = observer.subscribe(look);
  await observer.refetch({ cancelRefetch: false });
  look();
  const more = observer.fetchNextPage();
  look();
  await more;
  look();
  expect(seen).toEqual(["init", "idle", "more", "idle"]);
  expect(asked, "a page begins where the one before it says").toEqual([null, "9.1"]);
  expect(observer.getCurrentResult().data?.pages.map(({ data }) => data[0]?.id)).toEqual([1, 2]);
  stop();
  client.clear();
});

test("R-CHAT-03: a message that comes while more chats are read stays in its chat when they are there", async () => {
  const { pages } = listOf([chat(1, 90)], [chat(2, 80)]);
  const more = Promise.withResolvers<{ status: number; text: string }>();
  const client = createQueryClient(
    createApi({ transport: () => more.promise, token: () => null, language: () => "en" }),
  );
  const query = chatsQuery(fan, "");
  client.setQueryData(query.queryKey, { pages: pages.slice(0, 1), pageParams: [query.initialPageParam] });
  const observer = new InfiniteQueryObserver(client, query);
  const stop = observer.subscribe(() => undefined);
  const reading = observer.fetchNextPage();
  changeChats(client, ME, (each) => withMessage(each, message(91, { chat_id: 1 }), 1));
  more.resolve({ status: 200, text: JSON.stringify(pages[1]) });
  await reading;
  expect(chatsOf(observer.getCurrentResult().data).map(({ latest_message }) => latest_message?.id)).toEqual([
    91, 80,
  ]);
  stop();
  client.clear();
});

test("R-CHAT-29: a subscription of one's own changes the open chat, which need not be in the list; another fan's does not", () => {
  const client = new QueryClient();
  const open = threadQuery(fan, "7");
  const page = { chat: chat(7, 1), data: [], links: { next: null } } as unknown as ThreadPage;
  const thread: LoadedThread = { kind: "open", page };
  client.setQueryData(open.queryKey, thread);
  const observer = new QueryObserver(client, open);
  const stop = observer.subscribe(() => undefined);
  const shown = () => {
    const { data } = observer.getCurrentResult();
    return data?.kind === "open" ? data.page.chat : null;
  };
  const subscribed = () => shown()?.model.fanSubscribed;
  const now = new Date("2026-11-21T12:00:00Z");
  const event = { fan_id: ME, model_id: MODEL, end: "2026-12-21T12:00:00.000Z" };
  expect(shown()?.id).toBe(7);
  changeChats(client, ME, (each) => withSubscription(each, { ...event, fan_id: ME + 1 }, now));
  expect(subscribed()).toBe(false);
  changeChats(client, ME, (each) => withSubscription(each, event, now));
  expect(subscribed()).toBe(true);
  stop();
  client.clear();
});

test("an open chat that cannot be read again stays open; one that is not there, or was never read, does not", async () => {
  const answers = [200, 503, 404, 503];
  const page = { chat: chat(7, 1), data: [], links: { next: null }, meta: {} };
  const transport = async () => {
    const status = answers.shift() ?? 0;
    const body = status === 200 ? page : { code: "any", message: "no" };
    return { status, text: JSON.stringify(body) };
  };
  const client = createQueryClient(createApi({ transport, token: () => null, language: () => "en" }));
  const read = (id: string) => client.fetchQuery({ ...threadQuery(fan, id), staleTime: 0 });
  const open = await read("7");
  expect(open.kind).toBe("open");
  expect(await read("7")).toBe(open);
  expect(await read("7")).toEqual({ kind: "unknown" });
  expect(await read("8")).toEqual({ kind: "failed" });
  client.clear();
});
