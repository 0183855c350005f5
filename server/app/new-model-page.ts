import { unranked } from "#contract/field-bounds.ts";
import type { ModelFacts } from "#server/catalog/catalog.ts";
import type { Account } from "#server/identity/identity.ts";

const adultYears = 18;
const picture = "/model-placeholder.svg";

/** The page of a model who just registered: nothing known yet but her name, last in the ranking, not listed. */
export function newModelPage(account: Account, now: Date): ModelFacts {
  const birthDate = new Date(
    Date.UTC(now.getUTCFullYear() - adultYears, now.getUTCMonth(), now.getUTCDate()),
  );
  return {
    id: account.id,
    login: account.login.toLowerCase(),
    artistic_name: account.login,
    gender_id: 1,
    birth_date: birthDate.toISOString().slice(0, 10),
    country: account.country ?? "US",
    languages: [account.language],
    bio_en: "",
    bio_es: "",
    topic_en: "",
    topic_es: "",
    earning_rank: unranked,
    rate_private: 60,
    rate_vip: 90,
    rate_spy: 20,
    rate_minimum: 0,
    avatar: picture,
    portrait: picture,
    portrait_small: picture,
    tall: picture,
    thumbhash: "",
    last_connection: null,
  };
}
