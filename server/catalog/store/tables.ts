import type { ColumnType, Generated } from "kysely";
import type { ListingState } from "#contract/listing.ts";

/** Null in the table until its model has given it; reads of pages put the empty value of its kind in its place. */
type Given<T> = ColumnType<T, T | null, T | null>;

type ModelTable = {
  id: number;
  login: string;
  artistic_name: string;
  search_text: string;
  gender_id: Given<number>;
  birth_date: Given<string>;
  country: Given<string>;
  languages: string[];
  tags: Generated<string[]>;
  bio_en: string;
  bio_es: string;
  topic_en: string;
  topic_es: string;
  earning_rank: number;
  rate_private: Given<number>;
  rate_vip: Given<number>;
  rate_spy: Given<number>;
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
  listing: Generated<ListingState>;
  listing_note: Generated<string>;
  submitted_at: Generated<Date | null>;
  approved_at: Generated<Date | null>;
  camera_tested_at: Generated<Date | null>;
  picture_keys: Generated<string[]>;
  /** Approved, and neither hidden nor suspended nor closed; the database works it out. */
  listed: ColumnType<boolean, never, never>;
  last_connection: Date | null;
  /** Here, on air or not. */
  online: Generated<boolean>;
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
  /** The session that everybody may watch now. */
  public_session_id: number | null;
  /** The file of what that session shows. */
  picture: string | null;
};

/** The tables that this module owns. */
type GalleryTable = {
  id: Generated<number>;
  model_id: number;
  place: number;
  file: string;
  small_file: string;
  width: number;
  height: number;
  added_at: Date;
  client_id: string | null;
};
type ScheduleTable = { model_id: number; time_zone: string; updated_at: Date };
type ScheduleHoursTable = { model_id: number; weekday: number; from_minute: number; to_minute: number };

type LivePictureTable = { model_id: number; session_id: number; file: string; taken_at: Date };

export type CatalogTables = {
  "catalog.live_picture": LivePictureTable;
  "catalog.gallery": GalleryTable;
  "catalog.schedule": ScheduleTable;
  "catalog.schedule_hours": ScheduleHoursTable;
  "catalog.gender": { id: number; name_en: string; name_es: string };
  "catalog.model": ModelTable;
  "catalog.stream": StreamView;
  "catalog.presence": { model_id: number; until: Date };
  "catalog.ban": { model_id: number; fan_id: number; banned_at: Date };
  "catalog.blocked": { fan_id: number; model_id: number; blocked_at: Date };
  "catalog.watched": { fan_id: number; model_id: number; watched_at: Date };
  "catalog.watching_not_kept": { fan_id: number; since: Date };
  "catalog.liked": { fan_id: number; model_id: number; liked_at: Generated<Date> };
};
