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

/** A fan whose form is open and whose payment nobody reports but the test. */
export async function waiting(club: Club, plan: { freeTokens?: number } = {}) {
  const [fan, model] = [await club.newFan(), await club.newModel(plan)];
  await club.call("POST", "/api/fan/subscribe-model", { id: fan }, { body: { modelId: model } });
  return { fan, model };
}

export const SALE = { TransactionType: "SALE", TransactionID: "t1" };
export const REBILL = { TransactionType: "REBILL", TransactionID: "t2" };
export const CANCELED = { TransactionType: "CANCELMEMBERSHIPNOTIFY", TransactionID: "c1", Amount: "" };
export const ENDED = { TransactionType: "CANCELMEMBERSHIP", TransactionID: "e1", Amount: "" };
/** The payment with that number went back. */
export const returned = (type: "REFUND" | "CHARGEBACK", payment: "t1" | "t2") => ({
  TransactionType: type,
  TransactionID: `back-${payment}`,
  TransactionReferenceID: payment,
});

/** Every order of these things. */
export function permutations<T>(things: readonly T[]): T[][] {
  if (things.length === 0) return [[]];
  return things.flatMap((first, index) =>
    permutations(things.toSpliced(index, 1)).map((rest) => [first, ...rest]),
  );
}
