import type { Rows } from "./rows.ts";

/** A gift as it was when it was given. */
export type TippedGift = { id: number; name_en: string; name_es: string; image: string; quantity: number };

/** The tables that this module owns. */
export type MessagingTables = Rows;
