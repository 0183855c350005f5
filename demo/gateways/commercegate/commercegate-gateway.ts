import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from "fastify";
import { z } from "zod";
import { type PageLanguage, providerLanguage } from "../../provider-pages/provider-page.ts";
import { noFaults } from "../faults.ts";
import { createLostReplies } from "../lost-replies.ts";
import { formPage, formPolicy, missingFormPage } from "./form-page.ts";
import type { MembershipProvider } from "./provider.ts";

export { createMembershipProvider, type MembershipProvider, type ProviderOptions } from "./provider.ts";

const short = z.string().min(1).max(120);
const tokenRequest = z.object({
  cid: short,
  wid: short,
  packid: short,
  username: short,
  email: z.string().max(190),
  op1: z.string().max(120).default(""),
  op2: z.string().max(120).default(""),
});
const officeRequest = z.object({ customerId: short, websiteId: short, password: short, username: short });
const packageRequest = officeRequest.extend({ packid: short });
const refundRequest = z.object({
  ...{ apiUsername: short, apiPassword: short, siteID: short, offerID: short },
  ...{ action: z.literal("REFUND"), transID: short, amount: z.string().regex(/^\d{1,7}\.\d{2}$/) },
  currencyCode: z.string().regex(/^[A-Z]{3}$/),
});
const formQuery = z.object({
  cid: short,
  wid: short,
  token: short,
  successUrl: z.url({ protocol: /^https?$/ }).max(500),
  failedUrl: z.url({ protocol: /^https?$/ }).max(500),
  lang: z.enum(["en", "es"]).optional(),
});
const decision = z.object({ decision: z.enum(["approve", "decline"]) });

/**
 * The provider's HTTP side, to be registered under a prefix (`/dev/gateways/commercegate` in the demo): `POST /get-token`
 * and `GET`, `POST /` are the hosted form, `POST /api/cancel-membership`, `/api/resume-membership` and
 * `/api/change-package` the customer API, `POST /nvp` the Direct gateway, which takes refunds alone.
 */
export function commerceGateGateway(provider: MembershipProvider): FastifyPluginAsync {
  return async (app) => {
    app.addHook("preClose", async () => provider.stop());
    app.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: 4096 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    merchantRoutes(app, provider);
    packageRoute(app, provider);
    directRoute(app, provider);
    payerRoutes(app, provider);
  };
}

function merchantRoutes(app: FastifyInstance, provider: MembershipProvider): void {
  const { customerId, websiteId, password, clock, faults = noFaults } = provider.options;
  const lost = createLostReplies(app, clock);
  app.post("/get-token", async (request, reply) => {
    const parsed = tokenRequest.safeParse(request.body);
    const isOurs = parsed.success && parsed.data.cid === customerId && parsed.data.wid === websiteId;
    const how = faults.reply();
    if (how === "fail" || how === "limit") return reply.status(how === "fail" ? 500 : 429).send("ERROR");
    const token = isOurs ? provider.issueToken(parsed.data) : null;
    if (how !== "send") return lost[how](reply);
    reply.type("text/plain");
    return token ?? reply.status(400).send("ERROR");
  });
  for (const [call, on] of [
    ["cancel-membership", false],
    ["resume-membership", true],
  ] as const) {
    app.post(`/api/${call}`, async (request, reply) => {
      const parsed = officeRequest.safeParse(request.body);
      reply.type("text/plain");
      if (!parsed.success || !isSame(parsed.data.password, password)) return reply.status(403).send("ERROR");
      return provider.setRenewal(parsed.data.username, on) ? "SUCCESS" : reply.status(404).send("ERROR");
    });
  }
}

/** Moves a membership to another package from its next month on. */
function packageRoute(app: FastifyInstance, provider: MembershipProvider): void {
  app.post("/api/change-package", async (request, reply) => {
    const parsed = packageRequest.safeParse(request.body);
    reply.type("text/plain");
    if (!parsed.success || !isSame(parsed.data.password, provider.options.password))
      return reply.status(403).send("ERROR");
    const { username, packid } = parsed.data;
    return provider.setPackage(username, packid) ? "SUCCESS" : reply.status(404).send("ERROR");
  });
}

/** Answers are forms; only refunds are taken, of this website's payments. A wrong user is answered as a wrong call is. */
function directRoute(app: FastifyInstance, provider: MembershipProvider): void {
  const { direct, websiteId, clock, faults = noFaults } = provider.options;
  const lost = createLostReplies(app, clock);
  app.post("/nvp", async (request, reply) => {
    const how = faults.reply();
    if (how === "fail" || how === "limit") return reply.status(how === "fail" ? 500 : 429).send("ERROR");
    const parsed = refundRequest.safeParse(request.body);
    const isOurs =
      parsed.success &&
      direct?.username === parsed.data.apiUsername &&
      isSame(parsed.data.apiPassword, direct.password) &&
      parsed.data.siteID === websiteId;
    const done = isOurs ? provider.refund(parsed.data) : null;
    if (how !== "send") return lost[how](reply);
    reply.type("text/plain");
    if (!isOurs || !done) return "returnCode=-125&returnText=Invalid+operation";
    const { amount, currencyCode } = parsed.data;
    return new URLSearchParams({
      action: "REFUND",
      ...(done.ok
        ? { returnCode: "0", returnText: "Success", amount, currencyCode, transID: done.transID }
        : { returnCode: String(done.returnCode), returnText: refusals[done.returnCode] }),
    }).toString();
  });
}

const refusals = { [-121]: "Previous transaction not found", [-125]: "Invalid operation" } as const;

/** The page where the payer decides: plain HTML and one form. */
function payerRoutes(app: FastifyInstance, provider: MembershipProvider): void {
  app.get("/", async (request, reply) => {
    const found = findForm(provider, request.query);
    const language = found?.language ?? providerLanguage(request);
    if (!found) return sendPage(reply.status(404), missingFormPage(language), "'none'");
    const { membership, successUrl, failedUrl } = found;
    const back = membership.payments.length > 0 ? successUrl : failedUrl;
    return sendPage(
      reply,
      formPage(membership, language, {
        action: request.url,
        back,
        once: provider.options.once ?? false,
        days: provider.daysOf(membership.packid),
      }),
      new URL(successUrl).origin,
    );
  });
  app.post("/", async (request, reply) => {
    const found = findForm(provider, request.query);
    if (!found) return sendPage(reply.status(404), missingFormPage(providerLanguage(request)), "'none'");
    const parsed = decision.safeParse(request.body);
    if (!parsed.success) return reply.redirect(request.url, 303);
    const decided = provider.decide(found.membership.token, parsed.data.decision === "approve");
    const isPaid = (decided?.payments.length ?? 0) > 0;
    return reply
      .header("cache-control", "no-store")
      .redirect(isPaid ? found.successUrl : found.failedUrl, 303);
  });
}

function findForm(provider: MembershipProvider, query: unknown) {
  const parsed = formQuery.safeParse(query);
  const membership = parsed.success ? provider.store.byToken(parsed.data.token) : undefined;
  if (!parsed.success || !membership) return null;
  const language: PageLanguage | undefined = parsed.data.lang;
  return { membership, language, successUrl: parsed.data.successUrl, failedUrl: parsed.data.failedUrl };
}

function isSame(sent: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function sendPage(reply: FastifyReply, html: string, merchantOrigin: string): FastifyReply {
  return reply
    .header("content-security-policy", formPolicy(merchantOrigin))
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .header("x-content-type-options", "nosniff")
    .type("text/html; charset=utf-8")
    .send(html);
}
