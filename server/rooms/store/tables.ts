import type { Rows } from "./rows.ts";

/** The tables that this module owns. */
export type RoomTables = Rows;
