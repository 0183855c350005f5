import type { ScheduledHours } from "#contract/schedule.ts";
import type { Catalog } from "#server/catalog/catalog.ts";
import { type DemoModel, demoModels } from "../models.ts";

/** By whose clock models of a country plan their week; those of others by UTC. */
const zones: Readonly<Record<string, string>> = {
  AR: "America/Argentina/Buenos_Aires",
  BR: "America/Sao_Paulo",
  CL: "America/Santiago",
  CO: "America/Bogota",
  DK: "Europe/Copenhagen",
  EC: "America/Guayaquil",
  ES: "Europe/Madrid",
  FR: "Europe/Paris",
  GB: "Europe/London",
  HU: "Europe/Budapest",
  IE: "Europe/Dublin",
  IN: "Asia/Kolkata",
  IT: "Europe/Rome",
  JP: "Asia/Tokyo",
  MA: "Africa/Casablanca",
  MX: "America/Mexico_City",
  NG: "Africa/Lagos",
  NL: "Europe/Amsterdam",
  NO: "Europe/Oslo",
  PE: "America/Lima",
  PH: "Asia/Manila",
  PT: "Europe/Lisbon",
  RO: "Europe/Bucharest",
  SG: "Asia/Singapore",
  SN: "Africa/Dakar",
  UA: "Europe/Kyiv",
};

/** Three evenings of the week, others for each model; every fifth plans nothing. */
function hoursOf({ login, rank }: DemoModel): ScheduledHours[] {
  if (login !== "luna" && rank % 5 === 0) return [];
  const [from, to] = rank % 3 === 0 ? ["22:00", "01:30"] : ["20:00", "23:00"];
  return [0, 2, 4].map((later) => ({ weekday: ((rank + later) % 7) + 1, from, to })) as ScheduledHours[];
}

/** Lets the models of the demo publish when they mean to be on air; what one has changed since stays. */
export async function seedSchedules(
  { catalog }: { catalog: Pick<Catalog, "schedules"> },
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  for (const member of demoModels) {
    const [id, hours] = [ids.get(member.login), hoursOf(member)];
    if (id === undefined || hours.length === 0) continue;
    if ((await catalog.schedules.view(id)).time_zone !== null) continue;
    const saved = await catalog.schedules.save(id, { time_zone: zones[member.country] ?? "UTC", hours });
    if (!saved.ok) throw new Error(`the schedule of ${member.login} is refused: ${saved.refusal}`);
  }
}
