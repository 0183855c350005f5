import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { contentKey, itemKey } from "#web/entities/content/content-query.ts";
import { modelQuery } from "#web/entities/room/model-page.ts";
import { roomsQuery } from "#web/entities/room/rooms-query.ts";
import { blockedModelsQuery, putBlockedModels } from "./blocked-models.ts";

test("once a model is blocked, lists, models' pages and items are read again", () => {
  const client = new QueryClient();
  const read = [
    ...[roomsQuery(1, "").queryKey, modelQuery("luna").queryKey],
    ...[[...contentKey("video"), "all", 1, ""], itemKey("post", 5)],
  ];
  for (const key of read) client.setQueryData<unknown>(key, {});
  putBlockedModels(client, []);
  expect(client.getQueryData(blockedModelsQuery.queryKey)).toEqual([]);
  expect(read.filter((key) => !client.getQueryState(key)?.isInvalidated)).toEqual([]);
});
