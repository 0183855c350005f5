import { sql } from "kysely";
import type { Database } from "#server/kit/database/database.ts";
import { type ExportArea, exportRowsMax } from "#server/kit/export/area.ts";
import type { RoomTables } from "./store/tables.ts";

/** A room whose model has left is named no more. */
const roomName = sql<string | null>`case when room.closed_at is null then room.slug end`;

/** A person's own tips and messages in rooms; nothing that others sent or wrote. */
export function roomAreas(db: Database, { id, role }: { id: number; role: string }): ExportArea[] {
  const mine = db.$extendTables<RoomTables>();
  const tips = () =>
    mine
      .selectFrom("live.tip as tip")
      .innerJoin("live.room as room", "room.model_id", "tip.model_id")
      .leftJoin("live.gift as gift", "gift.id", "tip.gift_id")
      .leftJoin("live.menu_item as item", "item.id", "tip.menu_item_id")
      .select(["tip.at", roomName.as("model")])
      .select([
        "tip.tokens",
        "gift.name_en as gift",
        "item.title_en as menu_item",
        "tip.message",
        "tip.anonymous",
        "tip.transfer_id",
      ])
      .where("tip.fan_id", "=", id)
      .orderBy("tip.at", "desc")
      .limit(exportRowsMax)
      .execute();
  const lines = () =>
    mine
      .selectFrom("live.line as line")
      .innerJoin("live.room as room", "room.model_id", "line.model_id")
      .select(["line.at", roomName.as("room"), "line.kind", "line.body", "line.language"])
      .where("line.author_id", "=", id)
      .orderBy("line.id", "desc")
      .limit(exportRowsMax)
      .execute();
  const chat = { name: "chat-lines", rows: lines };
  const menu = () =>
    mine
      .selectFrom("live.menu_item")
      .select(["position", "title_en", "title_es", "price", "added_at", "removed_at"])
      .where("model_id", "=", id)
      .orderBy("id", "desc")
      .limit(exportRowsMax)
      .execute();
  if (role === "fan") return [{ name: "tips", rows: tips }, chat, ...moderationAreas(db, id)];
  return role === "model" ? [{ name: "tip-menu", rows: menu }, chat] : [chat];
}

/** The rooms that a fan moderates, what they did there, and where they may not write; nothing of whom it was about. */
function moderationAreas(db: Database, id: number): ExportArea[] {
  const mine = db.$extendTables<RoomTables>();
  const moderated = () =>
    mine
      .selectFrom("live.moderator as moderator")
      .innerJoin("live.room as room", "room.model_id", "moderator.model_id")
      .select([roomName.as("room"), "moderator.since"])
      .where("moderator.fan_id", "=", id)
      .orderBy("moderator.since")
      .execute();
  const done = () =>
    mine
      .selectFrom("live.moderation as entry")
      .innerJoin("live.room as room", "room.model_id", "entry.model_id")
      .select(["entry.at", roomName.as("room"), "entry.action", "entry.minutes"])
      .where("entry.actor_id", "=", id)
      .orderBy("entry.id", "desc")
      .limit(exportRowsMax)
      .execute();
  const mutes = () =>
    mine
      .selectFrom("live.mute as mute")
      .innerJoin("live.room as room", "room.model_id", "mute.model_id")
      .select([roomName.as("room"), "mute.muted_until", "mute.broadcast_at"])
      .where("mute.fan_id", "=", id)
      .execute();
  return [
    { name: "moderated-rooms", rows: moderated },
    { name: "moderation", rows: done },
    { name: "mutes", rows: mutes },
  ];
}
