import { type Insertable, type Selectable, sql } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { LiveTables } from "./tables.ts";

export type LineRow = Selectable<LiveTables["live.line"]> & { gift_image: string | null };
export type NewLine = Insertable<LiveTables["live.line"]>;

const linesKeptPerRoom = 500;

/** Adds a line, or answers the one that this author already sent under the same client id. */
export async function insertLine(tx: Tx, line: NewLine): Promise<LineRow> {
  const mine = tx.$extendTables<LiveTables>();
  const inserted = await mine
    .insertInto("live.line")
    .values(line)
    .onConflict((conflict) =>
      conflict
        .columns(["author_id", "client_message_id"])
        .where("client_message_id", "is not", null)
        .doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  const query = lineRows(tx);
  if (inserted) return query.where("line.id", "=", inserted.id).executeTakeFirstOrThrow();
  return query
    .where("line.author_id", "=", line.author_id ?? null)
    .where("line.client_message_id", "=", line.client_message_id ?? null)
    .executeTakeFirstOrThrow();
}

/** Adds lines that nobody typed, such as tips; answers them in their order. */
export async function insertLines(tx: Tx, lines: readonly NewLine[]): Promise<LineRow[]> {
  if (lines.length === 0) return [];
  const inserted = await tx
    .$extendTables<LiveTables>()
    .insertInto("live.line")
    .values(lines)
    .returning("id")
    .execute();
  return lineRows(tx)
    .where(
      "line.id",
      "in",
      inserted.map(({ id }) => id),
    )
    .orderBy("line.id")
    .execute();
}

/** The last lines of a room as it is now, in public or in one show, oldest first. */
export async function lastLines(
  reader: Reader,
  room: { model_id: number; show_id: number | null },
  count: number,
): Promise<LineRow[]> {
  const rows = await lineRows(reader)
    .where("line.model_id", "=", room.model_id)
    .where("line.show_id", "is not distinct from", room.show_id)
    .orderBy("line.id", "desc")
    .limit(count)
    .execute();
  return rows.reverse();
}

/** Forgets all but the newest lines of every room. */
export async function trimLines(tx: Tx): Promise<void> {
  await sql`
    delete from live.line as line using live.room as room
     where line.model_id = room.model_id
       and line.id < (select id from live.line as kept where kept.model_id = room.model_id
                       order by id desc offset ${linesKeptPerRoom} limit 1)`.execute(tx);
}

function lineRows(reader: Reader) {
  return reader
    .$extendTables<LiveTables>()
    .selectFrom("live.line as line")
    .leftJoin("live.gift as gift", "gift.id", "line.gift_id")
    .selectAll("line")
    .select("gift.image as gift_image");
}
