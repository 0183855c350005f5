import { z } from "zod";
import { seededRandom } from "#server/kit/random.ts";
import { type CastMember, castEntry } from "./cast/member.ts";
import { readTexts } from "./texts.ts";
import { logNormal } from "./watchers.ts";

export type { CastMember, SceneName } from "./cast/member.ts";

const files = ["songs", "radio", "table", "sky", "daylight", "together"];

const MEDIAN_WATCHERS = 170;
const WATCHERS_SPREAD = 0.85;
const WATCHERS_MIN = 9;
const WATCHERS_MAX = 1_600;

/** The number of watchers that chance gives a model: log-normal, as audiences are. */
function chanceWatchers(login: string): number {
  const drawn = logNormal(seededRandom(`watchers of ${login}`), MEDIAN_WATCHERS, WATCHERS_SPREAD);
  return Math.round(Math.min(WATCHERS_MAX, Math.max(WATCHERS_MIN, drawn)));
}

function rankAll(entries: readonly z.output<typeof castEntry>[]): CastMember[] {
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
export const cast: readonly CastMember[] = rankAll(
  files.flatMap((name) => readTexts(`cast/${name}.json`, z.array(castEntry))),
);

/** The member of that login, if there is one. */
export const castMember = (login: string): CastMember | undefined =>
  cast.find((member) => member.login === login);
