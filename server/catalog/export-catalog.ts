import { sql } from "kysely";
import { factNames } from "#contract/model-facts.ts";
import type { Database } from "#server/kit/database/database.ts";
import { type ExportArea, exportRowsMax } from "#server/kit/export/area.ts";
import { blocksOf } from "./store/blocks-store.ts";
import type { CatalogTables } from "./store/tables.ts";

/** A fan's favourites, whom they have blocked and what they watched; a model's own page and whom they have banned. */
export function exportAreas(db: Database, { id, role }: { id: number; role: string }): ExportArea[] {
  return role === "model" ? areasOfModel(db, id) : areasOfFan(db, id);
}

function areasOfFan(db: Database, id: number): ExportArea[] {
  const mine = catalogOf(db);
  const favourites = () =>
    mine
      .selectFrom("catalog.liked as liked")
      .innerJoin("catalog.model as model", "model.id", "liked.model_id")
      .select(["model.login as model", "liked.liked_at as since"])
      .where("liked.fan_id", "=", id)
      .where("model.closed_at", "is", null)
      .orderBy("liked.liked_at")
      .limit(exportRowsMax)
      .execute();
  const watched = () =>
    mine
      .selectFrom("catalog.watched as watched")
      .innerJoin("catalog.model as model", "model.id", "watched.model_id")
      .select(["model.login as model", "watched.watched_at"])
      .where("watched.fan_id", "=", id)
      .where("model.closed_at", "is", null)
      .orderBy("watched.watched_at")
      .execute();
  const watchingNotKept = () =>
    mine.selectFrom("catalog.watching_not_kept").select("since").where("fan_id", "=", id).execute();
  return [
    { name: "favorites", rows: favourites },
    { name: "blocked-models", rows: () => blocksOf(db, { fanId: id, max: exportRowsMax }) },
    { name: "watched-models", rows: watched },
    { name: "watching-not-kept", rows: watchingNotKept },
  ];
}

function areasOfModel(db: Database, id: number): ExportArea[] {
  const mine = catalogOf(db);
  const page = () =>
    mine
      .selectFrom("catalog.model")
      .leftJoin("catalog.gender as gender", "gender.id", "catalog.model.gender_id")
      .select([
        "login",
        "artistic_name",
        "gender.name_en as gender",
        "birth_date",
        "country",
        "bio_en",
        "bio_es",
        "topic_en",
        "topic_es",
      ])
      .select(["listing", "listing_note", "submitted_at", "approved_at as listed_at"])
      .select(factNames.map((name) => sql<string>`array_to_string(${sql.ref(name)}, ', ')`.as(name)))
      .select(["rate_private", "rate_vip", "rate_spy", "rate_minimum", "listed", "last_connection"])
      .where("catalog.model.id", "=", id)
      .execute();
  const bans = () =>
    mine
      .selectFrom("catalog.ban")
      .select(["fan_id", "banned_at as since"])
      .where("model_id", "=", id)
      .orderBy("banned_at")
      .limit(exportRowsMax)
      .execute();
  const gallery = () =>
    mine
      .selectFrom("catalog.gallery")
      .select(["place", "file", "width", "height", "added_at"])
      .where("model_id", "=", id)
      .orderBy("place")
      .execute();
  const schedule = () =>
    mine
      .selectFrom("catalog.schedule as schedule")
      .innerJoin("catalog.schedule_hours as hours", "hours.model_id", "schedule.model_id")
      .select(["schedule.time_zone", "hours.weekday", "hours.from_minute", "hours.to_minute"])
      .where("schedule.model_id", "=", id)
      .orderBy("hours.weekday")
      .orderBy("hours.from_minute")
      .execute();
  return [
    { name: "public-page", rows: page },
    { name: "schedule", rows: schedule },
    { name: "gallery", rows: gallery },
    { name: "bans", rows: bans },
  ];
}

const catalogOf = (db: Database) => db.$extendTables<CatalogTables>();
