import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { authorizationOf } from "#server/payments/gateways/directa24/directa24-api.ts";
import { providerLanguage } from "../../provider-pages/provider-page.ts";
import { noFaults } from "../faults.ts";
import { createLostReplies } from "../lost-replies.ts";
import { depositPage, depositPolicy, missingDepositPage } from "./deposit-page.ts";
import { logoOf, methodOf, methods } from "./methods.ts";
import { type Deposit, type DepositProvider, isOpenDeposit } from "./provider.ts";

export { createDepositProvider, type DepositProvider } from "./provider.ts";

const address = z.url({ protocol: /^https?$/ }).max(500);
const depositRequest = z.object({
  invoice_id: z.string().min(1).max(128),
  amount: z.number().positive(),
  currency: z.enum(["COP", "USD"]),
  country: z.literal("CO"),
  payment_method: z.string().max(20),
  payer: z.object({ id: z.string().min(1).max(40), email: z.email() }),
  description: z.string().max(200).default(""),
  language: z.enum(["en", "es"]).default("es"),
  back_url: address,
  success_url: address,
  error_url: address,
  notification_url: address,
});
const decision = z.object({ decision: z.enum(["pay", "later", "decline", "cancel"]) });
/** A signed date may be this old. */
const dateMaxMs = 10 * 60_000;

/**
 * The provider's HTTP side, to be registered under a prefix (`/dev/gateways/directa24` in the demo): the deposits API v3
 * for the merchant, `POST /v3/deposits`, `GET /v3/deposits/{id}`, `GET /v3/refunds/{id}`, `GET /v3/payment_methods`, and
 * the payer's page.
 */
export function directa24Server(provider: DepositProvider): FastifyPluginAsync {
  return async (app) => {
    app.addHook("preClose", async () => provider.stop());
    app.removeContentTypeParser("application/json");
    // The signature covers the very bytes.
    app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) =>
      done(null, body),
    );
    app.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: 4096 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    merchantRoutes(app, provider);
    payerRoutes(app, provider);
  };
}

function merchantRoutes(app: FastifyInstance, provider: DepositProvider): void {
  const { knobs, options } = provider;
  const { faults = noFaults } = options;
  const lost = createLostReplies(app, options.clock);
  app.post("/v3/deposits", async (request, reply) => {
    const body = String(request.body);
    if (!isSigned(provider, request, body)) return invalidSignature(reply);
    const parsed = depositRequest.safeParse(parse(body));
    const key = request.headers["x-idempotency-key"];
    if (
      !parsed.success ||
      typeof key !== "string" ||
      knobs.reply === "refuse" ||
      !methodOf(parsed.data.payment_method)
    )
      return reply.status(400).send({ code: 300, description: "Invalid request", type: "INVALID_REQUEST" });
    const how = knobs.reply === "send" ? faults.reply() : knobs.reply;
    if (how === "limit") return reply.status(429).send({ code: 429, type: "TOO_MANY_REQUESTS" });
    if (how === "fail") return reply.status(500).send({ code: 500, description: "Error", type: "ERROR" });
    const { payer: _payer, ...rest } = parsed.data;
    const deposit = provider.open({ ...rest, idempotency_key: key });
    if (how === "cut" || how === "hold") return lost[how](reply);
    return reply.status(201).send({
      checkout_type: "HOSTED",
      redirect_url: `${options.publicUrl()}/checkout/${deposit.key}`,
      iframe: true,
      deposit_id: Number(deposit.deposit_id),
      user_id: userIdOf(deposit),
      merchant_invoice_id: deposit.invoice_id,
    });
  });
  app.get<{ Params: { id: string } }>("/v3/deposits/:id", async (request, reply) => {
    if (!isSigned(provider, request, "")) return invalidSignature(reply);
    if (knobs.questionsFail || faults.isAway()) return reply.status(500).send({ code: 500, type: "ERROR" });
    const deposit = provider.find(request.params.id);
    if (!deposit) return reply.status(404).send({ code: 404, type: "DEPOSIT_NOT_FOUND" });
    return presented(deposit, knobs.wrongAmount);
  });
  app.get<{ Params: { id: string } }>("/v3/refunds/:id", async (request, reply) => {
    if (!isSigned(provider, request, "")) return invalidSignature(reply);
    if (knobs.questionsFail || faults.isAway()) return reply.status(500).send({ code: 500, type: "ERROR" });
    const found = provider.findRefund(request.params.id);
    if (!found) return reply.status(404).send({ code: 208, type: "RESOURCE_NOT_FOUND" });
    const { deposit, refund } = found;
    const { status, amount } = refund;
    const merchant_invoice_id = deposit.invoice_id;
    const named = { deposit_id: Number(deposit.deposit_id), merchant_invoice_id, status };
    return status === "PENDING" ? named : { ...named, amount };
  });
  app.get<{ Querystring: { country?: string } }>("/v3/payment_methods", async (request, reply) => {
    if (!isSame(request.headers.authorization, `Bearer ${options.readOnlyKey}`))
      return reply.status(401).send({ code: 100, type: "INVALID_CREDENTIALS" });
    if (request.query.country !== "CO") return [];
    return methods.map(({ code, name, type }) => ({
      country: "CO",
      ...{ code, name, type, status: "OK" },
      logo: `${options.publicUrl()}/logos/${code}.svg`,
      ...{ daily_average: 5, monthly_average: 5 },
    }));
  });
}

