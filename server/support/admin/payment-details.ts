import type { AdminPaymentDetails } from "#contract/admin-payments.ts";
import { type PartRefund, type PaymentEvent, toDecimal } from "#server/payments/payments.ts";
import type { StaffRefund } from "#server/subscriptions/subscriptions.ts";
import type { AdminNeeds } from "./needs.ts";
import { chargeIdIn, namesOfFans, presentCharge, presentPayment } from "./payment-search.ts";

/** One payment with every step that it took; null where there is none of that id. */
export async function paymentDetails(needs: AdminNeeds, id: string): Promise<AdminPaymentDetails | null> {
  const charge = chargeIdIn(id);
  if (charge !== null) return chargeDetails(needs, charge);
  const found = await needs.payments.history(id.toLowerCase());
  if (!found) return null;
  const { intent, events, parts } = found;
  const done = parts.filter(({ state }) => state === "done");
  const names = await namesOfFans(needs, [intent.fan_id]);
  return {
    ...presentPayment(intent, names),
    consent: {
      version: intent.terms_version,
      at: intent.accepted_at.toISOString(),
      address: intent.accepted_address,
    },
    ...(await fanNow(needs, intent.fan_id)),
    refunded: cents(done.map((part) => part.amount_cents)) / 100,
    asked_back: cents(parts.filter(({ state }) => state === "asked").map((part) => part.amount_cents)) / 100,
    events: withParts(events, done),
  };
}

const cents = (sums: readonly number[]) => sums.reduce((all, one) => all + one, 0);

/** The steps of a payment and the parts that were given back of it, in their order. */
function withParts(
  events: readonly PaymentEvent[],
  parts: readonly PartRefund[],
): AdminPaymentDetails["events"] {
  const given = parts.map(({ amount_cents, tokens, settled_at, asked_at }) => ({
    ...{ from: "succeeded", to: "part_refunded", verdict: "applied" as const, source: "staff" },
    ...{ detail: `${toDecimal(amount_cents)} · ${tokens ?? 0}`, at: settled_at ?? asked_at },
  }));
  return [...events, ...given]
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, ...event }) => ({ ...event, at: at.toISOString() }));
}

async function chargeDetails(needs: AdminNeeds, id: number): Promise<AdminPaymentDetails | null> {
  const { rows } = await needs.subscriptions.staffCharges.find({ id }, 1);
  const [charge] = rows;
  if (!charge) return null;
  const names = await namesOfFans(needs, [charge.fanId]);
  const { staffCharges } = needs.subscriptions;
  const [parts, refunds] = await Promise.all([staffCharges.parts(charge), staffCharges.refunds(charge)]);
  const open = refunds.filter(({ state }) => state === "asked");
  const reported = { verdict: "applied", source: "callback", detail: null } as const;
  return {
    ...presentCharge(charge, names),
    consent: {
      version: charge.termsVersion,
      at: charge.acceptedAt.toISOString(),
      address: charge.acceptedAddress,
    },
    ...(await fanNow(needs, charge.fanId)),
    refunded: charge.state === "paid" ? charge.backCents / 100 : 0,
    asked_back: cents(open.map(({ amountCents }) => amountCents)) / 100,
    events: [
      ...refunds.flatMap(orderSteps),
      { from: null, to: "succeeded", at: charge.at.toISOString(), ...reported },
      ...parts.map(({ amountCents, at }) => ({
        ...{ from: "succeeded", to: "part_refunded", at: at.toISOString() },
        ...{ ...reported, detail: toDecimal(amountCents) },
      })),
      ...(charge.returnedAt
        ? [{ from: "succeeded", to: charge.state, at: charge.returnedAt.toISOString(), ...reported }]
        : []),
    ].toSorted((one, other) => one.at.localeCompare(other.at)),
  };
}

/** That staff asked for a refund, and that nothing came of it; what went back is a step of the payment itself. */
function orderSteps({ amountCents, state, at, settledAt }: StaffRefund): AdminPaymentDetails["events"] {
  const step = { from: "succeeded", verdict: "applied", detail: toDecimal(amountCents) } as const;
  const failed = settledAt && (state === "refused" || state === "given_up");
  return [
    { ...step, to: "refund_asked", source: "staff", at: at.toISOString() },
    ...(failed
      ? [
          state === "refused"
            ? { ...step, to: "refund_refused", source: "gateway", at: settledAt.toISOString() }
            : { ...step, to: "refund_given_up", source: "staff", at: settledAt.toISOString() },
        ]
      : []),
  ];
}

/**
 * The fan of a payment as they are now: their tokens and debt, and whether their account is open still. An erased one
 * is closed.
 */
async function fanNow(
  { db, accounts, wallet }: AdminNeeds,
  fanId: number,
): Promise<Pick<AdminPaymentDetails, "balance" | "debt" | "account">> {
  const [fan, suspended, balance, debt] = await Promise.all([
    accounts.byId(db, fanId),
    accounts.suspendedSince(db, [fanId]),
    wallet.balance(db, { kind: "fan", id: fanId }),
    wallet.debtOf(db, fanId),
  ]);
  const account = !fan || fan.closed_at ? "closed" : suspended.has(fanId) ? "suspended" : "open";
  return { balance, debt, account };
}
