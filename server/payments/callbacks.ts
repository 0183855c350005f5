import type { FastifyPluginAsync } from "fastify";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { addressBlock, type Limit } from "#server/kit/http/limits.ts";
import type { Callback, CallbackResult, Gateway } from "./gateways/gateway.ts";
import type { Noted } from "./gateways/noted.ts";
import { gatewayNamed, type PaymentsNeeds } from "./needs.ts";
import { settleIntent } from "./purchase/settle-intent.ts";
import { applyChargeback } from "./returns/apply-chargeback.ts";
import { isInInbox, storeCallback } from "./store/inbox.ts";
import { type Intent, lockIntent, mayBelongTo } from "./store/intents.ts";
import type { Verdict } from "./store/tables.ts";

type Report = Extract<CallbackResult, { kind: "report" }>;
type Question = Extract<CallbackResult, { kind: "ask" | "ask_refund" }>;
type Answer = { status: number; body: string };

type CallbackNeeds = PaymentsNeeds & { refundQuestions: Limit };

/** Gateways send a callback again that is answered so. */
const tryAgain: Answer = { status: 503, body: "try again later" };

/**
 * Receives a gateway's callback: checks that it is genuine, by its signature or by querying the gateway, then, in one
 * transaction, stores and applies it. Answers what the gateway expects; a duplicate is acknowledged
 * like the first one and has no effect.
 */
export async function receiveCallback(
  needs: CallbackNeeds,
  gatewayName: string,
  callback: Callback,
): Promise<Answer> {
  const gateway = gatewayNamed(needs, gatewayName);
  const result = gateway.parseCallback(callback);
  if (!result.ok) {
    const { refusal } = result;
    needs.log.warn(
      { gateway: gatewayName, refusal, address: callback.address },
      "a payment callback was refused",
    );
    return gateway.acknowledge(result, callback);
  }
  if (result.kind === "chargebacks") {
    for (const chargeback of result.chargebacks)
      await applyChargeback(needs, gatewayName, chargeback, callback.address);
    if (result.rest) await keepNoted(needs, gatewayName, result.rest, callback.address);
    return gateway.acknowledge(result, callback);
  }
  if (result.kind === "noted") {
    await keepNoted(needs, gatewayName, result, callback.address);
    return gateway.acknowledge(result, callback);
  }
  const report = await reportOf(needs, gateway, result, callback);
  if (report === "unanswered") return tryAgain;
  if (report) await inTransaction(needs.db, (tx) => takeIn(needs, tx, gatewayName, callback.address, report));
  return gateway.acknowledge(result, callback);
}

/** Keeps a message of which nothing follows, once, and asks for a person where it was not understood. */
async function keepNoted(
  needs: PaymentsNeeds,
  gateway: string,
  { dedupeKey, about, isKnown }: Noted,
  address: string,
): Promise<void> {
  const isNew = await inTransaction(needs.db, (tx) =>
    storeCallback(tx, {
      ...{ gateway, dedupeKey, intentId: null, report: { kind: "noted", ...about } },
      ...{ address, verdict: "noted", receivedAt: needs.clock.now() },
    }),
  );
  if (isNew && !isKnown) needs.log.error({ gateway, about }, notUnderstoodWords);
}

const notUnderstoodWords = "a gateway's message was not understood";

async function reportOf(
  needs: CallbackNeeds,
  gateway: Gateway,
  result: Report | Question,
  { address }: Callback,
): Promise<Report | "unanswered" | null> {
  if (result.kind === "report") return result;
  return result.kind === "ask"
    ? ask(needs, gateway, result.gatewayReference)
    : askForRefund(needs, gateway, result.refundReference, address);
}

/** Anybody can send a number, so the gateway is asked only about what may be a payment of ours; null for all else. */
async function ask(
  needs: PaymentsNeeds,
  gateway: Gateway,
  gatewayReference: string,
): Promise<Report | "unanswered" | null> {
  if (!(await mayBelongTo(needs.db, gateway.name, gatewayReference, needs.clock.now()))) return null;
  const answer = await gateway.fetchReported?.(gatewayReference);
  if (!answer) return "unanswered";
  const { reference, outcome } = answer;
  if (reference === null) return outcome.kind === "unknown" ? "unanswered" : null;
  // A callback that was answered and not understood will not be understood when it comes again.
  if (outcome.kind === "unknown")
    needs.log.error(
      { gateway: gateway.name, about: { id: gatewayReference, ...outcome } },
      notUnderstoodWords,
    );
  // The number comes again with each change of the deposit; two of them are one when they report the same.
  return { ok: true, kind: "report", dedupeKey: `${gatewayReference}:${outcome.kind}`, reference, outcome };
}

/** Nothing of ours shows whether there may be a refund of a number, so what one address block can make us ask is limited. */
async function askForRefund(
  { refundQuestions }: CallbackNeeds,
  gateway: Gateway,
  refundReference: string,
  address: string,
): Promise<Report | "unanswered" | null> {
  if ((await refundQuestions.take(addressBlock(address))) !== null) return "unanswered";
  const answer = await gateway.fetchRefund?.(refundReference);
  if (answer === null) return null;
  if (!answer || answer.reference === null) return "unanswered";
  const { reference, outcome } = answer;
  const dedupeKey = `refund:${refundReference}:${outcome.kind}`;
  return { ok: true, kind: "report", dedupeKey, reference, outcome };
}

async function takeIn(
  needs: PaymentsNeeds,
  tx: Tx,
  gateway: string,
  address: string,
  result: Report,
): Promise<void> {
  const intent = await intentOf(tx, gateway, result.reference);
  // The lock on the payment makes copies of one callback come here one after another.
  if (await isInInbox(tx, gateway, result.dedupeKey)) return;
  const verdict = await effectOf(needs, tx, gateway, intent, result);
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
  gateway: string,
  intent: Intent | null,
  result: Report,
): Promise<Verdict> {
  if (intent) return (await settleIntent(needs, tx, intent, result.outcome, "callback")).verdict;
  needs.log.error(
    { gateway, reference: result.reference.slice(0, 80) },
    "a callback names a payment that does not exist",
  );
  return "no_intent";
}

const bodyMaxBytes = 64 * 1024;

type CallbackReceiver = {
  gatewayNames: readonly string[];
  handleCallback(gateway: string, callback: Callback): Promise<{ status: number; body: string }>;
};

/**
 * `POST /service/payments/callback/{gateway}`, called by gateways. The body is kept raw, because its
 * signature covers the exact bytes. Answers what the gateway expects; an unknown gateway is not found.
 */
export function paymentCallbacks(payments: CallbackReceiver): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: bodyMaxBytes }, (_request, body, done) =>
      done(null, body),
    );
    app.post<{ Params: { gateway: string } }>(
      "/service/payments/callback/:gateway",
      { bodyLimit: bodyMaxBytes },
      async (request, reply) => {
        reply.header("cache-control", "no-store");
        const { gateway } = request.params;
        if (!payments.gatewayNames.includes(gateway)) return reply.status(404).send();
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const { ip: address, headers, url: path } = request;
        const answer = await payments.handleCallback(gateway, { rawBody, headers, address, path });
        return reply.status(answer.status).type("text/plain; charset=utf-8").send(answer.body);
      },
    );
  };
}
