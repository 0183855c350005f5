import { sql } from "kysely";
import type { Database } from "#server/kit/database/database.ts";
import { type ExportArea, exportRowsMax } from "#server/kit/export/area.ts";
import type { LiveTables } from "./store/tables.ts";

/** A room whose model has left is named no more. */
const roomName = sql<string | null>`case when room.closed_at is null then room.slug end`;

/** What a person sent and said in rooms; nothing of what others sent or said. */
export function exportAreas(db: Database, { id, role }: { id: number; role: string }): ExportArea[] {
  const mine = db.$extendTables<LiveTables>();
  const tips = () =>
    mine
      .selectFrom("live.tip as tip")
      .innerJoin("live.room as room", "room.model_id", "tip.model_id")
      .leftJoin("live.gift as gift", "gift.id", "tip.gift_id")
      .select(["tip.at", roomName.as("model")])
      .select(["tip.tokens", "gift.name_en as gift", "tip.message", "tip.anonymous", "tip.transfer_id"])
      .where("tip.fan_id", "=", id)
      .orderBy("tip.at", "desc")
      .limit(exportRowsMax)
      .execute();
  const lines = () =>
    mine
      .selectFrom("live.line as line")
      .innerJoin("live.room as room", "room.model_id", "line.model_id")
      .select(["line.at", roomName.as("room"), "line.kind", "line.body"])
      .where("line.author_id", "=", id)
      .orderBy("line.id", "desc")
      .limit(exportRowsMax)
      .execute();
  const chat = { name: "chat-lines", rows: lines };
  return role === "fan" ? [{ name: "tips", rows: tips }, chat] : [chat];
}
