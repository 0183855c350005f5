import { z } from "zod";
import { seededRandom } from "#server/kit/random.ts";
import { type DemoModel, modelEntry } from "./models/model.ts";
import { readTexts } from "./texts.ts";
import { logNormal } from "./watchers.ts";

export type { DemoModel, SceneName } from "./models/model.ts";

const files = ["songs", "radio", "table", "sky", "daylight", "together"];

const medianWatchers = 170;
const watchersSpread = 0.85;
const watchersMin = 9;
const watchersMax = 1_600;

/** The number of watchers that chance gives a model: log-normal, as audiences are. */
function chanceWatchers(login: string): number {
  const drawn = logNormal(seededRandom(`watchers of ${login}`), medianWatchers, watchersSpread);
  return Math.round(Math.min(watchersMax, Math.max(watchersMin, drawn)));
}

function rankAll(entries: readonly z.output<typeof modelEntry>[]): DemoModel[] {
  const members = entries.map((entry) => ({
    ...entry,
    baseWatchers: entry.baseWatchers ?? chanceWatchers(entry.login),
  }));
  const byAudience = members.toSorted(
    (a, b) => b.baseWatchers - a.baseWatchers || a.login.localeCompare(b.login),
  );
  const ranks = new Map(byAudience.map((member, index) => [member.login, index + 1]));
  return members.map((member) => ({ ...member, rank: ranks.get(member.login) ?? members.length }));
}

/** The 48 models of the demo world, `luna` first. They are written by hand; ranks follow from the audiences. */
export const demoModels: readonly DemoModel[] = rankAll(
  files.flatMap((name) => readTexts(`models/${name}.json`, z.array(modelEntry))),
);

/** The member of that login, if there is one. */
export const demoModel = (login: string): DemoModel | undefined =>
  demoModels.find((member) => member.login === login);
