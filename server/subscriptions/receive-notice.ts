import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Callback, MembershipNotice } from "#server/payments/payments.ts";
import { gatewayNamed, type SubscriptionsNeeds } from "./needs.ts";
import { reenabledGraceMs } from "./rules/period.ts";
import { isStored, storeNotice } from "./store/notices.ts";
import { change, lockByReference, lockFan, ownerOf, type SubscriptionRow } from "./store/subscriptions.ts";
import type { Verdict } from "./store/tables.ts";
import { switchOff } from "./switch-renewal.ts";
import { endNow, takeBack } from "./take-back.ts";
import { takePayment } from "./take-payment.ts";

type Proven = Extract<MembershipNotice, { ok: true }>;

/**
 * Takes a gateway's notice: proof first, then, in one transaction, its place among the notices and its effect. The
 * answer is what the gateway wants to hear; a copy is acknowledged like the first one and has no effect. Answers the
 * subscription whose gateway may now have to be told something.
 */
export async function receiveNotice(
  needs: SubscriptionsNeeds,
  gatewayName: string,
  callback: Callback,
): Promise<{ status: number; body: string; reference: string | null }> {
  const gateway = gatewayNamed(needs, gatewayName);
  const notice = gateway.parseNotice(callback);
  if (notice.ok) {
    await inTransaction(needs.db, (tx) => takeIn(needs, tx, gatewayName, callback.address, notice));
  } else {
    const { refusal } = notice;
    const { address } = callback;
    needs.log.warn({ gateway: gatewayName, refusal, address }, "a notice of a subscription was refused");
  }
  return { ...gateway.acknowledge(notice), reference: notice.ok ? notice.reference : null };
}

async function takeIn(
  needs: SubscriptionsNeeds,
  tx: Tx,
  gateway: string,
  address: string,
  notice: Proven,
): Promise<void> {
  const row = await lockNamed(tx, gateway, notice.reference);
  // The lock makes copies of one notice come here one after another.
  if (await isStored(tx, gateway, notice.dedupeKey)) return;
  const verdict = row ? await effectOf(needs, tx, row, notice.event) : "no_subscription";
  if (!row) needs.log.error({ reference: notice.reference.slice(0, 80) }, "a notice names no subscription");
  await storeNotice(tx, {
    gateway,
    dedupeKey: notice.dedupeKey,
    subscriptionId: row?.id ?? null,
    report: { reference: notice.reference, ...notice.event },
    address,
    verdict,
    receivedAt: needs.clock.now(),
  });
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function lockNamed(tx: Tx, gateway: string, reference: string): Promise<SubscriptionRow | null> {
  if (!uuid.test(reference)) return null;
  const fanId = await ownerOf(tx, reference);
  if (fanId === undefined) return null;
  await lockFan(tx, fanId);
  const row = await lockByReference(tx, reference);
  return row?.gateway === gateway ? row : null;
}

async function effectOf(
  needs: SubscriptionsNeeds,
  tx: Tx,
  row: SubscriptionRow,
  event: Proven["event"],
): Promise<Verdict> {
  const at = needs.clock.now();
  switch (event.kind) {
    case "paid":
      return takePayment(needs, tx, row, event);
    case "refunded":
    case "charged_back":
      return takeBack(needs, tx, row, event);
    case "canceled":
      return hearCanceled(tx, row, at);
    case "ended":
      if (row.state !== "running") return "unchanged";
      await endNow(tx, row, { kind: "ended", source: "gateway", at });
      return "applied";
  }
}

/**
 * The gateway renews no more. Its word may be the echo of a cancellation that the fan has taken back since: then it is
 * told once more what the fan wants.
 */
async function hearCanceled(tx: Tx, row: SubscriptionRow, at: Date): Promise<Verdict> {
  if (row.state !== "running") return "unchanged";
  const sinceEnabledMs = row.reenabled_at ? at.getTime() - row.reenabled_at.getTime() : Infinity;
  if (row.renews && sinceEnabledMs > reenabledGraceMs) {
    await switchOff(tx, row, { source: "gateway", at });
    return "applied";
  }
  await change(tx, row.id, { renews_at_gateway: false }, at);
  return "unchanged";
}
