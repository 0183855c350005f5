import type { PlannedBroadcast, Schedule, ScheduledHours } from "#contract/schedule.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database, Reader } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { isTimeZone } from "#server/kit/time-zone.ts";
import { comingTimes, minuteOfWeek, overlap, type WeeklyHours } from "../rules/schedule.ts";
import { modelsWithHoursNear, saveSchedule, scheduledZones, scheduleOf } from "../store/schedule-store.ts";

const shownDays = 7;
const dayMinutes = 1_440;

/** When models mean to be on air: hours of each week, in their own time zone. */
export type Schedules = {
  view(modelId: number): Promise<Schedule>;
  /** Replaces a model's hours. */
  save(
    modelId: number,
    schedule: { time_zone: string; hours: readonly ScheduledHours[] },
  ): Promise<Result<object, "unknown_time_zone" | "hours_overlap">>;
  /** The times of the next seven days, the next first, one that has begun included. */
  coming(reader: Reader, modelId: number): Promise<PlannedBroadcast[]>;
  /** The models who plan to begin between two instants, which are less than an hour apart. */
  beginning(reader: Reader, within: { after: Date; until: Date }): Promise<{ modelId: number; from: Date }[]>;
};

/** Makes the {@link Schedules} of a database. */
export function createSchedules({ db, clock }: { db: Database; clock: Clock }): Schedules {
  return {
    async view(modelId) {
      const kept = await scheduleOf(db, modelId);
      return { time_zone: kept?.timeZone ?? null, hours: (kept?.hours ?? []).map(present) };
    },
    async save(modelId, { time_zone: timeZone, hours: given }) {
      if (!isTimeZone(timeZone)) return refuse("unknown_time_zone");
      const hours = given.map(weeklyHours);
      if (overlap(hours)) return refuse("hours_overlap");
      await inTransaction(db, (tx) => saveSchedule(tx, modelId, { timeZone, hours }, clock.now()));
      return ok({});
    },
    async coming(reader, modelId) {
      const kept = await scheduleOf(reader, modelId);
      if (!kept) return [];
      const { timeZone, hours } = kept;
      return comingTimes(hours, { timeZone, now: clock.now(), days: shownDays }).map(({ from, to }) => ({
        from: from.toISOString(),
        to: to.toISOString(),
      }));
    },
    async beginning(reader, { after, until }) {
      const found: { modelId: number; from: Date }[] = [];
      const zones = (await scheduledZones(reader)).filter(isTimeZone);
      const clocks = zones.map((timeZone) => ({ timeZone, minute: minuteOfWeek(after, timeZone) }));
      for (const modelId of await modelsWithHoursNear(reader, clocks)) {
        const kept = await scheduleOf(reader, modelId);
        if (!kept) continue;
        for (const { from } of comingTimes(kept.hours, { timeZone: kept.timeZone, now: after, days: 1 }))
          if (from > after && from <= until) found.push({ modelId, from });
      }
      return found;
    },
  };
}

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

function weeklyHours({ weekday, from, to }: ScheduledHours): WeeklyHours {
  const [fromMinute, end] = [minuteOf(from), minuteOf(to)];
  return { weekday, fromMinute, toMinute: end > fromMinute ? end : end + dayMinutes };
}

const two = (value: number) => String(value).padStart(2, "0");
const timeOf = (minute: number) =>
  `${two(Math.floor((minute % dayMinutes) / 60))}:${two((minute % dayMinutes) % 60)}`;

const present = ({ weekday, fromMinute, toMinute }: WeeklyHours): ScheduledHours => ({
  weekday,
  from: timeOf(fromMinute),
  to: timeOf(toMinute),
});
