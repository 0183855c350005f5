import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useRealtimeEvent, useRealtimeNotice, useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";
import { useSetBalance } from "#web/lib/session/viewer.ts";
import { enterRoom, type RoomEntry, readingsOf } from "./enter-room.ts";
import { reloadedEntry } from "./reloaded-entry.ts";
import { applyRoomEvent, type RoomEvent } from "./room-events.ts";

/** A room in the query cache; events keep it fresh, so it is loaded on entering and after missed events only. */
export function roomQuery(slug: string) {
  return queryOptions<RoomEntry>({
    queryKey: ["room", slug],
    queryFn: () => enterRoom(browserApi, slug),
    staleTime: Number.POSITIVE_INFINITY,
    // A room that was read again is another reading, even when it says the same: see `useTopic`.
    structuralSharing: false,
  });
}

export type RoomView = {
  entry: RoomEntry;
  /** Loads everything but the playback again, and answers what there is now. */
  reload(): Promise<RoomEntry>;
};

/** The room as it is now: what was loaded, kept up to date by its events. */
export function useRoom(slug: string, loaded: RoomEntry): RoomView {
  const client = useQueryClient();
  const entry = useQuery({ ...roomQuery(slug), initialData: loaded }).data;
  const reload = () => reloadRoom(client, slug);
  const room = entry.kind === "open" ? entry.room : null;
  useTopic("public", readingsOf(entry));
  useTopic(room && `room:${room.model.login}`, room ? [room.live_from.room] : []);
  useRoomEvents(slug, (event) => {
    const before = client.getQueryData(roomQuery(slug).queryKey);
    if (before?.kind === "open") {
      const after: RoomEntry = { kind: "open", room: applyRoomEvent(before.room, event) };
      client.setQueryData(roomQuery(slug).queryKey, after);
      // Another audience has another chat, and whoever was shut out comes in again.
      const changed = event.name === "StreamBegan" || event.name === "ChatRoomTypeChanged";
      if (changed && event.data.slug === slug) void reload();
    } else if (event.name === "StreamBegan" && event.data.slug === slug) void reload();
  });
  useRealtimeNotice((notice) => {
    if (notice.kind === "gap" && (notice.topic === "public" || notice.topic === `room:${slug}`))
      void reload();
    // Banned: what the server says at the door now takes the place of the room.
    if (notice.kind === "cut" && notice.reason === "banned" && notice.topic === `room:${slug}`) void reload();
  });
  useFreshBalance(entry);
  return { entry, reload };
}

async function reloadRoom(client: QueryClient, slug: string): Promise<RoomEntry> {
  const { queryKey } = roomQuery(slug);
  const fresh = await enterRoom(browserApi, slug);
  const shown = reloadedEntry(client.getQueryData(queryKey), fresh);
  client.setQueryData(queryKey, shown);
  return shown;
}

function useRoomEvents(slug: string, handle: (event: RoomEvent) => void) {
  useRealtimeEvent("StreamBegan", (data) => handle({ name: "StreamBegan", data }));
  useRealtimeEvent("StreamStopped", (data) => handle({ name: "StreamStopped", data }));
  useRealtimeEvent("FanJoinedRoomEvent", (data) => handle({ name: "FanJoinedRoomEvent", data }));
  useRealtimeEvent("FanLeftRoomEvent", (data) => handle({ name: "FanLeftRoomEvent", data }));
  useRealtimeEvent("ChatRoomStatusChanged", (data) => handle({ name: "ChatRoomStatusChanged", data }));
  useRealtimeEvent("ChatRoomModeChanged", (data) => handle({ name: "ChatRoomModeChanged", data }));
  useRealtimeEvent("ChatRoomTypeChanged", (data) => handle({ name: "ChatRoomTypeChanged", data }));
  useRealtimeEvent("ShowMeter", (data) => handle({ name: "ShowMeter", data }));
  useRealtimeEvent("ShowEnded", (data) => handle({ name: "ShowEnded", data }));
  useRealtimeEvent("RoomGoal", (data, origin) => {
    if (origin.topic === `room:${slug}`) handle({ name: "RoomGoal", data });
  });
  useRealtimeEvent("RoomGoalRemoved", (data, origin) => {
    if (origin.topic === `room:${slug}`) handle({ name: "RoomGoalRemoved", data });
  });
}

function useFreshBalance(entry: RoomEntry) {
  const setBalance = useSetBalance();
  const balance = entry.kind === "open" ? entry.room.balance : null;
  useEffect(() => {
    if (balance !== null) setBalance(balance);
  }, [balance, setBalance]);
}
