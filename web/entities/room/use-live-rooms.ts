import { type QueryClient, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useRealtimeEvent, useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";
import { useGender } from "./gender.ts";
import {
  presenceChanged,
  presenceDumped,
  roomChanged,
  streamBegan,
  streamStopped,
  watchersChanged,
} from "./patch-rooms.ts";
import { type RoomsData, type RoomsPage, roomsKey, roomsQuery } from "./rooms-query.ts";

/** Keeps the list of the selected gender live while mounted. */
export function useLiveRooms(): void {
  const client = useQueryClient();
  const gender = useGender();
  const viewer = { fanId: useViewer()?.id ?? null };
  const { patch, forGender } = listOfGender(client, gender);
  useLiveTopics(useInfiniteQuery({ ...roomsQuery(gender, ""), enabled: false }).data);
  useRealtimeEvent("StreamBegan", (event) => forGender(event, (data) => streamBegan(data, event)));
  useRealtimeEvent("StreamStopped", (event) => forGender(event, (data) => streamStopped(data, event)));
  useRealtimeEvent("FanJoinedRoomEvent", (event) => patch((data) => watchersChanged(data, event)));
  useRealtimeEvent("FanLeftRoomEvent", (event) => patch((data) => watchersChanged(data, event)));
  useRealtimeEvent("ChatRoomStatusChanged", (event) =>
    forGender(event, (data) => roomChanged(data, event, viewer)),
  );
  useRealtimeEvent("ChatRoomModeChanged", (event) =>
    forGender(event, (data) => roomChanged(data, event, viewer)),
  );
  useRealtimeEvent("ChatRoomTypeChanged", (event) =>
    forGender(event, (data) => roomChanged(data, event, viewer)),
  );
  useRealtimeEvent("update", ({ model_id, last_connection }) =>
    patch((data) => presenceChanged(data, model_id, { isOnline: true, lastConnection: last_connection })),
  );
  useRealtimeEvent("remove", ({ model_id, last_connection }) =>
    patch((data) =>
      presenceChanged(data, model_id, {
        isOnline: false,
        ...(last_connection === undefined ? {} : { lastConnection: last_connection }),
      }),
    ),
  );
  useRealtimeEvent("dump", () => patch(presenceDumped));
}

type Change = (data: RoomsData) => RoomsData;

/**
 * The list of one gender as live events change it, its count of streaming models included. Lists of other genders and
 * of searches are left alone: a search shows what was found.
 */
export function listOfGender(client: QueryClient, gender: number) {
  const patch = (change: Change): void => {
    client.setQueryData<RoomsData>(roomsKey(gender, ""), (data) => data && change(data));
  };
  return {
    patch,
    /** For events that name a gender: those of another one change nothing. */
    forGender(event: { gender_id: number }, change: Change): void {
      if (event.gender_id === gender) patch(change);
    },
  };
}

/** Subscribes to the events of a list's rooms, from when each of its pages was read; what is too old is loaded again. */
export function useLiveTopics(rooms: { pages: RoomsPage[] } | undefined): void {
  const pages = rooms?.pages ?? [];
  useTopic(
    "public",
    pages.map(({ live_from }) => live_from.public),
  );
  useTopic(
    "presence",
    pages.map(({ live_from }) => live_from.presence),
  );
}
