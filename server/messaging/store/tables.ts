import type { Rows } from "./rows.ts";

export type { TippedGift } from "./tipped-gift.ts";

/** The tables that this module owns. */
export type MessagingTables = Rows;
