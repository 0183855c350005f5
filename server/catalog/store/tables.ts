import type { Rows } from "./rows.ts";

/** The tables and views that this module owns. */
export type CatalogTables = Rows;
