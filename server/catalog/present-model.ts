import type { ModelCard, ModelProfile, PromoStreamData, StreamState } from "#contract/catalog.ts";
import { eachFact } from "#contract/model-facts.ts";
import type { SubscribedState } from "#contract/subscriptions.ts";
import { filesPath } from "#server/storage/storage.ts";
import { ageOn } from "./rules/age.ts";
import { newSince } from "./rules/room-filters.ts";
import type { CardRow, ModelRow } from "./store/models-store.ts";

/** A stream in the words of the wire: everything but public is one fan's show, so one to one. `promo` is the viewer's. */
export function presentStream(
  { status, type }: Pick<CardRow, "status" | "type">,
  promo: PromoStreamData | null = null,
): StreamState {
  const mode = type === "public" ? "one_to_many" : "one_to_one";
  const running = type === "promo" ? promo : null;
  return { mode, promo: running?.token ?? "", status, type, promoId: running?.id ?? null };
}

/**
 * A model as a card of a list. `now` decides their age; `promo` is what the viewer still has with them, `notified` whether
 * the viewer is notified when they go live, `goal` what their room collects for.
 */
export function presentCard(
  row: CardRow,
  now: Date,
  promo: PromoStreamData | null = null,
  notified = false,
  goal: ModelCard["goal"] = null,
): ModelCard {
  const isStream = row.status !== "stopped";
  return {
    id: row.id,
    name: row.artistic_name,
    avatar: row.avatar,
    earningRank: row.earning_rank,
    age: row.birth_date === "" ? 0 : ageOn(row.birth_date, now),
    country: row.country,
    login: row.login,
    artisticName: row.artistic_name,
    lastConnection: row.last_connection?.toISOString() ?? null,
    isOnline: isStream || row.online,
    isStream,
    stream: presentStream(row, promo),
    watchers: row.watchers,
    promoEnabled: promo !== null,
    promoStreamData: promo,
    gender_id: row.gender_id,
    pictures: {
      portrait: row.portrait,
      portrait_small: row.portrait_small,
      tall: row.tall,
      thumbhash: row.thumbhash,
      live: row.live_picture === null ? "" : `${filesPath}/${row.live_picture}`,
    },
    topic: { en: row.topic_en, es: row.topic_es },
    tags: row.tags,
    languages: row.languages,
    isNew: row.approved_at !== null && row.approved_at >= newSince(now),
    goal: row.status === "began" && row.type === "public" ? goal : null,
    rates: presentRates(row),
    liked: row.liked_by !== null,
    notified,
  };
}

/** Tokens per minute, and the least charge in tokens. */
export function presentRates(row: CardRow): ModelCard["rates"] {
  return { private: row.rate_private, vip: row.rate_vip, spy: row.rate_spy, minimum: row.rate_minimum };
}

/** A model's profile, but for what their subscribers have. */
export function presentProfile(
  row: ModelRow,
  now: Date,
  promo: PromoStreamData | null = null,
): Omit<ModelProfile, keyof SubscribedState> {
  const { stream, goal: _goal, tags: _tags, isNew: _isNew, ...card } = presentCard(row, now, promo);
  const { tags: _ofTheRoom, ...ofThePerson } = eachFact((name) => row[name]);
  return {
    ...card,
    bio: { en: row.bio_en, es: row.bio_es },
    ...ofThePerson,
    stream: {
      stream_mode: stream.mode,
      promo: stream.promo,
      stream_status: stream.status,
      stream_type: stream.type,
      promo_data: promo,
    },
    fanFreeSubscribed: card.liked,
  };
}
