/**
 * Alerts of fans: a model goes live, plans to (`remind-of-broadcasts.ts`), or is public again. Searches that fans keep and
 * are notified of (`saved-searches.ts`, `alert-searches.ts`). Each fan's notifications (`items.ts`); the events that make
 * one are in `server/app/fan-notifications.ts`. `settings.ts`, `hold-push.ts` and `mail-digest.ts` hold what each fan
 * switched off, their quiet hours, and the daily email.
 */

import { eachFact } from "#contract/model-facts.ts";
import type { NotificationsPage } from "#contract/notifications.ts";
import { coalesceReads } from "#server/kit/coalesce.ts";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { type ExportArea, exportRowsMax } from "#server/kit/export/area.ts";
import type { QueuedWork } from "#server/kit/jobs.ts";
import type { EventHandlers } from "#server/kit/outbox/relay.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { alertSearches, alertSearchesJob, queueSearchAlerts } from "./alert-searches.ts";
import { pushHeldJob } from "./hold-push.ts";
import {
  insertNotifications,
  type NewNotification,
  publishNews,
  readItems,
  readItemsAbout,
  viewItems,
} from "./items.ts";
import { mailDigests } from "./mail-digest.ts";
import type { NotificationsNeeds } from "./needs.ts";
import { notifyFans, notifyFansJob, queueNotifications } from "./notify-fans.ts";
import { awaitPublic, mailPublicAgain, publicAgainJob, queuePublicAgain } from "./public-again.ts";
import { pushHeld } from "./push-held.ts";
import { pushItem, pushItemJob } from "./push-items.ts";
import { remindFans, remindFansJob, remindOfBroadcasts } from "./remind-of-broadcasts.ts";
import {
  createUnsubscribeCodes,
  type UnsubscribeCodes,
  type Unsubscribed,
} from "./rules/unsubscribe-codes.ts";
import { createSavedSearches, type SavedSearches } from "./saved-searches.ts";
import { changeSettings, muteModel, viewSettings } from "./settings.ts";
import {
  type Alert,
  alertsAmong,
  alertsOf,
  deleteAlert,
  deleteAlertsOf,
  hasAlert,
  insertAlert,
} from "./store/alerts-store.ts";
import { deleteItemsOf, itemsAmong, itemsKept, itemsOf } from "./store/items-store.ts";
import { awaitedBy, deleteAwaiting, deleteAwaitingOf } from "./store/public-again-store.ts";
import { deleteSearchesOf, type SearchRow, searchesOf } from "./store/searches-store.ts";
import {
  deleteSettingsOf,
  mutedModels,
  muteSubject,
  saveSettings,
  settingsOf,
} from "./store/settings-store.ts";
import { sweepHeld } from "./sweep-held.ts";

type User = { id: number; role: string };
type AskedAlerts = { fanId: number; modelIds: readonly number[] };

/** The kind of mail that an unsubscribe code turns off; an alert of going live names its model. */
export type MailOffer = { notified: boolean } & (
  | { about: "live"; model: { login: string; artisticName: string } }
  | { about: "public_again" | "digest"; model: null }
);

