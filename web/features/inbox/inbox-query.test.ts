import { InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { InboxCalls } from "./inbox-calls.ts";
import { changeChats, chatsQuery, loadingStatus, openChatQuery } from "./inbox-query.ts";
import { subscriptionTold } from "./list/patch-chats.ts";
import { chat, listOf } from "./testing/chat.ts";
import { HER, ME } from "./testing/message.ts";

test("R-CHAT-03: the chats load first, then nothing, then more, then nothing again", async () => {
  const pages = listOf([chat(1, 90)], [chat(2, 80)]).pages;
  const calls = {
    chats: async (page: number) => {
      const wanted = pages[page - 1];
      if (!wanted) throw new Error(`there is no page ${page}`);
      return wanted;
    },
  } as Partial<InboxCalls> as InboxCalls;
  const client = new QueryClient();
  const observer = new InfiniteQueryObserver(client, chatsQuery({ me: ME, calls }, ""));
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
  expect(observer.getCurrentResult().data?.pages.map(({ data }) => data[0]?.id)).toEqual([1, 2]);
  stop();
  client.clear();
});

test("R-CHAT-29: a subscription of one's own changes the open chat, which need not be in the list; another fan's does not", async () => {
  const client = new QueryClient();
  const open = openChatQuery(ME, chat(7, 1));
  const observer = new QueryObserver(client, open);
  const stop = observer.subscribe(() => undefined);
  const subscribed = () => observer.getCurrentResult().data?.model.fanSubscribed;
  const now = new Date("2026-11-21T12:00:00Z");
  const told = { fan_id: ME, model_id: HER, end: "2026-12-21T12:00:00.000Z" };
  expect(observer.getCurrentResult().data?.id).toBe(7);
  changeChats(client, ME, (each) => subscriptionTold(each, { ...told, fan_id: ME + 1 }, now));
  expect(subscribed()).toBe(false);
  changeChats(client, ME, (each) => subscriptionTold(each, told, now));
  expect(subscribed()).toBe(true);
  await client.invalidateQueries();
  expect(subscribed(), "a refetch does not bring the chat of long ago back").toBe(true);
  stop();
  client.clear();
});
