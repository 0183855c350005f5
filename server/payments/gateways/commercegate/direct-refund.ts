import { toDecimal } from "../../rules/prices.ts";
import type { PaymentRefund, RefundAnswer } from "../membership-gateway.ts";
import { postForm, type Sending } from "./post-form.ts";
import { noticeKeyOf } from "./read-notice.ts";

/** The user of the Direct gateway, and its address, asked for at each call. */
export type DirectGateway = { username: string; password: string; url: () => string };

type DirectSettings = Sending & { direct: DirectGateway; websiteId: string };

/**
 * Asks the Direct gateway to give a part of a payment back, or all of it. Fields, answers and codes are as in
 * activemerchant/active_merchant, `gateways/commercegate.rb` and the answers that its `commercegate_test.rb` holds. The call
 * has no key of its own: sent twice, a part would go back twice. An answer other than the documented ones proves nothing.
 */
export async function refundPayment(
  { direct, websiteId, ...sending }: DirectSettings,
  refund: PaymentRefund,
): Promise<RefundAnswer> {
  const { status, text, detail } = await postForm(sending, direct.url(), {
    apiUsername: direct.username,
    apiPassword: direct.password,
    siteID: websiteId,
    offerID: refund.offerId,
    action: "REFUND",
    transID: refund.transactionId,
    amount: toDecimal(refund.amountCents),
    currencyCode: refund.currency,
  });
  if (status !== 200 || text === null) return { kind: "unknown", detail };
  return readAnswer(new URLSearchParams(text.trim()), refund);
}

const transactionShape = /^[\w-]{1,60}$/;

/** The codes that say that nothing went back: no such payment, and no such operation with it. Another may be a failure midway. */
const refusals: ReadonlySet<string> = new Set(["-121", "-125"]);

/** Reads `action=REFUND&returnCode=0&returnText=Success&amount=10.00&currencyCode=EUR&transID=100130291425`. */
function readAnswer(answer: URLSearchParams, { amountCents, currency }: PaymentRefund): RefundAnswer {
  const code = answer.get("returnCode") ?? "";
  if (!/^-?\d{1,6}$/.test(code)) return { kind: "unknown", detail: "an answer without a code" };
  const said = `${code} ${(answer.get("returnText") ?? "").slice(0, 80)}`.trim();
  if (code !== "0") return { kind: refusals.has(code) ? "refused" : "unknown", detail: said };
  const number = answer.get("transID") ?? "";
  const isOurs =
    answer.get("action") === "REFUND" &&
    Number(answer.get("amount")) === amountCents / 100 &&
    answer.get("currencyCode") === currency &&
    transactionShape.test(number);
  if (!isOurs) return { kind: "unknown", detail: `${said}, of another sum or without a number` };
  return { kind: "done", dedupeKey: noticeKeyOf("REFUND", number) };
}
