import { type Insertable, type Selectable, sql } from "kysely";
import type { Database, Reader, Tx } from "#server/kit/database/database.ts";
import { deleteInParts } from "#server/kit/database/delete-in-parts.ts";
import { insertRows } from "#server/kit/database/insert-rows.ts";
import type { RoomTables } from "./tables.ts";

export type MessageRow = Selectable<RoomTables["live.line"]> & {
  gift_image: string | null;
  /** The item of the model's menu that a tip asks for; null in any other message. */
  item_en: string | null;
  item_es: string | null;
};
export type NewMessage = Insertable<RoomTables["live.line"]>;

const linesKeptPerRoom = 500;

const written = [
  ...(["model_id", "author_id", "author_name", "author_role", "kind", "body", "tokens", "gift_id"] as const),
  ...(["menu_item_id", "client_message_id", "show_id", "language", "at"] as const),
];

const insertNewlyTyped = insertRows<NewMessage, never>(
  "live.line",
  written,
  "select from added",
  "on conflict (author_id, client_message_id) where client_message_id is not null do nothing",
);

export type TypedMessage = NewMessage & { author_id: number; client_message_id: string };

/** Adds typed messages, or answers those that their authors already sent under the same client ids; in their order. */
export async function insertTypedMessages(tx: Tx, lines: readonly TypedMessage[]): Promise<MessageRow[]> {
  await insertNewlyTyped(tx, lines);
  const rows = await typedLines(tx, lines);
  return lines.map((line) => {
    const row = rows.get(keyOf(line));
    if (!row) throw new Error(`a line of ${line.author_id} was not stored`);
    return row;
  });
}

/** The message that an author has sent under a client id, or undefined. */
export async function typedMessage(reader: Reader, line: TypedKey): Promise<MessageRow | undefined> {
  return (await typedLines(reader, [line])).get(keyOf(line));
}

type TypedKey = Pick<TypedMessage, "author_id" | "client_message_id">;
const keyOf = (line: { author_id: number | null; client_message_id: string | null }) =>
  `${line.author_id} ${line.client_message_id}`;

