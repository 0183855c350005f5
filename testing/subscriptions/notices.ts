import { noticeBody } from "#demo/gateways/commercegate/notices.ts";
import type { Club } from "./club.ts";

export type NoticeChanges = Readonly<Record<string, string>>;

/** A notice about the membership that the fan ordered last, as the provider words it; numbers are the fan's own. */
export async function noticeOf(club: Club, fan: number, changes: NoticeChanges = {}): Promise<string> {
  const { TransactionID = "t1", TransactionReferenceID, ...others } = changes;
  const membership = club.provider.store.byUserName(await club.userName(fan));
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
export async function waiting(club: Club, to: number | { freeTokens?: number } = {}) {
  const [fan, model] = [await club.newFan(), typeof to === "number" ? to : await club.newModel(to)];
  await club.call("POST", "/api/fan/subscribe-model", { id: fan }, { body: { modelId: model } });
  return { fan, model };
}
