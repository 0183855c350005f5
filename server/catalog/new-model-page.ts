import type { Insertable } from "kysely";
import { modelPlaceholder, unranked } from "#contract/room-values.ts";
import type { Account } from "#server/identity/identity.ts";
import type { CatalogTables } from "./store/tables.ts";

/** The details of a model, without those that search derives from them. */
export type ModelDetails = Omit<Insertable<CatalogTables["catalog.model"]>, "search_text">;

/** The page of a model who just registered: a draft that has nothing but their name and, if known, their country. */
export function newModelPage(account: Account): ModelDetails {
  return {
    id: account.id,
    login: account.login.toLowerCase(),
    artistic_name: account.login,
    gender_id: null,
    birth_date: null,
    country: account.country ?? null,
    languages: [account.language],
    bio_en: "",
    bio_es: "",
    topic_en: "",
    topic_es: "",
    earning_rank: unranked,
    rate_private: null,
    rate_vip: null,
    rate_spy: null,
    rate_minimum: 0,
    avatar: modelPlaceholder,
    portrait: modelPlaceholder,
    portrait_small: modelPlaceholder,
    tall: modelPlaceholder,
    thumbhash: "",
    last_connection: null,
    listing: "draft",
  };
}
