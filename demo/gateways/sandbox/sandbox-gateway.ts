import { timingSafeEqual } from "node:crypto";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { providerLanguage } from "../../provider-pages/provider-page.ts";
import { collectServer } from "../hosted-fields/collect-server.ts";
import { checkoutPage, checkoutPolicy, missingPage } from "./checkout-page.ts";
import type { SandboxProcessor, Sold } from "./processor.ts";
import { decision, knobsRequest, saleRequest } from "./requests.ts";

export { createSandboxProcessor, type SandboxOptions, type SandboxProcessor } from "./processor.ts";

const heldReplyMaxMs = 60_000;

/**
 * The processor's HTTP side, to be registered under a prefix (`/dev/gateways/sandbox` in the demo):
 * `POST /v1/sales`, `GET /v1/sales/{reference}`, `POST /v1/sales/{reference}/refund`, `PUT /v1/knobs` for the merchant with its key, and
 * `GET` and `POST /checkout/{key}` for the payer, and `/token` for the fields of a card in the merchant's checkout.
 */
export function sandboxGateway(processor: SandboxProcessor): FastifyPluginAsync {
  return async (app) => {
    const held = new Set<Socket>();
    // Replies that are held back would otherwise hold the server open too.
    app.addHook("preClose", async () => {
      processor.stop();
      for (const socket of held) socket.destroy();
    });
    await app.register(async (scope) => merchantRoutes(scope, processor, held));
    await app.register(async (scope) => payerRoutes(scope, processor));
    const { tokenizationKey } = processor.options;
    await app.register(collectServer({ vault: processor.vault, tokenizationKey }));
  };
}

/** What the merchant calls, with its key. */
function merchantRoutes(app: FastifyInstance, processor: SandboxProcessor, held: Set<Socket>): void {
  app.addHook("onRequest", (request, reply) => checkKey(processor.options.apiKey, request, reply));
  app.post("/v1/sales", (request, reply) => sell(processor, held, request, reply));
  app.get<{ Params: { reference: string } }>("/v1/sales/:reference", async (request, reply) => {
    const sale = processor.find(request.params.reference);
    return sale ?? reply.status(404).send({ error: "no_such_sale" });
  });
  app.post<{ Params: { reference: string } }>("/v1/sales/:reference/refund", async (request, reply) => {
    const sale = processor.refund(request.params.reference);
    return sale ?? reply.status(409).send({ error: "not_refundable" });
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
  held: Set<Socket>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const parsed = saleRequest.safeParse(request.body);
  if (!parsed.success) return reply.status(400).send({ error: "bad_request" });
  const { failWith, latencyMs } = processor.knobs.of(parsed.data.order_id);
  if (failWith === "silence") return holdReply(processor, held, reply);
  if (failWith) return reply.status(failWith).send({ error: "unavailable" });
  const sold = processor.sell(parsed.data);
  if (!sold) return reply.status(400).send({ error: "unknown_token" });
  if (latencyMs > 0) await new Promise<void>((resolve) => processor.options.clock.after(latencyMs, resolve));
  return answer(processor, held, reply, sold);
}

/** Sends the answer, or loses it on its way, after the books were written. */
function answer(
  processor: SandboxProcessor,
  held: Set<Socket>,
  reply: FastifyReply,
  { sale, isNew, knobs }: Sold,
): FastifyReply {
  if (knobs.reply === "send") return reply.status(isNew ? 201 : 200).send(sale);
  if (knobs.reply === "hold") return holdReply(processor, held, reply);
  reply.hijack();
  reply.raw.socket?.destroy();
  return reply;
}

/** Leaves the caller without an answer, until it hangs up or a minute has passed. */
function holdReply({ options }: SandboxProcessor, held: Set<Socket>, reply: FastifyReply): FastifyReply {
  reply.hijack();
  const { socket } = reply.raw;
  if (!socket) return reply;
  held.add(socket);
  const cancel = options.clock.after(heldReplyMaxMs, () => socket.destroy());
  socket.once("close", () => {
    cancel();
    held.delete(socket);
  });
  return reply;
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
