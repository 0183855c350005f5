import { QueryClient, type QueryKey } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { FanProfile } from "#contract/profile.ts";
import type { SubscribedState, Subscription } from "#contract/subscriptions.ts";
import { openVideo, videoOf } from "#testing/web/item.ts";
import { contentKey, itemKey } from "#web/entities/content/content-query.ts";
import { createApi } from "#web/lib/api/api.ts";
import type { RealtimeClient, RealtimeNotice } from "#web/lib/realtime/realtime-client.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { fetchSubscriptions, subscribedQuery, subscriptionsQuery } from "./subscription-api.ts";
import { keepSubscriptionsLive, withSaved } from "./subscription-events.ts";
import { subscriptionPaymentsQuery } from "./subscription-payments-query.ts";

const row = {
  id: 7,
  model_id: 3,
  created_at: "2026-11-01T12:00:00.000Z",
  expire_at: "2026-12-01T12:00:00.000Z",
  canceled_at: "2026-11-02T12:00:00.000Z",
  user_canceled_at: "2026-11-02T12:00:00.000Z",
} as Subscription;
const saved = {
  fan_id: 1,
  model_id: 3,
  subscription_id: 7,
  start: "2026-11-01T12:00:00.000Z",
  end: "2026-12-31T12:00:00.000Z",
  canceled_at: null,
};

test("R-SUB-10: what is saved sets start, end and canceled_at of its row, and of no other", () => {
  expect(withSaved(row, saved)).toMatchObject({
    expire_at: saved.end,
    canceled_at: null,
    user_canceled_at: null,
  });
  expect(withSaved(row, { ...saved, subscription_id: 8 })).toBe(row);
});

test("R-SUB-10, R-LIVE-12: the list is changed at once and fetched again, as is what the model's own page shows, for no other fan", () => {
  const client = new QueryClient();
  const page = { data: [row], links: { next: null }, meta: { current_page: 1, last_page: 1 } };
  client.setQueryData(subscriptionsQuery.queryKey, { pages: [page], pageParams: [1] });
  const onPageOf = (modelId: number) => subscribedQuery(modelId).queryKey;
  for (const modelId of [saved.model_id, 4]) client.setQueryData(onPageOf(modelId), {} as SubscribedState);
  client.setQueryData(profileQuery.queryKey, { id: saved.fan_id } as FanProfile);
  let emit = (_saved: typeof saved) => {};
  const live = { on: (_name: string, listener: typeof emit) => (emit = listener), onNotice() {} };
  keepSubscriptionsLive(live as unknown as RealtimeClient, client);
  const first = () => client.getQueryData(subscriptionsQuery.queryKey)?.pages[0]?.data[0];
  const isStale = (modelId: number) => client.getQueryState(onPageOf(modelId))?.isInvalidated;
  emit({ ...saved, fan_id: 2 });
  expect([first(), isStale(saved.model_id)]).toEqual([row, false]);
  emit(saved);
  expect(first()).toMatchObject({ expire_at: saved.end, canceled_at: null });
  expect([isStale(saved.model_id), isStale(4)]).toEqual([true, false]);
});

test("R-LIVE-12: after missed personal events all that shows subscriptions is read again, and what one may have opened; what plays goes on", () => {
  const client = new QueryClient();
  const locked = videoOf({ id: 1, for_subscribers: true });
  const playing = { ...openVideo, id: 2, for_subscribers: true, access: "subscription" } as const;
  const comments = [...itemKey("post", 6), "comments"];
  const shown: [QueryKey, unknown][] = [
    [subscriptionsQuery.queryKey, { pages: [], pageParams: [] }],
    [subscribedQuery(3).queryKey, {}],
    [subscriptionPaymentsQuery.queryKey, { pages: [], pageParams: [] }],
    [itemKey("video", 1), locked],
    [[...contentKey("video"), "all", 1, ""], { pages: [{ data: [playing, locked] }], pageParams: [1] }],
    [comments, { pages: [], pageParams: [] }],
    [itemKey("video", 2), playing],
    [itemKey("video", 3), videoOf({ id: 3 })],
  ];
  for (const [key, data] of shown) client.setQueryData(key, data);
  let notify = (_notice: RealtimeNotice) => {};
  const live = { on() {}, onNotice: (listener: typeof notify) => (notify = listener) };
  keepSubscriptionsLive(live as unknown as RealtimeClient, client);
  const again = () => shown.map(([key]) => client.getQueryState(key)?.isInvalidated);
  notify({ kind: "gap", topic: "public" });
  notify({ kind: "refused", topic: "person:1", reason: "forbidden" });
  expect(again()).toEqual(shown.map(() => false));
  notify({ kind: "gap", topic: "person:1" });
  expect(again()).toEqual([true, true, true, true, true, true, false, false]);
});

test("R-SUB-03: the list is asked for page by page, up to the last one", async () => {
  const paths: string[] = [];
  const page = (current_page: number) => ({
    data: [{ ...row, id: current_page }],
    links: { next: null },
    meta: { current_page, last_page: 2 },
  });
  const api = createApi({
    async transport({ path }) {
      paths.push(path);
      return { status: 200, text: JSON.stringify(page(paths.length)) };
    },
    token: () => "a.b.c",
    language: () => "en",
  });
  const { pages } = await new QueryClient().fetchInfiniteQuery({
    ...subscriptionsQuery,
    queryFn: ({ pageParam }) => fetchSubscriptions(api, pageParam),
    pages: 9,
  });
  expect(paths).toEqual(["/api/fan/subscriptions-models?page=1", "/api/fan/subscriptions-models?page=2"]);
  expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual([1, 2]);
});
