import type { Reader, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { type ExportArea, exportRowsMax } from "#server/kit/export/area.ts";
import type { QueuedWork } from "#server/kit/jobs.ts";
import type { EventHandlers } from "#server/kit/outbox/relay.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { NotificationsNeeds } from "./needs.ts";
import { notifyFans, notifyFansJob, queueNotifications } from "./notify-fans.ts";
import { createUnsubscribeCodes } from "./rules/unsubscribe-codes.ts";
import {
  type Alert,
  alertsOf,
  deleteAlert,
  deleteAlertsOf,
  hasAlert,
  insertAlert,
} from "./store/alerts-store.ts";

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
  eventHandlers: Pick<EventHandlers, "stream_began">;
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
    eventHandlers: { stream_began: queueNotifications(needs) },
    work: { [notifyFansJob]: notifyFans(needs, codes) },
    exportAreas: (user) => exportAreas(needs, user),
    forget: (tx, { id }) => deleteAlertsOf(tx, id),
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
  const rows = async () => {
    const alerts = await alertsOf(db, id, exportRowsMax);
    const logins = await accounts.logins(
      db,
      alerts.map(({ model_id }) => model_id),
    );
    return alerts.map(({ model_id, asked_at }) => ({ model: logins.get(model_id) ?? null, since: asked_at }));
  };
  return [{ name: "notices", rows }];
}
