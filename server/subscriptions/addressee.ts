import type { Language } from "#contract/common.ts";
import type { Tx } from "#server/kit/database/database.ts";
import type { SubscriptionsNeeds } from "./needs.ts";
import { type ModelWords, modelWords } from "./rules/model-words.ts";
import type { SubscriptionRow } from "./store/subscriptions.ts";

/** The reader of a mail about a subscription, the name that it gives the model, and whether the model has left. */
export type Addressee = { to: string; language: Language; model: ModelWords; hasLeft: boolean };

/**
 * The fan of a subscription; null: they have no address. Charges are mailed to an address that nobody has confirmed,
 * too, but without the model's name: it may be somebody else's.
 */
export async function addresseeOf(
  { accounts, catalog }: Pick<SubscriptionsNeeds, "accounts" | "catalog">,
  tx: Tx,
  { fan_id, model_id }: Pick<SubscriptionRow, "fan_id" | "model_id">,
): Promise<Addressee | null> {
  const fan = await accounts.byId(tx, fan_id);
  if (!fan?.email) return null;
  const { email: to, language, validation } = fan;
  const model = (await catalog.faces(tx, [model_id])).get(model_id);
  const name = validation === "confirmed" ? model?.name : null;
  return { to, language, model: modelWords(language, name), hasLeft: model === undefined };
}
