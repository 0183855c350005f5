import type { Transaction } from "./transaction.ts";

const merchant = { id: "1234", name: "Fanlight Sandbox" };
const about = { merchant, features: { is_test_mode: true } };
const names = (text: string) => text.split(" ").map((name) => [name, ""] as const);
const empty = (text: string): Record<string, string> => Object.fromEntries(names(text));

const address = empty(
  "first_name last_name address_1 address_2 company city state postal_code country email phone fax",
);
const unused = empty(
  "ponumber order_description customerid customertaxid website shipping tax surcharge cash_discount tip shipping_carrier tracking_number shipping_date partial_payment_id partial_payment_balance platform_id social_security_number drivers_license_number drivers_license_state drivers_license_dob",
);
const unusedOfCard = empty(
  "cavv cavv_result xid eci cardholder_auth cc_start_date cc_issue_number card_balance card_available_balance",
);

/** The body of a webhook about a transaction: what was last done with it. */
export function transactionBody({ actions, card, ...transaction }: Transaction) {
  const last = actions.at(-1);
  const isDone = last?.success === "1";
  return {
    ...about,
    ...unused,
    ...transaction,
    transaction_type: "cc",
    processor_id: "ccprocessora",
    requested_amount: actions[0]?.amount ?? "",
    authorization_code: isDone ? "123456" : "",
    billing_address: { ...address, cell_phone: "" },
    shipping_address: address,
    card: {
      ...unusedOfCard,
      ...{ cc_number: `${card.bin ?? "******"}******${card.last4}`, cc_exp: "1029" },
      ...{ avs_response: "N", csc_response: "M", entry_mode: "4" },
      ...{ cc_bin: card.bin ?? "", cc_type: card.brand },
    },
    action: {
      ...empty("ip_address username processor_response_text device_license_number device_nickname"),
      ...{ source: "api", api_method: "transact.php", response_text: isDone ? "SUCCESS" : "DECLINE" },
      ...last,
    },
  };
}

/** A batch of chargebacks names no transaction: only card, sum and day. */
export function chargebackBatch(sales: readonly Transaction[], now: Date) {
  const chargebacks = sales.map(({ transaction_id, card, actions }) => ({
    id: `9${transaction_id}`,
    date: now.toISOString().slice(0, 10),
    customer_name: "",
    cc_number: `${card.bin ?? "******"}******${card.last4}`,
    amount: actions[0]?.amount ?? "0.00",
    reason: "Other Fraud - Card Absent Environment",
  }));
  return { ...about, batch: { count: sales.length }, chargebacks };
}

/** A day's transactions that their bank has settled. */
export function settlementBatch(sales: readonly Transaction[]) {
  return { ...about, batch_id: "1", transaction_ids: sales.map(({ transaction_id }) => transaction_id) };
}

/** `20260505193542`, in UTC. */
export function timeOf(date: Date): string {
  return date.toISOString().replaceAll(/[-T:]/g, "").slice(0, 14);
}
