import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Api } from "#web/lib/api/api.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";
import { savesData } from "#web/lib/page/saves-data.ts";
import { type FreshPictures, picturesRenewed } from "../list-reducer.ts";
import { patchQueries } from "../room-cache.ts";
import type { RoomsData } from "../rooms-query.ts";

/** The most ids in one request; cards further down a long list keep the picture that they came with. */
const idsMax = 60;

/**
 * Renews each minute what the cards of public rooms show, in every list that is looked at, while the page is in sight; not on
 * a device that saves data.
 */
export function useFreshPictures(everyMs = 60_000): void {
  const cache = useQueryClient();
  const listsSeen = () =>
    cache
      .getQueryCache()
      .findAll({ queryKey: ["rooms"], type: "active" })
      .flatMap(({ state }) => (state.data as RoomsData | undefined) ?? []);
  const { data } = useQuery({
    queryKey: ["live-pictures"],
    queryFn: ({ meta }) => fetchPictures(queryApi(meta), shownRooms(listsSeen())),
    // Lists come with pictures of their own.
    initialData: noPictures,
    refetchInterval: everyMs,
    enabled: !savesData(),
  });
  useEffect(
    () => patchQueries<RoomsData>(cache, "rooms", (list) => picturesRenewed(list, data)),
    [cache, data],
  );
}

const noPictures = (): FreshPictures => ({ asked: [], pictures: new Map() });

/** The models in these lists whose rooms are open to everybody, each once. */
export function shownRooms(lists: readonly RoomsData[]): number[] {
  const cards = lists.flatMap(({ pages }) => pages.flatMap(({ data }) => data));
  const open = cards.filter(({ stream }) => stream.status === "began" && stream.type === "public");
  return [...new Set(open.map(({ id }) => id))].slice(0, idsMax);
}

/** Asks what these rooms show now; throws when there is no proper answer. */
export async function fetchPictures(api: Api, asked: readonly number[]): Promise<FreshPictures> {
  if (asked.length === 0) return noPictures();
  const { data } = answerOf(await api.call("GET /api/live-pictures", { query: { ids: asked.join(",") } }));
  return { asked, pictures: new Map(data.map((each) => [each.model_id, each.picture])) };
}
