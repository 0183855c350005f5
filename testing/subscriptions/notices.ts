import { noticeBody } from "#demo/gateways/commercegate/notices.ts";
import type { SubscriptionFixture } from "./subscription-fixture.ts";

export type NoticeChanges = Readonly<Record<string, string>>;

/** A notice about the membership that the fan ordered last, as the provider words it; numbers are the fan's own. */
export async function noticeOf(
  fixture: SubscriptionFixture,
  fan: number,
  changes: NoticeChanges = {},
): Promise<string> {
  const { TransactionID = "t1", TransactionReferenceID, ...others } = changes;
  const membership = fixture.provider.store.byUserName(await fixture.userName(fan));
  if (!membership) throw new Error("no such membership");
  return noticeBody({
    TransactionType: "SALE",
    TransactionID: `${TransactionID}-${fan}`,
    TransactionReferenceID: TransactionReferenceID ? `${TransactionReferenceID}-${fan}` : "",
    OfferID: membership.packid,
    Amount: membership.amount,
    Currency: "USD",
    UserPW: "never kept",
    CardHolder: "Jo & Co <x>",
    op1: membership.op1,
    op2: membership.op2,
    ...others,
  });
}

/** A fan whose form is open and whose payment nobody reports but the test; with a model of its own, unless given. */
export async function pendingSubscription(
  fixture: SubscriptionFixture,
  to: number | { freeTokens?: number } = {},
) {
  const [fan, model] = [await fixture.newFan(), typeof to === "number" ? to : await fixture.newModel(to)];
  await fixture.call("POST", "/api/fan/subscribe-model", { id: fan }, { body: { modelId: model } });
  return { fan, model };
}
