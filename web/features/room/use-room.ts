import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import {
  enterRoom,
  type RoomEntry,
  readingsOf,
  reloadedEntry,
  roomQuery,
} from "#web/entities/room/room-entry.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useRealtimeEvents, useRealtimeNotice, useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { readWithBalance } from "./read-with-balance.ts";

export type RoomView = {
  entry: RoomEntry;
  /** Loads everything but the playback again, and answers what the server said, which may be less than is still shown. */
  reload(): Promise<RoomEntry>;
};

/** The room as it is now: what was read on entering, kept up to date by its events. */
export function useRoom(slug: string): RoomView {
  const client = useQueryClient();
  const entry = useQuery(roomQuery(slug)).data ?? notRead;
  const reload = useCallback(() => reloadRoom(client, slug), [client, slug]);
  const room = entry.kind === "open" ? entry.room : null;
  useTopic("public", readingsOf(entry));
  useTopic(room && `room:${room.model.login}`, room ? [room.live_from.room] : []);
  // Another audience has another chat, a fan who was shut out comes in again, or learns that there is nothing to wait for,
  // and a promo that is closed is offered no more.
  useRealtimeEvents(readAgainOn, ({ name, data }) => {
    if (data.slug === slug && isChangedBy(entry, name)) void reload();
  });
  useRealtimeNotice((notice) => {
    if (notice.kind === "gap" && (notice.topic === "public" || notice.topic === `room:${slug}`))
      void reload();
    // Banned, or the model blocked on another page: what the server answers at the entry now replaces the room.
    const isShutOut = notice.kind === "cut" && (notice.reason === "banned" || notice.reason === "blocked");
    if (!isShutOut || notice.topic !== `room:${slug}`) return;
    void reload();
    // The models' cards go from every list.
    void client.invalidateQueries({ queryKey: profileQuery.queryKey });
  });
  return { entry, reload };
}

async function reloadRoom(client: QueryClient, slug: string): Promise<RoomEntry> {
  const { queryKey } = roomQuery(slug);
  const fresh = await readWithBalance(client, () => enterRoom(browserApi, slug));
  client.setQueryData(queryKey, reloadedEntry(client.getQueryData(queryKey), fresh));
  return fresh;
}

const notRead: RoomEntry = { kind: "failed", message: "" };

const readAgainOn = [
  "StreamBegan",
  "StreamStopped",
  "ChatRoomTypeChanged",
  "ShowEnded",
  "PromoClosed",
] as const;

/** People inside see by the event itself that the stream has ended. */
function isChangedBy({ kind }: RoomEntry, name: (typeof readAgainOn)[number]): boolean {
  if (name === "StreamBegan") return true;
  return kind === "in_show" || (kind === "open" && name !== "StreamStopped");
}
