import type { NotificationSettings } from "#contract/notifications.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { isTimeZone } from "#server/kit/time-zone.ts";
import type { NotificationsNeeds } from "./needs.ts";
import {
  mutedModels,
  type SettingsRow,
  saveSettings,
  setMutedModel,
  settingsOf,
} from "./store/settings-store.ts";

const mutedShownMax = 500;

/** A fan's changes of how they are notified; missing fields stay. */
export type SettingsOrder = {
  [Name in keyof Omit<NotificationSettings, "muted_models">]?: NotificationSettings[Name] | undefined;
};

/** How a fan is notified, in the words of the wire. */
export function viewSettings({ db, catalog }: NotificationsNeeds) {
  return async (fanId: number): Promise<NotificationSettings> => {
    const [row, models] = await Promise.all([settingsOf(db, fanId), mutedModels(db, fanId, mutedShownMax)]);
    const faces = await catalog.faces(db, models);
    return {
      off: row.muted,
      quiet: quietOf(row),
      time_zone: row.time_zone,
      digest: row.digest,
      discreet: row.discreet,
      muted_models: models.flatMap((id) => {
        const face = faces.get(id);
        return face ? [{ id, login: face.login, name: face.name }] : [];
      }),
    };
  };
}

function quietOf({ quiet_from, quiet_to }: SettingsRow): NotificationSettings["quiet"] {
  return quiet_from === null || quiet_to === null ? null : { from: timeOf(quiet_from), to: timeOf(quiet_to) };
}

const two = (value: number) => String(value).padStart(2, "0");
const timeOf = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

export type SettingsRefusal = "unknown_time_zone" | "no_quiet_time";

/** Changes how a fan is notified. */
export function changeSettings(needs: NotificationsNeeds) {
  return async (
    fanId: number,
    { off, quiet, time_zone, digest, discreet }: SettingsOrder,
  ): Promise<Result<{ settings: NotificationSettings }, SettingsRefusal>> => {
    if (time_zone !== undefined && !isTimeZone(time_zone)) return refuse("unknown_time_zone");
    if (quiet && quiet.from === quiet.to) return refuse("no_quiet_time");
    await inTransaction(needs.db, (tx) =>
      saveSettings(tx, fanId, {
        ...(off === undefined ? {} : { muted: [...new Set(off)] }),
        ...(quiet === undefined
          ? {}
          : { quiet_from: quiet && minuteOf(quiet.from), quiet_to: quiet && minuteOf(quiet.to) }),
        ...(time_zone === undefined ? {} : { time_zone }),
        ...(digest === undefined ? {} : { digest }),
        ...(discreet === undefined ? {} : { discreet }),
      }),
    );
    return ok({ settings: await viewSettings(needs)(fanId) });
  };
}

/** Mutes a model for a fan, or unmutes them. */
export function muteModel(needs: NotificationsNeeds) {
  return async (order: {
    fanId: number;
    modelId: number;
    muted: boolean;
  }): Promise<Result<{ settings: NotificationSettings }, "unknown_model">> => {
    const { db, catalog, clock } = needs;
    if (order.muted && !(await catalog.model(db, order.modelId))) return refuse("unknown_model");
    await inTransaction(db, (tx) => setMutedModel(tx, order, clock.now()));
    return ok({ settings: await viewSettings(needs)(order.fanId) });
  };
}
