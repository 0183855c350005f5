import type { ColumnType, Generated } from "kysely";

type ModelTable = {
  id: number;
  login: string;
  artistic_name: string;
  search_text: string;
  gender_id: number;
  birth_date: string;
  country: string;
  languages: string[];
  bio_en: string;
  bio_es: string;
  topic_en: string;
  topic_es: string;
  earning_rank: number;
  rate_private: number;
  rate_vip: number;
  rate_spy: number;
  rate_minimum: number;
  spies_allowed: Generated<boolean>;
  two_way_allowed: Generated<boolean>;
  avatar: string;
  portrait: string;
  portrait_small: string;
  tall: string;
  thumbhash: string;
  hidden: Generated<boolean>;
  suspended: Generated<boolean>;
  /** Neither hidden nor suspended nor closed; the database works it out. */
  listed: ColumnType<boolean, never, never>;
  last_connection: Date | null;
  closed_at: Generated<Date | null>;
};

/** A view of the rooms' sessions. */
type StreamView = {
  model_id: number;
  status: "began" | "paused" | "stopped";
  type: "public" | "private" | "vip" | "promo";
  watchers: number;
  began_at: Date | null;
  /** Whom a promo is for; null otherwise. */
  fan_id: number | null;
  /** When the broadcast began that this stream is, or was last, a part of. */
  broadcast_at: Date | null;
  ended_at: Date | null;
};

/** The tables that this module owns. */
export type CatalogTables = {
  "catalog.gender": { id: number; name_en: string; name_es: string };
  "catalog.model": ModelTable;
  "catalog.stream": StreamView;
  "catalog.ban": { model_id: number; fan_id: number; banned_at: Date };
  "catalog.liked": { fan_id: number; model_id: number; liked_at: Generated<Date> };
};
