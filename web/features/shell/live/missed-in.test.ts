import { type QueryKey, QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { itemKey } from "#web/entities/content/content-query.ts";
import { notificationsQuery } from "#web/entities/notification/notifications-query.ts";
import { favoritesQuery } from "#web/entities/room/favorite-rooms.ts";
import { modelQuery } from "#web/entities/room/model-page.ts";
import { rankingQuery } from "#web/entities/room/ranking.ts";
import { roomsQuery } from "#web/entities/room/rooms-query.ts";
import { fanShowQuery } from "#web/entities/show/fan-show-query.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { missedIn } from "./missed-in.ts";

const rooms = [roomsQuery(1, ""), rankingQuery(1, ""), favoritesQuery(""), modelQuery("luna")];
const personal = [profileQuery, notificationsQuery, fanShowQuery];
const post = { queryKey: itemKey("post", 5) };
const otherPost = { queryKey: itemKey("post", 6) };
const all = [...rooms, ...personal, post, otherPost].map(({ queryKey }) => queryKey as QueryKey);

/** The queries of a page that are read again when events of a topic were missed. */
function readAgain(topic: Parameters<typeof missedIn>[0]): QueryKey[] {
  const client = new QueryClient();
  for (const key of all) client.setQueryData(key, {});
  for (const queryKey of missedIn(topic)) void client.invalidateQueries({ queryKey });
  return all.filter((key) => client.getQueryState(key)?.isInvalidated);
}

const keysOf = (queries: readonly { queryKey: unknown }[]) => queries.map(({ queryKey }) => queryKey);

test("who has missed personal events has their profile, notifications and show read again", () => {
  expect(readAgain("person:7")).toEqual(keysOf(personal));
});

test("who has missed public events or the presence feed has every list of rooms and models' pages read again", () => {
  expect(readAgain("public")).toEqual(keysOf(rooms));
  expect(readAgain("presence")).toEqual(keysOf(rooms));
});

test("who has missed what was said of a post has that post read again", () => {
  expect(readAgain("post:5")).toEqual(keysOf([post]));
});
