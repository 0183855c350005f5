import type { NotificationsPage } from "#contract/notifications.ts";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { type ExportArea, exportRowsMax } from "#server/kit/export/area.ts";
import type { QueuedWork } from "#server/kit/jobs.ts";
import type { EventHandlers } from "#server/kit/outbox/relay.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { insertNotifications, type NewNotification, publishNews, readItems, viewItems } from "./items.ts";
import type { NotificationsNeeds } from "./needs.ts";
import { notifyFans, notifyFansJob, queueNotifications } from "./notify-fans.ts";
import { awaitPublic, mailPublicAgain } from "./public-again.ts";
import { pushItem, pushItemJob } from "./push-items.ts";
import { createUnsubscribeCodes } from "./rules/unsubscribe-codes.ts";
import {
  type Alert,
  alertsOf,
  deleteAlert,
  deleteAlertsOf,
  hasAlert,
  insertAlert,
} from "./store/alerts-store.ts";
import { deleteItemsOf, itemsKept, itemsOf } from "./store/items-store.ts";
import { awaitedBy, deleteAwaitingOf } from "./store/public-again-store.ts";

type User = { id: number; role: string };

/** Alerts for models who go live: one email and one notification per broadcast. */
export type Notifications = {
  /** Sets or deletes a fan's alert about a model; toggles it without `notify`. Returns whether it is set now. */
  notify(order: Alert & { notify?: boolean }): Promise<Result<{ notified: boolean }, "unknown_model">>;
  isNotified(reader: Reader, pair: Alert): Promise<boolean>;
  /** The model that an unsubscribe code is about, and whether the alert is still set. */
  offer(
    code: string,
  ): Promise<Result<{ login: string; artisticName: string; notified: boolean }, "unknown_code">>;
  /** Deletes the alert that an unsubscribe code names; no-op if it is gone. */
  stop(code: string): Promise<Result<object, "unknown_code">>;
  /** Lets a fan wait for one mail when a model is public again, or no longer. */
  awaitPublic: ReturnType<typeof awaitPublic>;
  /** Adds a notification for fans; the same event again adds nothing. */
  add(notification: NewNotification): Promise<void>;
  /** The notifications of a fan, the newest first, or what is older than `before`. */
  view(fanId: number, before?: number): Promise<NotificationsPage>;
  /** Marks it as read up to this one; answers how much is unread. */
  read(fanId: number, upTo: number): Promise<number>;
  eventHandlers: Pick<EventHandlers, "stream_began" | "room_public">;
  /** The jobs behind it. */
  work: QueuedWork;
  /** A fan's alerts as part of an export. */
  exportAreas(user: User): ExportArea[];
  /** Deletes a user's alerts, and those about a model. */
  forget(tx: Tx, user: User): Promise<void>;
};

/** Makes the notifications module. */
export function createNotifications(needs: NotificationsNeeds): Notifications {
  const { db, catalog } = needs;
  const codes = createUnsubscribeCodes(needs.secret);
  const [began, publicAgain] = [queueNotifications(needs), mailPublicAgain(needs)];
  return {
    notify: setAlert(needs),
    isNotified: hasAlert,
    async offer(code) {
      const pair = codes.read(code);
      const model = pair && (await catalog.model(db, pair.modelId));
      if (!pair || !model) return refuse("unknown_code");
      const notified = await hasAlert(db, pair);
      return ok({ login: model.login, artisticName: model.artistic_name, notified });
    },
    async stop(code) {
      const pair = codes.read(code);
      if (!pair) return refuse("unknown_code");
      await inTransaction(db, (tx) => deleteAlert(tx, pair));
      return ok({});
    },
    awaitPublic: awaitPublic(needs),
    async add(notification) {
      publishNews(needs, await inTransaction(db, (tx) => insertNotifications(tx, needs, notification)));
    },
    view: viewItems(needs),
    read: readItems(needs),
    eventHandlers: {
      async stream_began(event, meta) {
        await began(event);
        await publicAgain(event, meta);
      },
      room_public: publicAgain,
    },
    work: { [notifyFansJob]: notifyFans(needs, codes), [pushItemJob]: pushItem(needs) },
    exportAreas: (user) => exportAreas(needs, user),
    async forget(tx, { id }) {
      await deleteAlertsOf(tx, id);
      await deleteAwaitingOf(tx, id);
      await deleteItemsOf(tx, id);
    },
  };
}

function setAlert({ db, clock, catalog }: NotificationsNeeds): Notifications["notify"] {
  return ({ notify, ...pair }) =>
    inTransaction(db, async (tx) => {
      const deleted = notify === true ? false : await deleteAlert(tx, pair);
      if (deleted || notify === false) return ok({ notified: false });
      if (!(await catalog.model(tx, pair.modelId))?.listed) return refuse("unknown_model");
      await insertAlert(tx, pair, clock.now());
      return ok({ notified: true });
    });
}

function exportAreas({ db, accounts }: NotificationsNeeds, { id, role }: User): ExportArea[] {
  if (role !== "fan") return [];
  const named = async (asked: readonly { model_id: number; asked_at: Date }[]) => {
    const logins = await accounts.logins(
      db,
      asked.map(({ model_id }) => model_id),
    );
    return asked.map(({ model_id, asked_at }) => ({ model: logins.get(model_id) ?? null, since: asked_at }));
  };
  return [
    { name: "notices", rows: async () => named(await alertsOf(db, id, exportRowsMax)) },
    { name: "notifications", rows: () => itemsOf(db, id, { limit: itemsKept }) },
    { name: "awaited-models", rows: async () => named(await awaitedBy(db, id, exportRowsMax)) },
  ];
}
