import { modelPlaceholder, unranked } from "#contract/room-values.ts";
import type { ModelDetails } from "#server/catalog/catalog.ts";
import type { Account } from "#server/identity/identity.ts";
import type { Tx } from "#server/kit/database/database.ts";
import type { Modules } from "./needs.ts";

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

type Openers = Pick<Modules, "wallet" | "catalog" | "rooms">;

/**
 * Makes everything that an account needs beside its row: a fan their wallet, a model their earnings, page and room.
 */
export async function openAccount(
  tx: Tx,
  account: Account,
  { wallet, catalog, rooms }: Openers,
): Promise<void> {
  if (account.role === "fan") await wallet.openFanAccount(tx, account.id);
  if (account.role !== "model") return;
  await wallet.openModelAccount(tx, account.id);
  await catalog.saveModel(tx, newModelPage(account));
  await rooms.openRoom(tx, account.id, account.login);
}
