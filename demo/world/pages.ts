import type { Catalog, ModelFacts } from "#server/catalog/catalog.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Live } from "#server/live/live.ts";
import { type CastMember, cast } from "../cast.ts";
import type { Stills } from "../draw/stills.ts";
import { pictureAddress } from "./pictures.ts";

/** Fills in the pages, topics and goals of the cast. A topic or goal that its model has changed since stays hers. */
export async function writePages(
  db: Database,
  { catalog, live }: { catalog: Catalog; live: Live },
  ids: ReadonlyMap<string, number>,
  stills: ReadonlyMap<string, Stills>,
  clock: Clock,
): Promise<void> {
  for (const member of cast) {
    const [id, pictures] = [ids.get(member.login), stills.get(member.login)];
    if (id === undefined || !pictures) throw new Error(`${member.login} has no account or no pictures`);
    const page = await catalog.model(db, id);
    const isNew = page?.earning_rank !== member.rank || page.topic_en === "";
    await inTransaction(db, async (tx) => {
      const topic = isNew ? member.topic : { en: page.topic_en, es: page.topic_es };
      await catalog.saveModel(tx, factsOf(member, id, pictures, topic, page?.last_connection ?? null, clock));
      if (isNew) await live.changeRoom(tx, id, { goal: { title: member.goal, target: member.goalTokens } });
    });
  }
}

function factsOf(
  member: CastMember,
  id: number,
  pictures: Stills,
  topic: { en: string; es: string },
  lastConnection: Date | null,
  clock: Clock,
): ModelFacts {
  return {
    id,
    login: member.login,
    artistic_name: member.name,
    gender_id: member.gender,
    birth_date: birthDateOf(member.age, clock.now()),
    country: member.country,
    languages: [...member.languages],
    bio_en: member.bio.en,
    bio_es: member.bio.es,
    topic_en: topic.en,
    topic_es: topic.es,
    earning_rank: member.rank,
    rate_private: member.rates.private,
    rate_vip: member.rates.vip,
    rate_spy: member.rates.spy,
    rate_minimum: member.minimumTokens,
    avatar: pictureAddress(pictures.avatarLarge),
    portrait: pictureAddress(pictures.portrait),
    portrait_small: pictureAddress(pictures.portraitSmall),
    tall: pictureAddress(pictures.tall),
    thumbhash: pictures.thumbhash,
    last_connection: lastConnection ?? seenBefore(member.rank, clock.now()),
  };
}

/** A birth date half a year before the age is full, so that it holds through the demo. */
function birthDateOf(age: number, now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear() - age, now.getUTCMonth() - 6, 15)).toISOString().slice(0, 10);
}

/** Those who are not on air were here between half an hour and a day ago. */
function seenBefore(rank: number, now: Date): Date {
  return new Date(now.getTime() - (30 + ((rank * 37) % 48) * 29) * 60_000);
}
