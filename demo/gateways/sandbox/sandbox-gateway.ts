import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { providerLanguage } from "../../provider-pages/provider-page.ts";
import { noFaults, type ReplyFault } from "../faults.ts";
import { collectServer } from "../hosted-fields/collect-server.ts";
import { createLostReplies, type LostReplies } from "../lost-replies.ts";
import { checkoutPage, checkoutPolicy, missingPage } from "./checkout-page.ts";
import type { Knobs } from "./knobs.ts";
import type { SandboxProcessor } from "./processor.ts";
import {
  decision,
  forgetRequest,
  keepRequest,
  knobsRequest,
  refundRequest,
  saleRequest,
} from "./requests.ts";

export { createSandboxProcessor, type SandboxOptions, type SandboxProcessor } from "./processor.ts";

/**
 * The processor's HTTP side, to be registered under a prefix (`/dev/gateways/sandbox` in the demo):
 * `POST /v1/cards/keep` and `/v1/cards/forget`, `POST /v1/sales`, `GET /v1/sales/{reference}`, `POST /v1/sales/{reference}/refund`, `PUT /v1/knobs` for the merchant with its key, and
 * `GET` and `POST /checkout/{key}` for the payer, and `/token` for the fields of a card in the merchant's checkout.
 */
export function sandboxGateway(processor: SandboxProcessor): FastifyPluginAsync {
  return async (app) => {
    const lost = createLostReplies(app, processor.options.clock);
    app.addHook("preClose", async () => processor.stop());
    await app.register(async (scope) => merchantRoutes(scope, processor, lost));
    await app.register(async (scope) => payerRoutes(scope, processor));
    const { tokenizationKey } = processor.options;
    await app.register(collectServer({ vault: processor.vault, tokenizationKey }));
  };
}

/** The routes that the merchant calls, with its key. */
function merchantRoutes(app: FastifyInstance, processor: SandboxProcessor, lost: LostReplies): void {
  const { faults = noFaults } = processor.options;
  app.addHook("onRequest", (request, reply) => checkKey(processor.options.apiKey, request, reply));
  app.post("/v1/sales", (request, reply) => sell(processor, lost, request, reply));
  app.get<{ Params: { reference: string } }>("/v1/sales/:reference", async (request, reply) => {
    if (faults.isAway()) return reply.status(500).send({ error: "unavailable" });
    const sale = processor.find(request.params.reference);
    return sale ?? reply.status(404).send({ error: "no_such_sale" });
  });
  app.post<{ Params: { reference: string } }>("/v1/sales/:reference/refund", async (request, reply) => {
    const parsed = refundRequest.safeParse(request.body ?? {});
    if (!parsed.success) return reply.status(400).send({ error: "bad_request" });
    const { total } = parsed.data;
    const { reference } = request.params;
    const sale = total === undefined ? processor.refund(reference) : processor.refundUpTo(reference, total);
    return sale ?? reply.status(409).send({ error: "not_refundable" });
  });
  app.post("/v1/cards/keep", async (request, reply) => {
    if (faults.isAway()) return reply.status(500).send({ error: "unavailable" });
    const parsed = keepRequest.safeParse(request.body);
    if (!parsed.success) return reply.status(400).send({ error: "bad_request" });
    const { card, reference } = parsed.data;
    const isPaid = processor.find(reference)?.status === "approved";
    const kept = isPaid ? processor.keptCards.keep(card, reference) : null;
    return kept ?? reply.status(409).send({ error: "cannot_be_kept" });
  });
  app.post("/v1/cards/forget", async (request, reply) => {
    if (faults.isAway()) return reply.status(500).send({ error: "unavailable" });
    const parsed = forgetRequest.safeParse(request.body);
    if (!parsed.success) return reply.status(400).send({ error: "bad_request" });
    processor.keptCards.forget(parsed.data.card);
    return reply.status(204).send();
  });
  app.put("/v1/knobs", async (request, reply) => {
    const parsed = knobsRequest.safeParse(request.body);
    if (!parsed.success) return reply.status(400).send({ error: "bad_request" });
    processor.knobs.set(parsed.data.order_id, withoutUndefined(parsed.data.knobs));
    return reply.status(204).send();
  });
}

/** The page where the payer confirms: plain HTML and one form. */
function payerRoutes(app: FastifyInstance, processor: SandboxProcessor): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 4096 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.get<CheckoutRoute>("/checkout/:key", async (request, reply) => {
    const sale = processor.findByCheckoutKey(request.params.key);
    if (!sale) return sendPage(reply.status(404), missingPage(providerLanguage(request)), "'none'");
    return sendPage(reply, checkoutPage(sale, sale.language, request.url), new URL(sale.return_url).origin);
  });
  app.post<CheckoutRoute>("/checkout/:key", async (request, reply) => {
    const sale = processor.findByCheckoutKey(request.params.key);
    if (!sale) return sendPage(reply.status(404), missingPage(providerLanguage(request)), "'none'");
    const parsed = decision.safeParse(request.body);
    if (parsed.success) processor.decide(sale, parsed.data.decision);
    return reply.header("cache-control", "no-store").redirect(sale.return_url, 303);
  });
}

type CheckoutRoute = { Params: { key: string } };

async function checkKey(apiKey: string, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const sent = Buffer.from(request.headers.authorization ?? "");
  const expected = Buffer.from(`Bearer ${apiKey}`);
  const isKnown = sent.length === expected.length && timingSafeEqual(sent, expected);
  return isKnown ? undefined : reply.status(401).send({ error: "unauthorized" });
}

async function sell(
  processor: SandboxProcessor,
  lost: LostReplies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const parsed = saleRequest.safeParse(request.body);
  if (!parsed.success) return reply.status(400).send({ error: "bad_request" });
  const fault = (processor.options.faults ?? noFaults).reply();
  const { failWith, latencyMs } = withFault(processor.knobs.of(parsed.data.order_id), fault);
  if (failWith === "silence") return lost.hold(reply);
  if (failWith) return reply.status(failWith).send({ error: "unavailable" });
  const sold = processor.sell(parsed.data);
  if (!sold) return reply.status(400).send({ error: "unknown_token" });
  if (latencyMs > 0) await new Promise<void>((resolve) => processor.options.clock.after(latencyMs, resolve));
  const { reply: how } = withFault(sold.knobs, fault);
  if (how !== "send") return lost[how](reply);
  return reply.status(sold.isNew ? 201 : 200).send(sold.sale);
}

/** The knobs of an order; where they choose no answer, what was drawn for it. */
function withFault(knobs: Knobs, fault: ReplyFault): Knobs {
  if (knobs.reply !== "send" || knobs.failWith !== null || fault === "send") return knobs;
  if (fault === "fail" || fault === "limit") return { ...knobs, failWith: fault === "fail" ? 500 : 429 };
  return { ...knobs, reply: fault };
}

function sendPage(reply: FastifyReply, html: string, shopOrigin: string): FastifyReply {
  return reply
    .header("content-security-policy", checkoutPolicy(shopOrigin))
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .header("x-content-type-options", "nosniff")
    .type("text/html; charset=utf-8")
    .send(html);
}

function withoutUndefined<T extends object>(knobs: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const set = Object.entries(knobs).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as { [K in keyof T]: Exclude<T[K], undefined> };
}
