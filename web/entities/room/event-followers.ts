import type { RoomEvent } from "./room-event.ts";

/** The data after an event that came by `topic`; the same object when the event changes nothing of it. */
type After<Data> = (data: Data, event: RoomEvent, topic: string) => Data;

/**
 * What events do to the queries of one room or model, by the first part of their key. The modules of these queries
 * say it when they are loaded: pages that have none of them load nothing for them.
 */
export const followers = new Map<"model" | "room", After<unknown>>();

/** Lets the queries of a kind follow the events about rooms. */
export function followEvents<Data>(kind: "model" | "room", after: After<Data>): void {
  followers.set(kind, after as After<unknown>);
}
