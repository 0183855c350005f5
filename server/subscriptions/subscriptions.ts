import type { Pricing } from "#contract/subscriptions.ts";
import type { Reader } from "#server/kit/database/database.ts";
import type { SubscriptionsNeeds } from "./needs.ts";
import { priceModels } from "./price-models.ts";
import { modelsOfFan, subscribedModels } from "./store/subscribed.ts";

/** Monthly subscriptions of fans to models. */
export type Subscriptions = {
  /** Which of these models the fan is subscribed to now. */
  subscribed(reader: Reader, fanId: number, modelIds: readonly number[]): Promise<Set<number>>;
  /** Every model that the fan is subscribed to now. */
  modelsOf(reader: Reader, fanId: number): Promise<number[]>;
  /** What a month of these models costs; every one of them is in the answer. */
  pricing(reader: Reader, modelIds: readonly number[]): Promise<ReadonlyMap<number, Pricing>>;
};

/** Makes the subscriptions module. */
export function createSubscriptions(needs: SubscriptionsNeeds): Subscriptions {
  const { clock } = needs;
  return {
    subscribed: (reader, fanId, modelIds) => subscribedModels(reader, fanId, modelIds, clock.now()),
    modelsOf: (reader, fanId) => modelsOfFan(reader, fanId, clock.now()),
    pricing: (reader, modelIds) => priceModels(needs, reader, modelIds),
  };
}
