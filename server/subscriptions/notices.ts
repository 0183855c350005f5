import type { FastifyPluginAsync } from "fastify";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Callback, MembershipNotice } from "#server/payments/payments.ts";
import { applyNotice } from "./apply-notice.ts";
import { gatewayNamed, type SubscriptionsNeeds } from "./needs.ts";
import { settleByNotice } from "./refund-charge.ts";
import { isStored, storeNotice } from "./store/notices.ts";
import { lockByReference, lockFan, ownerOf, type SubscriptionRow } from "./store/subscriptions.ts";

type Verified = Extract<MembershipNotice, { kind: "event" }>;
type Noted = Extract<MembershipNotice, { kind: "noted" }>;

/**
 * Receives a gateway's notice: checks that it is genuine, then stores and applies it in one transaction. Answers what
 * the gateway expects (a duplicate is acknowledged like the first one and has no effect), and the subscription whose
 * gateway may now have to be updated.
 */
export async function receiveNotice(
  needs: SubscriptionsNeeds,
  gatewayName: string,
  callback: Callback,
): Promise<{ status: number; body: string; reference: string | null }> {
  const gateway = gatewayNamed(needs, gatewayName);
  const notice = gateway.parseNotice(callback);
  const { address } = callback;
  if (!notice.ok) {
    const { refusal } = notice;
    needs.log.warn({ gateway: gatewayName, refusal, address }, "a notice of a subscription was refused");
  } else if (notice.kind === "noted") await keepNoted(needs, gatewayName, address, notice);
  else await inTransaction(needs.db, (tx) => storeAndApply(needs, tx, gatewayName, address, notice));
  const reference = notice.ok && notice.kind === "event" ? notice.reference : null;
  return { ...gateway.acknowledge(notice, callback), reference };
}

/** Keeps a notice of which nothing follows, once, and asks for a person where it was not understood. */
async function keepNoted(
  needs: SubscriptionsNeeds,
  gateway: string,
  address: string,
  { dedupeKey, about, isKnown }: Noted,
): Promise<void> {
  const isNew = await inTransaction(needs.db, (tx) =>
    storeNotice(tx, {
      ...{ gateway, dedupeKey, subscriptionId: null, report: { kind: "noted", ...about } },
      ...{ address, verdict: "noted", receivedAt: needs.clock.now() },
    }),
  );
  if (isNew && !isKnown) needs.log.error({ gateway, about }, "a gateway's message was not understood");
}

async function storeAndApply(
  needs: SubscriptionsNeeds,
  tx: Tx,
  gateway: string,
  address: string,
  notice: Verified,
): Promise<void> {
  const row = await lockNamed(tx, gateway, notice.reference);
  // The lock makes copies of one notice come here one after another.
  if (await isStored(tx, gateway, notice.dedupeKey)) return;
  const verdict = row ? await applyNotice(needs, tx, row, notice.event) : "no_subscription";
  if (row && notice.event.kind === "refunded" && (verdict === "applied" || verdict === "unchanged"))
    await settleByNotice(needs, tx, row, { ...notice, ...notice.event, verdict });
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

const bodyMaxBytes = 64 * 1024;

type NoticeReceiver = {
  gatewayNames: readonly string[];
  handleNotice(gateway: string, callback: Callback): Promise<{ status: number; body: string }>;
};

/**
 * `POST /service/subscriptions/notice/{gateway}`, called by gateways. The body is kept raw.
 * Answers what the gateway expects; an unknown gateway is not found.
 */
export function noticeRoutes(subscriptions: NoticeReceiver): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: bodyMaxBytes }, (_request, body, done) =>
      done(null, body),
    );
    app.post<{ Params: { gateway: string } }>(
      "/service/subscriptions/notice/:gateway",
      { bodyLimit: bodyMaxBytes },
      async (request, reply) => {
        reply.header("cache-control", "no-store");
        const { gateway } = request.params;
        if (!subscriptions.gatewayNames.includes(gateway)) return reply.status(404).send();
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const { ip: address, headers, url: path } = request;
        const answer = await subscriptions.handleNotice(gateway, { rawBody, headers, address, path });
        return reply.status(answer.status).type("text/plain; charset=utf-8").send(answer.body);
      },
    );
  };
}