/** Alerts for models who go live: one email and one notification per broadcast; and for whom kept searches find. */
export type Notifications = {
  /** Sets or deletes a fan's alert about a model; toggles it without `notify`. Returns whether it is set now. */
  notify(order: Alert & { notify?: boolean }): Promise<Result<{ notified: boolean }, "unknown_model">>;
  isNotified(reader: Reader, pair: Alert): Promise<boolean>;
  /** The models among these that a fan has asked to be notified of. */
  notifiedOf(asked: AskedAlerts): Promise<ReadonlySet<number>>;
  /** The subject of an unsubscribe code, and whether it is still mailed. */
  offer(code: string): Promise<Result<MailOffer, "unknown_code">>;
  /** Turns off what an unsubscribe code names; no-op if it is off. */
  stop(code: string): Promise<Result<object, "unknown_code">>;
  /** Lets a fan wait for one mail when a model is public again, or no longer. */
  awaitPublic: ReturnType<typeof awaitPublic>;
  /** Adds a notification for fans; the same event again adds nothing. */
  add(notification: NewNotification): Promise<void>;
  /** Inserts in the caller's transaction; answers the fans whom {@link publish} is to notify after the commit. */
  insert(tx: Tx, notification: NewNotification): Promise<number[]>;
  /** The notifications among these that are there already; `key` is what {@link insert} was given. */
  among: typeof itemsAmong;
  /** Notifies open pages of these fans that there is something new. */
  publish(fanIds: readonly number[]): void;
  /** The fans have seen what these notifications lead to: they are read, and pushed no more. */
  readAbout: ReturnType<typeof readItemsAbout>;
  /** Notifies fans of broadcasts that begin within half an hour by what models planned. A job calls it. */
  remindOfBroadcasts(): Promise<void>;
  /** Has what quiet hours held back sent though its job was given up, or drops it once it is of no use. A job calls it. */
  sweepHeld(): Promise<void>;
  /** The notifications of a fan, the newest first, or what is older than `before`. */
  view(fanId: number, before?: number): Promise<NotificationsPage>;
  /** Marks it as read up to this one; answers how much is unread. */
  read(fanId: number, upTo: number): Promise<number>;
  /** How a fan is notified. */
  settings: ReturnType<typeof viewSettings>;
  changeSettings: ReturnType<typeof changeSettings>;
  /** Mutes a model for a fan, or unmutes them. */
  muteModel: ReturnType<typeof muteModel>;
  /** Mails those who want it what they have not read, once a day. A job calls it. */
  mailDigests(): Promise<void>;
  /** The searches that fans keep. */
  searches: SavedSearches;
  eventHandlers: Pick<EventHandlers, "stream_began" | "room_public" | "model_listed">;
  /** The jobs behind it. */
  work: QueuedWork;
  /** The jobs that wait for the push services that browsers name. */
  pushWork: QueuedWork;
  /** A fan's alerts and searches as part of an export. */
  exportAreas(user: User): ExportArea[];
  /** Stops notifying a fan of a model going live or being public again. */
  stopAbout(pair: Alert): Promise<void>;
  /** Deletes a user's alerts and searches, and the alerts about a model. */
  forget(tx: Tx, user: User): Promise<void>;
};

/** Makes the notifications module. */
export function createNotifications(needs: NotificationsNeeds): Notifications {
  const { db } = needs;
  const codes = createUnsubscribeCodes(needs.secret);
  const [began, publicAgain] = [queueNotifications(needs), queuePublicAgain(needs)];
  const alertOf = queueSearchAlerts(needs);
  return {
    notify: setAlert(needs),
    isNotified: hasAlert,
    notifiedOf: coalesceReads((asked: readonly AskedAlerts[]) => notifiedOf(db, asked)),
    offer: offerOff(needs, codes),
    async stop(code) {
      const what = codes.read(code);
      if (!what) return refuse("unknown_code");
      await inTransaction(db, (tx) => stopMails(tx, what));
      return ok({});
    },
    settings: viewSettings(needs),
    changeSettings: changeSettings(needs),
    muteModel: muteModel(needs),
    mailDigests: mailDigests(needs, codes),
    awaitPublic: awaitPublic(needs),
    async add(notification) {
      publishNews(needs, await inTransaction(db, (tx) => insertNotifications(tx, needs, notification)));
    },
    insert: (tx, notification) => insertNotifications(tx, needs, notification),
    among: itemsAmong,
    publish: (fanIds) => publishNews(needs, fanIds),
    readAbout: readItemsAbout(needs),
    remindOfBroadcasts: remindOfBroadcasts(needs),
    sweepHeld: sweepHeld(needs),
    view: viewItems(needs),
    read: readItems(needs),
    eventHandlers: {
      async stream_began(event, meta) {
        await began(event);
        await alertOf({ modelId: event.modelId, news: "live" });
        await publicAgain(event, meta);
      },
      room_public: publicAgain,
      model_listed: ({ modelId }) => alertOf({ modelId, news: "new" }),
    },
    searches: createSavedSearches(needs),
    work: {
      [notifyFansJob]: notifyFans(needs, codes),
      [alertSearchesJob]: alertSearches(needs),
      [remindFansJob]: remindFans(needs),
      [publicAgainJob]: mailPublicAgain(needs, codes),
    },
    pushWork: { [pushItemJob]: pushItem(needs), [pushHeldJob]: pushHeld(needs) },
    exportAreas: (user) => exportAreas(needs, user),
    stopAbout: (pair) =>
      inTransaction(db, async (tx) => {
        await deleteAlert(tx, pair);
        await deleteAwaiting(tx, pair);
      }),
    async forget(tx, { id }) {
      await deleteAlertsOf(tx, id);
      await deleteAwaitingOf(tx, id);
      await deleteItemsOf(tx, id);
      await deleteSettingsOf(tx, id);
      await deleteSearchesOf(tx, id);
    },
  };
}