async function typedLines(reader: Reader, keys: readonly TypedKey[]): Promise<Map<string, MessageRow>> {
  const rows = await lineRows(reader)
    .where(
      sql<boolean>`(line.author_id, line.client_message_id) in (
        select * from unnest(${keys.map((key) => key.author_id)}::bigint[],
          ${keys.map((key) => key.client_message_id)}::text[]))`,
    )
    .execute();
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** Adds messages that nobody typed, such as tips; answers them in their order. */
export const insertMessages = insertRows<NewMessage, MessageRow>(
  "live.line",
  written,
  `select added.*, gift.image as gift_image, item.title_en as item_en, item.title_es as item_es
    from added
    left join live.gift as gift on gift.id = added.gift_id
    left join live.menu_item as item on item.id = added.menu_item_id
    order by added.id`,
);

/** The last messages of a room as it is now, in public or in one show, oldest first. */
export async function lastMessages(
  reader: Reader,
  room: { model_id: number; show_id: number | null },
  count: number,
): Promise<MessageRow[]> {
  const rows = await lineRows(reader)
    .where("line.model_id", "=", room.model_id)
    .where("line.removed_at", "is", null)
    .where("line.show_id", "is not distinct from", room.show_id)
    .orderBy("line.id", "desc")
    .limit(count)
    .execute();
  return rows.reverse();
}

/** The last tips and gifts to a model since an instant, in public and in shows, newest first. */
export function lastTips(reader: Reader, modelId: number, since: Date, count: number): Promise<MessageRow[]> {
  return lineRows(reader)
    .where("line.model_id", "=", modelId)
    .where("line.kind", "in", ["tip", "gift"])
    .where("line.at", ">=", since)
    .orderBy("line.id", "desc")
    .limit(count)
    .execute();
}

/** Forgets all but the newest messages of every room. */
export async function trimMessages(db: Database): Promise<void> {
  await deleteInParts(
    db,
    (rows) => sql`
      delete from live.line where id in (
        select line.id from live.room as room
        cross join lateral (
          select kept.id from live.line as kept where kept.model_id = room.model_id
          order by kept.id desc offset ${linesKeptPerRoom} limit 1) as oldest
        join live.line as line on line.model_id = room.model_id and line.id < oldest.id
        limit ${rows})`,
  );
}

/**
 * Removes what a fan posted in a room; undefined where there is nothing of the kind. `isNew` is false for what was
 * removed before.
 */
export async function removeMessage(
  tx: Tx,
  id: number,
  { modelId, publicOnly }: { modelId: number; publicOnly: boolean },
  at: Date,
): Promise<{ authorId: number | null; isNew: boolean } | undefined> {
  const line = await tx
    .$extendTables<RoomTables>()
    .selectFrom("live.line")
    .select(["author_id", "removed_at"])
    .where("id", "=", id)
    .where("model_id", "=", modelId)
    .where("kind", "=", "text")
    .where("author_role", "=", "fan")
    .where((eb) => (publicOnly ? eb("show_id", "is", null) : eb.lit(true)))
    // Another removal at the same time waits here, and then finds the message removed.
    .forUpdate()
    .executeTakeFirst();
  if (!line) return undefined;
  if (line.removed_at === null)
    await tx
      .$extendTables<RoomTables>()
      .updateTable("live.line")
      .set({ removed_at: at })
      .where("id", "=", id)
      .execute();
  return { authorId: line.author_id, isNew: line.removed_at === null };
}

/** Removes what anybody typed in a room; answers the room's slug, undefined where nothing of the kind is there. */
export async function removeAnyMessage(tx: Tx, id: number, at: Date): Promise<string | undefined> {
  const removed = await tx
    .$extendTables<RoomTables>()
    .updateTable("live.line as line")
    .from("live.room as room")
    .set({ removed_at: at })
    .whereRef("room.model_id", "=", "line.model_id")
    .where("line.id", "=", id)
    .where("line.kind", "=", "text")
    .where("line.removed_at", "is", null)
    .returning("room.slug")
    .executeTakeFirst();
  return removed?.slug;
}

/** Whether what somebody typed in a room is still there. */
export async function messageExists(reader: Reader, id: number): Promise<boolean> {
  const row = await reader
    .$extendTables<RoomTables>()
    .selectFrom("live.line")
    .select("id")
    .where("id", "=", id)
    .where("kind", "=", "text")
    .where("removed_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

function lineRows(reader: Reader) {
  return reader
    .$extendTables<RoomTables>()
    .selectFrom("live.line as line")
    .leftJoin("live.gift as gift", "gift.id", "line.gift_id")
    .leftJoin("live.menu_item as item", "item.id", "line.menu_item_id")
    .selectAll("line")
    .select(["gift.image as gift_image", "item.title_en as item_en", "item.title_es as item_es"]);
}

/** A message that somebody typed, with what was posted before it in the same place, oldest first. */
export type QuotedLine = { line: MessageRow; before: MessageRow[] };

/**
 * A typed message that this person could read: one of a public room, or of a show that they were in. Undefined when there
 * is none.
 */
export async function lineReadBy(
  reader: Reader,
  person: { id: number; role: string },
  id: number,
  linesBefore: number,
): Promise<QuotedLine | undefined> {
  const wasInShow = sql<boolean>`exists (
    select from live.participant as mine where mine.session_id = line.show_id and mine.fan_id = ${person.id})`;
  const line = await lineRows(reader)
    .where("line.id", "=", id)
    .where("line.kind", "=", "text")
    .where("line.removed_at", "is", null)
    .where((eb) =>
      person.role === "model"
        ? eb("line.model_id", "=", person.id)
        : eb.or([eb("line.show_id", "is", null), wasInShow]),
    )
    .executeTakeFirst();
  if (!line) return undefined;
  const before = await lineRows(reader)
    .where("line.model_id", "=", line.model_id)
    .where("line.show_id", "is not distinct from", line.show_id)
    .where("line.kind", "=", "text")
    .where("line.removed_at", "is", null)
    .where("line.id", "<", line.id)
    .orderBy("line.id", "desc")
    .limit(linesBefore)
    .execute();
  return { line, before: before.reverse() };
}
