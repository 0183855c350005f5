import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useRealtimeEvent } from "#web/lib/realtime/RealtimeProvider.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";
import { useGender } from "./gender.ts";
import { listOfGender } from "./list-of-gender.ts";
import {
  presenceChanged,
  presenceDumped,
  roomChanged,
  streamBegan,
  streamStopped,
  watchersChanged,
} from "./patch-rooms.ts";
import { roomsQuery } from "./rooms-query.ts";
import { useLiveTopics } from "./use-live-topics.ts";

/** Keeps the list of the selected gender live while mounted. */
export function useLiveRooms(): void {
  const client = useQueryClient();
  const gender = useGender();
  const onlooker = { fanId: useViewer()?.id ?? null };
  const { patch, forGender } = listOfGender(client, gender);
  useLiveTopics(useInfiniteQuery({ ...roomsQuery(gender, ""), enabled: false }).data);
  useRealtimeEvent("StreamBegan", (event) => forGender(event, (data) => streamBegan(data, event)));
  useRealtimeEvent("StreamStopped", (event) => forGender(event, (data) => streamStopped(data, event)));
  useRealtimeEvent("FanJoinedRoomEvent", (event) => patch((data) => watchersChanged(data, event)));
  useRealtimeEvent("FanLeftRoomEvent", (event) => patch((data) => watchersChanged(data, event)));
  useRealtimeEvent("ChatRoomStatusChanged", (event) =>
    forGender(event, (data) => roomChanged(data, event, onlooker)),
  );
  useRealtimeEvent("ChatRoomModeChanged", (event) =>
    forGender(event, (data) => roomChanged(data, event, onlooker)),
  );
  useRealtimeEvent("ChatRoomTypeChanged", (event) =>
    forGender(event, (data) => roomChanged(data, event, onlooker)),
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
