import type { Notification, NotificationsPage } from "#contract/notifications.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { NotificationsNeeds } from "./needs.ts";
import { queuePushes } from "./push-items.ts";
import { subjectOf } from "./rules/subjects.ts";
import {
  deleteOldItems,
  type ItemRow,
  insertItems,
  itemsOf,
  markRead,
  markReadAbout,
  type NewItem,
  unreadOf,
} from "./store/items-store.ts";
import { fansWhoMuted } from "./store/settings-store.ts";

const pageSize = 20;

/**
 * The notification of fans after one event; `key` names it, so that they are notified once however often it is
 * delivered.
 */
export type NewNotification = { fanIds: readonly number[]; key: string; kind: ItemRow["kind"] } & {
  modelId?: number;
  targetId?: number;
};

/** Stores fans' notifications in the caller's transaction; answers the fans for whom it is new. */
export async function insertNotifications(
  tx: Tx,
  { clock, push }: Pick<NotificationsNeeds, "clock" | "push">,
  { fanIds, key, kind, modelId, targetId }: NewNotification,
): Promise<number[]> {
  const item = { key, kind, model_id: modelId ?? null, target_id: targetId ?? null, at: clock.now() };
  const muted = await fansWhoMuted(tx, fanIds, { subject: subjectOf(kind), modelId: item.model_id });
  const inserted = await insertItems(
    tx,
    // A notification that is switched off appears in the list alone, and nothing calls the fan there.
    fanIds.map((fan_id): NewItem => ({ ...item, fan_id, read_at: muted.has(fan_id) ? item.at : null })),
  );
  for (const { fan_id } of inserted) await deleteOldItems(tx, fan_id);
  await queuePushes(
    tx,
    { push },
    inserted.filter(({ fan_id }) => !muted.has(fan_id)),
  );
  return inserted.map(({ fan_id }) => fan_id);
}

/** Notifies fans' open pages that there is something new to read. */
export function publishNews(
  { realtime }: Pick<NotificationsNeeds, "realtime">,
  fanIds: readonly number[],
): void {
  for (const fanId of fanIds) realtime.publish(`person:${fanId}`, "NotificationsChanged", {});
}

/** The notifications of a fan, the newest first, and how much of it is unread. */
export function viewItems({ db, catalog }: NotificationsNeeds) {
  return async (fanId: number, before?: number): Promise<NotificationsPage> => {
    const wanted = { limit: pageSize + 1, ...(before === undefined ? {} : { before }) };
    const [rows, unread] = await Promise.all([itemsOf(db, fanId, wanted), unreadOf(db, fanId)]);
    const shown = rows.slice(0, pageSize);
    const faces = await catalog.faces(
      db,
      shown.flatMap(({ model_id }) => model_id ?? []),
    );
    const present = ({ id, kind, model_id, target_id, at, read_at }: ItemRow): Notification => {
      const face = model_id === null ? undefined : faces.get(model_id);
      return {
        id,
        kind,
        at: at.toISOString(),
        read: read_at !== null,
        model: face ? { login: face.login, name: face.name, avatar: face.avatar } : null,
        receipt_id: kind === "show_ended" ? target_id : null,
        chat_id: kind === "message" ? target_id : null,
      };
    };
    return { data: shown.map(present), unread, more: rows.length > pageSize };
  };
}

/** Marks the notifications about one thing as read, and notifies the fan's pages where that changes anything. */
export function readItemsAbout({ db, clock, realtime }: NotificationsNeeds) {
  return async (
    fanIds: readonly number[],
    about: { kind: ItemRow["kind"]; targetIds: readonly number[] },
  ): Promise<void> => {
    publishNews({ realtime }, await inTransaction(db, (tx) => markReadAbout(tx, fanIds, about, clock.now())));
  };
}

/** Marks what a fan has read, up to and with this one; answers how much is left. */
export function readItems({ db, clock, realtime }: NotificationsNeeds) {
  return async (fanId: number, upTo: number): Promise<number> => {
    const left = await inTransaction(db, async (tx) => {
      await markRead(tx, fanId, upTo, clock.now());
      return unreadOf(tx, fanId);
    });
    // The fan's other pages count it as read too.
    publishNews({ realtime }, [fanId]);
    return left;
  };
}
