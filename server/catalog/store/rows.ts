// `npm run schema` writes this from the migrated database; what is narrower than that stands in scripts/schema/row-types.ts.

import type { ColumnType, Generated } from "kysely";

export type CatalogBan = {
  banned_at: Date;
  fan_id: number;
  model_id: number;
};

export type CatalogBlocked = {
  blocked_at: Date;
  fan_id: number;
  model_id: number;
};

export type CatalogGallery = {
  added_at: Date;
  client_id: string | null;
  file: string;
  height: number;
  id: ColumnType<number, never, never>;
  model_id: number;
  place: number;
  small_file: string;
  width: number;
};

export type CatalogGender = {
  id: number;
  name_en: string;
  name_es: string;
};

export type CatalogLiked = {
  fan_id: number;
  liked_at: Generated<Date>;
  model_id: number;
};

export type CatalogLivePicture = {
  file: string;
  model_id: number;
  session_id: number;
  taken_at: Date;
};

export type CatalogModel = {
  approved_at: Date | null;
  artistic_name: string;
  avatar: string;
  bio_en: string;
  bio_es: string;
  birth_date: ColumnType<string, string | null, string | null>;
  camera_tested_at: Date | null;
  closed_at: Date | null;
  country: ColumnType<string, string | null, string | null>;
  earning_rank: number;
  found_words: ColumnType<string, never, never>;
  gender_id: ColumnType<number, number | null, number | null>;
  hair: Generated<string[]>;
  hidden: Generated<boolean>;
  id: number;
  languages: string[];
  last_connection: Date | null;
  /** Approved, and neither hidden nor suspended nor closed; the database works it out. */
  listed: ColumnType<boolean, never, never>;
  listing: Generated<"draft" | "submitted" | "approved">;
  listing_note: Generated<string>;
  login: string;
  name_contested: Generated<boolean>;
  /** The model is here, on air or not. */
  online: Generated<boolean>;
  picture_keys: Generated<string[]>;
  portrait: string;
  portrait_small: string;
  rate_minimum: number;
  rate_private: ColumnType<number, number | null, number | null>;
  rate_spy: ColumnType<number, number | null, number | null>;
  rate_vip: ColumnType<number, number | null, number | null>;
  search_text: string;
  spies_allowed: Generated<boolean>;
  submitted_at: Date | null;
  suspended: Generated<boolean>;
  tags: Generated<string[]>;
  tall: string;
  thumbhash: string;
  topic_en: string;
  topic_es: string;
  two_way_allowed: Generated<boolean>;
};

export type CatalogOnAir = {
  approved_at: Date | null;
  birth_date: string;
  country: string;
  fan_id: number | null;
  found_words: string;
  gender_id: number;
  hair: Generated<string[]>;
  id: number;
  languages: string[];
  last_connection: Date | null;
  login: string;
  rate_private: number;
  search_text: string;
  tags: string[];
  type: string;
  watchers: number;
};

export type CatalogPresence = {
  model_id: number;
  until: Date;
};

export type CatalogSchedule = {
  model_id: number;
  time_zone: string;
  updated_at: Date;
};

export type CatalogScheduleHours = {
  from_minute: number;
  model_id: number;
  to_minute: number;
  weekday: number;
};

export type CatalogStream = {
  began_at: Date | null;
  /** When the broadcast began that this stream is, or was last, a part of. */
  broadcast_at: Date | null;
  ended_at: Date | null;
  /** The fan of a promo; null otherwise. */
  fan_id: number | null;
  model_id: number;
  /** The file of the picture that session shows. */
  picture: string | null;
  /** The session that everybody may watch now. */
  public_session_id: number | null;
  status: "began" | "paused" | "stopped";
  type: "public" | "private" | "vip" | "promo";
  watchers: number;
};

export type CatalogWatched = {
  fan_id: number;
  model_id: number;
  watched_at: Date;
};

export type CatalogWatchingNotKept = {
  fan_id: number;
  since: Date;
};

export type Rows = {
  "catalog.ban": CatalogBan;
  "catalog.blocked": CatalogBlocked;
  "catalog.gallery": CatalogGallery;
  "catalog.gender": CatalogGender;
  "catalog.liked": CatalogLiked;
  "catalog.live_picture": CatalogLivePicture;
  "catalog.model": CatalogModel;
  "catalog.on_air": CatalogOnAir;
  "catalog.presence": CatalogPresence;
  "catalog.schedule": CatalogSchedule;
  "catalog.schedule_hours": CatalogScheduleHours;
  "catalog.stream": CatalogStream;
  "catalog.watched": CatalogWatched;
  "catalog.watching_not_kept": CatalogWatchingNotKept;
};
