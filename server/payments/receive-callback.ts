import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Callback, CallbackResult } from "./gateways/gateway.ts";
import { gatewayNamed, type PaymentsNeeds } from "./needs.ts";
import { settleIntent } from "./settle-intent.ts";
import { isInInbox, storeCallback } from "./store/inbox.ts";
import { type Intent, lockIntent } from "./store/intents.ts";
import type { Verdict } from "./store/tables.ts";

type Proven = Extract<CallbackResult, { ok: true }>;

/**
 * Takes a gateway's callback: signature first, then, in one transaction, its place in the inbox and its effect. The
 * answer is what the gateway wants to hear; a copy is acknowledged like the first one and has no effect.
 */
export async function receiveCallback(
  needs: PaymentsNeeds,
  gatewayName: string,
  callback: Callback,
): Promise<{ status: number; body: string }> {
  const gateway = gatewayNamed(needs, gatewayName);
  const result = gateway.parseCallback(callback);
  if (result.ok) {
    await inTransaction(needs.db, (tx) => takeIn(needs, tx, gatewayName, callback.address, result));
  } else {
    const { refusal } = result;
    needs.log.warn(
      { gateway: gatewayName, refusal, address: callback.address },
      "a payment callback was refused",
    );
  }
  return gateway.acknowledge(result);
}

async function takeIn(
  needs: PaymentsNeeds,
  tx: Tx,
  gateway: string,
  address: string,
  result: Proven,
): Promise<void> {
  const intent = await intentOf(tx, gateway, result.reference);
  // The lock on the payment makes copies of one callback come here one after another.
  if (await isInInbox(tx, gateway, result.dedupeKey)) return;
  const verdict = await effectOf(needs, tx, intent, result);
  await storeCallback(tx, {
    gateway,
    dedupeKey: result.dedupeKey,
    intentId: intent?.id ?? null,
    report: { reference: result.reference, ...result.outcome },
    address,
    verdict,
    receivedAt: needs.clock.now(),
  });
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function intentOf(tx: Tx, gateway: string, reference: string): Promise<Intent | null> {
  const intent = uuid.test(reference) ? await lockIntent(tx, reference) : undefined;
  return intent?.gateway === gateway ? intent : null;
}

async function effectOf(
  needs: PaymentsNeeds,
  tx: Tx,
  intent: Intent | null,
  result: Proven,
): Promise<Verdict> {
  if (intent) return (await settleIntent(needs, tx, intent, result.outcome, "callback")).verdict;
  needs.log.error(
    { reference: result.reference.slice(0, 80) },
    "a callback names a payment that does not exist",
  );
  return "no_intent";
}
