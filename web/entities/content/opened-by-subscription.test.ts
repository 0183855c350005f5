import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { FanProfile } from "#contract/profile.ts";
import { openVideo, videoOf } from "#testing/web/item.ts";
import { applySaved } from "#web/entities/subscription/subscription-events.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { contentKey, itemKey } from "./content-query.ts";

const locked = videoOf({ id: 1, for_subscribers: true });
const byToken = videoOf({ id: 2 });
const bought = { ...openVideo, id: 3, for_subscribers: true };
const included = { ...bought, id: 4, access: "subscription" } as const;
const elsewhere = videoOf({ id: 5, for_subscribers: true, model: { ...locked.model, id: 10 } });
const all = [locked, byToken, bought, included, elsewhere];

/** The items, lists and comments of a page that are asked for again once a subscription to the model is saved. */
function askedAgain(end: string): string[] {
  const client = new QueryClient();
  client.setQueryData(profileQuery.queryKey, { id: 1 } as FanProfile);
  for (const item of all) client.setQueryData(itemKey("video", item.id), item);
  const list = (data: readonly object[]) => ({ pages: [{ data }], pageParams: [1] });
  client.setQueryData([...contentKey("video"), "all", 1, "closed"], list([byToken, locked]));
  client.setQueryData([...contentKey("video"), "all", 1, "opened"], list([included, bought]));
  client.setQueryData(["content", "chat", "purchased", ""], list([{ id: 1, model: null }]));
  client.setQueryData([...itemKey("post", 6), "comments"], list([{ id: 1, text: "hi" }]));
  const start = "2026-11-01T12:00:00.000Z";
  applySaved(client, {
    fan_id: 1,
    model_id: locked.model.id,
    subscription_id: 7,
    start,
    end,
    canceled_at: null,
  });
  return client
    .getQueryCache()
    .findAll({ queryKey: ["content"], predicate: ({ state }) => state.isInvalidated })
    .map(({ queryKey }) => queryKey.slice(1).join(" "));
}

test("R-LIVE-12: a subscription that begins elsewhere opens what it includes; what plays already goes on", () => {
  expect(askedAgain("2126-12-01T12:00:00.000Z")).toEqual([
    "video item 1",
    "video all 1 closed",
    "post item 6 comments",
  ]);
});

test("one that has ended closes what it had opened, and nothing that was bought", () => {
  expect(askedAgain("2026-11-02T12:00:00.000Z")).toEqual([
    "video item 4",
    "video all 1 opened",
    "post item 6 comments",
  ]);
});
