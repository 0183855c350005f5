import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useRealtimeEvent } from "#web/lib/realtime/RealtimeProvider.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";
import {
  holds,
  presenceChanged,
  presenceDumped,
  roomChanged,
  streamBegan,
  streamStopped,
  watchersChanged,
} from "./patch-rooms.ts";
import { favoritesKey, favoritesQuery, type RoomsData, rankingKey, rankingQuery } from "./rooms-query.ts";
import { useLiveTopics } from "./use-live-rooms.ts";

/** Keeps the cards of a list live while mounted: only those that are in it change, none is added and none moves. */
export function useLiveCards(queryKey: readonly unknown[]): void {
  const client = useQueryClient();
  const viewer = { fanId: useViewer()?.id ?? null };
  const patch = (modelId: number, change: (data: RoomsData) => RoomsData) =>
    client.setQueryData<RoomsData>(queryKey, (data) => (data && holds(data, modelId) ? change(data) : data));
  useRealtimeEvent("StreamBegan", (event) => patch(event.model_id, (data) => streamBegan(data, event)));
  useRealtimeEvent("StreamStopped", (event) => patch(event.model_id, (data) => streamStopped(data, event)));
  useRealtimeEvent("FanJoinedRoomEvent", (event) =>
    patch(event.model_id, (data) => watchersChanged(data, event)),
  );
  useRealtimeEvent("FanLeftRoomEvent", (event) =>
    patch(event.model_id, (data) => watchersChanged(data, event)),
  );
  useRealtimeEvent("ChatRoomStatusChanged", (event) =>
    patch(event.model_id, (data) => roomChanged(data, event, viewer)),
  );
  useRealtimeEvent("ChatRoomModeChanged", (event) =>
    patch(event.model_id, (data) => roomChanged(data, event, viewer)),
  );
  useRealtimeEvent("ChatRoomTypeChanged", (event) =>
    patch(event.model_id, (data) => roomChanged(data, event, viewer)),
  );
  useRealtimeEvent("update", ({ model_id, last_connection }) =>
    patch(model_id, (data) =>
      presenceChanged(data, model_id, { isOnline: true, lastConnection: last_connection }),
    ),
  );
  useRealtimeEvent("remove", ({ model_id, last_connection }) =>
    patch(model_id, (data) =>
      presenceChanged(data, model_id, {
        isOnline: false,
        ...(last_connection === undefined ? {} : { lastConnection: last_connection }),
      }),
    ),
  );
  useRealtimeEvent("dump", () =>
    client.setQueryData<RoomsData>(queryKey, (data) => data && presenceDumped(data)),
  );
}

/** Keeps the list of favourites live while mounted; what a search has found stays as it was found. */
export function useLiveFavorites(): void {
  useLiveTopics(useInfiniteQuery({ ...favoritesQuery(""), enabled: false }).data);
  useLiveCards(favoritesKey(""));
}

/** Keeps the ranking of a gender live while mounted; what a search has found stays as it was found. */
export function useLiveRanking(gender: number): void {
  useLiveTopics(useInfiniteQuery({ ...rankingQuery(gender, ""), enabled: false }).data);
  useLiveCards(rankingKey(gender, ""));
}
