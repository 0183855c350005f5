import type { Rows } from "./rows.ts";

/** The tables and views that this module owns. */
export type ContentTables = Rows;
export type ItemKind = Rows["content.item"]["kind"];
