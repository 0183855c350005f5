import { sql } from "kysely";
import type { NotificationKind } from "#contract/notifications.ts";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import type { Rows } from "./rows.ts";

/** A notification of a fan; `target_id` is what it leads to: the participation in a show whose receipt it is, or a chat. */
export type ItemRow = {
  id: number;
  kind: NotificationKind;
  model_id: number | null;
  target_id: number | null;
  at: Date;
  read_at: Date | null;
};
export type NewItem = Omit<ItemRow, "id"> & { fan_id: number; key: string };

const read = (reader: Reader) => reader.$extendTables<Rows>();
const write = (tx: Tx) => tx.$extendTables<Rows>();
const columns = ["id", "kind", "model_id", "target_id", "at", "read_at"] as const;
/** The number of each fan's newest notifications that are kept. */
export const itemsKept = 200;

/** Stores notifications of fans; answers those that were new. */
export async function insertItems(
  tx: Tx,
  items: readonly NewItem[],
): Promise<{ id: number; fan_id: number }[]> {
  if (items.length === 0) return [];
  return write(tx)
    .insertInto("notifications.item")
    .values([...items])
    .onConflict((conflict) => conflict.columns(["fan_id", "key"]).doNothing())
    .returning(["id", "fan_id"])
    .execute();
}

/** The keys of the notifications among these that are there; each is named by its fan and its key. */
export async function itemsAmong(
  reader: Reader,
  named: readonly { fanId: number; key: string }[],
): Promise<Set<string>> {
  const rows = await readRows(
    reader,
    sql<{ key: string }>`
      select item.key from notifications.item as item
      join unnest(${named.map(({ fanId }) => fanId)}::bigint[], ${named.map(({ key }) => key)}::text[])
        as named (fan_id, key) using (fan_id, key)`,
  );
  return new Set(rows.map(({ key }) => key));
}

/** One notification with its fan. */
export function itemById(reader: Reader, id: number): Promise<(ItemRow & { fan_id: number }) | undefined> {
  return read(reader)
    .selectFrom("notifications.item")
    .select([...columns, "fan_id"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The unread ones of these notifications, oldest first. */
export function unreadItems(
  reader: Reader,
  ids: readonly number[],
): Promise<(ItemRow & { fan_id: number })[]> {
  return read(reader)
    .selectFrom("notifications.item")
    .select([...columns, "fan_id"])
    .where("id", "in", [0, ...ids])
    .where("read_at", "is", null)
    .orderBy("id")
    .execute();
}

/** A fan's notifications since an instant that are unread, the newest first, so many at most. */
export function unreadSince(reader: Reader, fanId: number, since: Date, max: number): Promise<ItemRow[]> {
  return read(reader)
    .selectFrom("notifications.item")
    .select(columns)
    .where("fan_id", "=", fanId)
    .where("at", ">", since)
    .where("read_at", "is", null)
    .orderBy("id", "desc")
    .limit(max)
    .execute();
}

/** Forgets the oldest of a fan's notifications, beyond {@link itemsKept}. */
export async function deleteOldItems(tx: Tx, fanId: number): Promise<void> {
  await write(tx)
    .deleteFrom("notifications.item")
    .where("fan_id", "=", fanId)
    .where("id", "<=", (of) =>
      of
        .selectFrom("notifications.item")
        .select("id")
        .where("fan_id", "=", fanId)
        .orderBy("id", "desc")
        .offset(itemsKept)
        .limit(1),
    )
    .execute();
}

/** The newest of a fan's notifications, or the next ones older than `before`. */
export function itemsOf(
  reader: Reader,
  fanId: number,
  { before, limit }: { before?: number; limit: number },
) {
  return read(reader)
    .selectFrom("notifications.item")
    .select(columns)
    .where("fan_id", "=", fanId)
    .$if(before !== undefined, (rows) => rows.where("id", "<", before ?? 0))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** How many of a fan's notifications are unread. */
export async function unreadOf(reader: Reader, fanId: number): Promise<number> {
  const { count } = await read(reader)
    .selectFrom("notifications.item")
    .select((of) => of.fn.countAll<number>().as("count"))
    .where("fan_id", "=", fanId)
    .where("read_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Marks a fan's notifications up to this one as read; harmless when they are. */
export async function markRead(tx: Tx, fanId: number, upTo: number, at: Date): Promise<void> {
  await write(tx)
    .updateTable("notifications.item")
    .set((of) => ({ read_at: of.fn<Date>("greatest", [of.val(at), "at"]) }))
    .where("fan_id", "=", fanId)
    .where("id", "<=", upTo)
    .where("read_at", "is", null)
    .execute();
}

/** Deletes a user's notifications, and those about them. Idempotent. */
export async function deleteItemsOf(tx: Tx, userId: number): Promise<void> {
  await write(tx)
    .deleteFrom("notifications.item")
    .where((item) => item.or([item("fan_id", "=", userId), item("model_id", "=", userId)]))
    .execute();
}

/** Marks fans' notifications of these chats or receipts as read; answers the fans for whom something was unread. */
export async function markReadAbout(
  tx: Tx,
  fanIds: readonly number[],
  { kind, targetIds }: { kind: NotificationKind; targetIds: readonly number[] },
  at: Date,
): Promise<number[]> {
  const rows = await write(tx)
    .updateTable("notifications.item")
    .set((of) => ({ read_at: of.fn<Date>("greatest", [of.val(at), "at"]) }))
    .where("fan_id", "in", [0, ...fanIds])
    .where("kind", "=", kind)
    .where("target_id", "in", [0, ...targetIds])
    .where("read_at", "is", null)
    .returning("fan_id")
    .execute();
  return [...new Set(rows.map(({ fan_id }) => fan_id))];
}