function offerOff({ db, catalog }: NotificationsNeeds, codes: UnsubscribeCodes): Notifications["offer"] {
  return async (code) => {
    const what = codes.read(code);
    if (!what) return refuse("unknown_code");
    if ("about" in what) {
      const { digest, muted } = await settingsOf(db, what.fanId);
      const { about } = what;
      return ok({ about, model: null, notified: about === "digest" ? digest : !muted.includes(about) });
    }
    const model = await catalog.model(db, what.modelId);
    if (!model) return refuse("unknown_code");
    const named = { login: model.login, artisticName: model.artistic_name };
    return ok({ about: "live", model: named, notified: await hasAlert(db, what) });
  };
}

async function stopMails(tx: Tx, what: Unsubscribed): Promise<void> {
  if (!("about" in what)) return void (await deleteAlert(tx, what));
  if (what.about === "digest") return saveSettings(tx, what.fanId, { digest: false });
  return muteSubject(tx, what.fanId, what.about);
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

async function notifiedOf(reader: Reader, asked: readonly AskedAlerts[]): Promise<ReadonlySet<number>[]> {
  const modelIds = new Set(asked.flatMap((one) => one.modelIds));
  const alerts = await alertsAmong(reader, {
    fanIds: asked.map(({ fanId }) => fanId),
    modelIds: [...modelIds],
  });
  const byFan = Map.groupBy(alerts, ({ fanId }) => fanId);
  return asked.map((one) => {
    const models = new Set(byFan.get(one.fanId)?.map(({ modelId }) => modelId));
    return new Set(one.modelIds.filter((modelId) => models.has(modelId)));
  });
}

function exportAreas({ db, accounts }: NotificationsNeeds, { id, role }: User): ExportArea[] {
  if (role !== "fan") return [];
  const named = async (asked: readonly { model_id: number; asked_at: Date }[]) => {
    const names = await accounts.shownNames(
      db,
      asked.map(({ model_id }) => model_id),
    );
    return asked.map(({ model_id, asked_at }) => ({ model: names.get(model_id) ?? null, since: asked_at }));
  };
  return [
    { name: "notices", rows: async () => named(await alertsOf(db, id, exportRowsMax)) },
    { name: "notifications", rows: () => itemsOf(db, id, { limit: itemsKept }) },
    {
      name: "notification-settings",
      rows: async () => {
        const { muted, ...settings } = await settingsOf(db, id);
        return [{ ...settings, muted: muted.join(" ") }];
      },
    },
    {
      name: "muted-models",
      rows: async () => (await mutedModels(db, id, exportRowsMax)).map((model) => ({ model })),
    },
    { name: "saved-searches", rows: async () => (await searchesOf(db, id)).map(asRow) },
    { name: "awaited-models", rows: async () => named(await awaitedBy(db, id, exportRowsMax)) },
  ];
}

const asRow = ({ fan_id: _fan, ...search }: SearchRow) => ({
  ...search,
  ...eachFact((name) => search[name].join(" ")),
});
