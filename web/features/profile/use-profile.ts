import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ModelPage } from "#contract/catalog.ts";
import { useRealtimeEvent, useRealtimeNotice, useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";
import { applyProfileEvent, type ProfileEvent } from "./profile-events.ts";
import { modelQuery } from "./profile-query.ts";

/** A model's page as it is now: what was loaded, kept up to date by the events of all models. */
export function useProfile(loaded: ModelPage): ModelPage {
  const client = useQueryClient();
  const query = modelQuery(loaded.login);
  const page = useQuery({ ...query, initialData: loaded }).data ?? loaded;
  useTopic("public", [page.live_from.public]);
  useTopic("presence", [page.live_from.presence]);
  useProfileEvents((event) =>
    client.setQueryData(query.queryKey, (before) => before && applyProfileEvent(before, event)),
  );
  useRealtimeNotice((notice) => {
    if (notice.kind === "gap" && (notice.topic === "public" || notice.topic === "presence"))
      void client.invalidateQueries(query);
  });
  return page;
}

function useProfileEvents(handle: (event: ProfileEvent) => void) {
  useRealtimeEvent("StreamBegan", (data) => handle({ name: "StreamBegan", data }));
  useRealtimeEvent("StreamStopped", (data) => handle({ name: "StreamStopped", data }));
  useRealtimeEvent("FanJoinedRoomEvent", (data) => handle({ name: "FanJoinedRoomEvent", data }));
  useRealtimeEvent("FanLeftRoomEvent", (data) => handle({ name: "FanLeftRoomEvent", data }));
  useRealtimeEvent("ChatRoomStatusChanged", (data) => handle({ name: "ChatRoomStatusChanged", data }));
  useRealtimeEvent("ChatRoomModeChanged", (data) => handle({ name: "ChatRoomModeChanged", data }));
  useRealtimeEvent("ChatRoomTypeChanged", (data) => handle({ name: "ChatRoomTypeChanged", data }));
  useRealtimeEvent("update", (data) => handle({ name: "update", data }));
  useRealtimeEvent("remove", (data) => handle({ name: "remove", data }));
}
