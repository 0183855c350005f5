import type { RoomTag } from "#contract/room-values.ts";
import type { Catalog, ModelDetails, ModelRow } from "#server/catalog/catalog.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Rooms } from "#server/rooms/rooms.ts";
import { artIndex, stillAddress } from "../art.ts";
import { type DemoModel, demoModels, type SceneName } from "../models.ts";
import { hairOf } from "./hair.ts";
import { moderatedRoom, moderatorFan } from "./moderator.ts";

/** The models who let the fan of a show send their camera. */
const takesCameras = ["luna", "aria", "mateo"];

/** The tags by which rooms of each scene are found. */
const tagsOf: Record<SceneName, readonly RoomTag[]> = {
  guitar: ["music", "singing"],
  piano: ["music", "calm"],
  neon: ["music", "dance", "party"],
  mic: ["stories", "talk"],
  books: ["books", "stories", "calm"],
  kitchen: ["cooking", "talk"],
  stars: ["astronomy", "calm"],
  chess: ["chess", "games"],
  game: ["games", "talk"],
  gym: ["fitness", "dance"],
  plants: ["plants", "calm"],
  paint: ["drawing", "calm"],
  languages: ["languages", "talk"],
  sofa: ["talk", "games"],
};

/**
 * Makes the pages, topics, goals, tip menus and the moderator of the demo. A page that is there stays as its model and the
 * staff left it, but for pictures of the demo that have been drawn again since.
 */
export async function seedPages(
  db: Database,
  { catalog, rooms }: { catalog: Catalog; rooms: Rooms },
  ids: ReadonlyMap<string, number>,
  clock: Clock,
): Promise<void> {
  for (const member of demoModels) {
    const id = ids.get(member.login);
    if (id === undefined) throw new Error(`${member.login} has no account`);
    const page = await catalog.model(db, id);
    // An account opens with a blank page, which has no birth date; it is changed afterwards, and never taken away.
    if (page && page.birth_date !== "") {
      await inTransaction(db, (tx) => renewPictures(tx, catalog, member, page));
      continue;
    }
    await inTransaction(db, async (tx) => {
      await catalog.saveModel(tx, detailsOf(member, id, clock));
      await rooms.changeRoom(tx, id, { goal: { title: member.goal, target: member.goalTokens } });
      await catalog.saveRates(tx, id, { two_way_allowed: takesCameras.includes(member.login) });
    });
    if (member.tipMenu) await rooms.tips.saveMenu(id, member.tipMenu);
    if (member.login === moderatedRoom) await rooms.moderation.appoint(id, ids.get(moderatorFan) ?? 0, true);
  }
}

/** The addresses of drawn pictures name their version: those of another one are served no more. */
async function renewPictures(tx: Tx, catalog: Catalog, member: DemoModel, page: ModelRow): Promise<void> {
  const pictures = picturesOf(member.login);
  if (page.picture_keys.length > 0 || page.avatar === pictures.avatar) return;
  const { id, login, artistic_name, gender_id, birth_date, country, languages, last_connection } = page;
  const { bio_en, bio_es, topic_en, topic_es, earning_rank } = page;
  const { rate_private, rate_vip, rate_spy, rate_minimum } = page;
  await catalog.saveModel(tx, {
    ...{ id, login, artistic_name, gender_id, birth_date, country, languages, last_connection },
    ...{ bio_en, bio_es, topic_en, topic_es, earning_rank },
    ...{ rate_private, rate_vip, rate_spy, rate_minimum },
    ...pictures,
  });
}

function picturesOf(login: string) {
  return {
    avatar: stillAddress(login, "avatarLarge"),
    portrait: stillAddress(login, "portrait"),
    portrait_small: stillAddress(login, "portraitSmall"),
    tall: stillAddress(login, "tall"),
    thumbhash: artIndex.thumbhashes[login] ?? "",
  };
}

function detailsOf(member: DemoModel, id: number, clock: Clock): ModelDetails {
  return {
    id,
    login: member.login,
    artistic_name: member.name,
    gender_id: member.gender,
    birth_date: birthDateOf(member.age, clock.now()),
    country: member.country,
    languages: [...member.languages],
    tags: [...tagsOf[member.scene]],
    hair: hairOf(member.login),
    approved_at: listedBefore(member.rank, clock.now()),
    bio_en: member.bio.en,
    bio_es: member.bio.es,
    topic_en: member.topic.en,
    topic_es: member.topic.es,
    earning_rank: member.rank,
    rate_private: member.rates.private,
    rate_vip: member.rates.vip,
    rate_spy: member.rates.spy,
    rate_minimum: member.minimumTokens,
    ...picturesOf(member.login),
    listing: "approved",
    last_connection: seenBefore(member.rank, clock.now()),
  };
}

/** A birth date half a year before the age is full, so that it holds through the demo. */
function birthDateOf(age: number, now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear() - age, now.getUTCMonth() - 6, 15)).toISOString().slice(0, 10);
}

/** The time when a model who is not on air was here last: between half an hour and a day ago. */
function seenBefore(rank: number, now: Date): Date {
  return new Date(now.getTime() - (30 + ((rank * 37) % 48) * 29) * 60_000);
}

/** The ranks show for how long models have been listed, from two days to more than a year; some are new. */
function listedBefore(rank: number, now: Date): Date {
  return new Date(now.getTime() - (2 + ((rank * 37) % 48) * 9) * 86_400_000);
}