/** The provider's own name for a payer. */
const userIdOf = ({ deposit_id }: Deposit) => deposit_id.slice(-2);
/** Pesos for a dollar, about. */
const rate = 4_000;

/** A deposit that is only created has no sum yet: the payer may still choose how to pay. */
function presented(deposit: Deposit, wrongAmount: number | null) {
  const { deposit_id, invoice_id, status, country, currency, payment_method } = deposit;
  const isOpen = status === "CREATED";
  const amount = wrongAmount ?? deposit.amount;
  return {
    user_id: userIdOf(deposit),
    deposit_id: Number(deposit_id),
    ...{ invoice_id, country, currency },
    local_amount: isOpen ? null : amount,
    usd_amount: isOpen ? null : Math.round((amount / rate) * 100) / 100,
    payment_method,
    payment_type: methodOf(payment_method)?.type ?? "",
    status,
    payer: {},
    ...{ fee_amount: 2.5, fee_currency: "USD" },
  };
}

function invalidSignature(reply: FastifyReply) {
  return reply.status(401).send({ code: 102, description: "Invalid signature", type: "INVALID_SIGNATURE" });
}

function isSigned({ options }: DepositProvider, { headers }: FastifyRequest, body: string): boolean {
  const date = headers["x-date"];
  if (typeof date !== "string" || headers["x-login"] !== options.login) return false;
  if (Math.abs(options.clock.now().getTime() - Date.parse(date)) > dateMaxMs) return false;
  const { login, signatureKey } = options;
  return isSame(headers.authorization, authorizationOf({ login, signatureKey, date, body }));
}

function isSame(sent: string | undefined, expected: string): boolean {
  const [a, b] = [Buffer.from(sent ?? ""), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The page where the payer decides: plain HTML and one form. */
function payerRoutes(app: FastifyInstance, provider: DepositProvider): void {
  app.get<{ Params: { file: string } }>("/logos/:file", async (request, reply) => {
    const method = methodOf(request.params.file.replace(/\.svg$/, ""));
    if (!method) return reply.status(404).send();
    return reply.type("image/svg+xml").header("cache-control", "public, max-age=86400").send(logoOf(method));
  });
  app.get<{ Params: { key: string } }>("/checkout/:key", async (request, reply) => {
    const deposit = provider.findByKey(request.params.key);
    if (!deposit) return sendPage(reply.status(404), missingDepositPage(providerLanguage(request)), "'none'");
    return sendPage(
      reply,
      depositPage(provider.show(deposit), request.url),
      new URL(deposit.back_url).origin,
    );
  });
  app.post<{ Params: { key: string } }>("/checkout/:key", async (request, reply) => {
    const deposit = provider.findByKey(request.params.key);
    if (!deposit) return sendPage(reply.status(404), missingDepositPage(providerLanguage(request)), "'none'");
    const parsed = decision.safeParse(request.body);
    const next = parsed.success ? decide(provider, deposit, parsed.data.decision) : request.url;
    return reply.header("cache-control", "no-store").redirect(next, 303);
  });
}

/** Does what the payer decided and answers where they go then. */
function decide(
  provider: DepositProvider,
  deposit: Deposit,
  what: z.output<typeof decision>["decision"],
): string {
  if (!isOpenDeposit(deposit)) return deposit.back_url;
  switch (what) {
    case "pay":
      provider.settle(deposit.deposit_id, "COMPLETED");
      return deposit.success_url;
    case "decline":
      provider.settle(deposit.deposit_id, "DECLINED");
      return deposit.error_url;
    case "cancel":
      provider.settle(deposit.deposit_id, "CANCELLED");
      return deposit.back_url;
    case "later":
      return deposit.success_url;
  }
}

function sendPage(reply: FastifyReply, html: string, shopOrigin: string): FastifyReply {
  return reply
    .header("content-security-policy", depositPolicy(shopOrigin))
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .header("x-content-type-options", "nosniff")
    .type("text/html; charset=utf-8")
    .send(html);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
