import type { RoomTables } from "#server/rooms/rooms.ts";
import type { Rows } from "./rows.ts";

/** The tables that this module owns, and those of rooms that it reads. */
export type ShowTables = Pick<RoomTables, "live.room" | "live.session"> & Rows;
