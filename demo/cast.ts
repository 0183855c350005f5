import { seededRandom } from "#server/kit/random.ts";
import { daylight } from "./cast/daylight.ts";
import type { CastEntry, CastMember } from "./cast/member.ts";
import { radio } from "./cast/radio.ts";
import { sky } from "./cast/sky.ts";
import { songs } from "./cast/songs.ts";
import { table } from "./cast/table.ts";
import { together } from "./cast/together.ts";
import { logNormal } from "./watchers.ts";

export type { Bilingual, CastMember, GenderId } from "./cast/member.ts";

const MEDIAN_WATCHERS = 170;
const WATCHERS_SPREAD = 0.85;
const WATCHERS_MIN = 9;
const WATCHERS_MAX = 1_600;

/** The number of watchers that chance gives a model: log-normal, as audiences are. */
function chanceWatchers(login: string): number {
  const drawn = logNormal(seededRandom(`watchers of ${login}`), MEDIAN_WATCHERS, WATCHERS_SPREAD);
  return Math.round(Math.min(WATCHERS_MAX, Math.max(WATCHERS_MIN, drawn)));
}

function rankAll(entries: readonly CastEntry[]): CastMember[] {
  const members = entries.map((entry) => ({
    ...entry,
    baseWatchers: entry.baseWatchers ?? chanceWatchers(entry.login),
    presenter: { seed: entry.login, ...entry.presenter },
  }));
  const byAudience = members.toSorted(
    (a, b) => b.baseWatchers - a.baseWatchers || a.login.localeCompare(b.login),
  );
  const ranks = new Map(byAudience.map((member, index) => [member.login, index + 1]));
  return members.map((member) => ({ ...member, rank: ranks.get(member.login) ?? members.length }));
}

/**
 * The 48 models of the demo world, `luna` first. Names, bios and topics are written by hand; ranks follow from the
 * audiences, and a model's login is the seed of everything that is drawn of them.
 */
export const cast: readonly CastMember[] = rankAll([
  ...songs,
  ...radio,
  ...table,
  ...sky,
  ...daylight,
  ...together,
]);

/** The member of that login, if there is one. */
export const castMember = (login: string): CastMember | undefined =>
  cast.find((member) => member.login === login);
