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

type StreamTable = {
  model_id: number;
  status: Generated<"began" | "paused" | "stopped">;
  type: Generated<"public" | "private" | "vip" | "promo">;
  watchers: Generated<number>;
  began_at: Date | null;
  /** Whom a show is for; null in public. */
  fan_id: Generated<number | null>;
  /** When the broadcast began that this stream is, or was last, a part of. */
  broadcast_at: Generated<Date | null>;
  ended_at: Generated<Date | null>;
};

/** The tables that this module owns. */
export type CatalogTables = {
  "catalog.gender": { id: number; name_en: string; name_es: string };
  "catalog.model": ModelTable;
  "catalog.stream": StreamTable;
  "catalog.ban": { model_id: number; fan_id: number; banned_at: Date };
  "catalog.liked": { fan_id: number; model_id: number; liked_at: Generated<Date> };
};
