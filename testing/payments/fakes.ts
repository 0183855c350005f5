import type { AddressInfo } from "node:net";
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { paymentsContract } from "#contract/payments.ts";
import { savedCardsContract } from "#contract/saved-cards.ts";
import {
  commerceGateGateway,
  createMembershipProvider,
  type MembershipProvider,
} from "#demo/gateways/commercegate/commercegate-gateway.ts";
import {
  createDepositProvider,
  type DepositProvider,
  directa24Server,
} from "#demo/gateways/directa24/directa24-server.ts";
import type { DepositKnobs } from "#demo/gateways/directa24/provider.ts";
import type { Faults } from "#demo/gateways/faults.ts";
import type { NmiKnobs } from "#demo/gateways/nmi/gateway.ts";
import { createNmiSimulator, type NmiSimulator, nmiServer } from "#demo/gateways/nmi/nmi-server.ts";
import {
  createSandboxProcessor,
  type SandboxProcessor,
  sandboxGateway,
} from "#demo/gateways/sandbox/sandbox-gateway.ts";
import { type Clock, systemClock } from "#server/kit/clock.ts";
import { mountContract } from "#server/kit/http/mount.ts";
import { paymentCallbacks } from "#server/payments/callbacks.ts";
import { createCommerceGateTokens } from "#server/payments/gateways/commercegate/commercegate-tokens.ts";
import { type CommerceGateSettings, noticeKey } from "#server/payments/gateways/commercegate/commercegate.ts";
import { createDirecta24 } from "#server/payments/gateways/directa24/directa24.ts";
import type { Gateway } from "#server/payments/gateways/gateway.ts";
import { createNmi } from "#server/payments/gateways/nmi/nmi.ts";
import { createSandboxGateway } from "#server/payments/gateways/sandbox.ts";
import { paymentRoutes } from "#server/payments/payments.routes.ts";
import type { Payments } from "#server/payments/payments.ts";
import { confirmRoutes } from "#server/payments/purchase/confirm-routes.ts";
import { savedCardRoutes } from "#server/payments/saved-cards/saved-card.routes.ts";

/** The secret that the processor signs its callbacks with. */
export const sandboxSecret = "test-callback-secret";
/** The password that every fan of a test re-authenticates with. */
export const rightPassword = "the right password";
/** The merchant's key for the processor. */
export const apiKey = "test-merchant-key";
const prefix = "/dev/gateways/sandbox";

/** An HTTP server on a port of its own. */
export type FakeServer = { app: FastifyInstance; origin(): string };

/** The processor as a server of its own, with the gateway adapter for it. */
export type FakeProcessor = FakeServer & { sandbox: SandboxProcessor; gateway: Gateway };

/** A server that does not wait for kept-alive connections when it is closed. */
export function fakeServer(log?: FastifyBaseLogger): FakeServer {
  const options = { trustProxy: true, forceCloseConnections: true };
  const app: FastifyInstance = Fastify(log ? { ...options, loggerInstance: log } : options);
  return { app, origin: () => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` };
}

/** How messages of a gateway travel: by the tested clock, through `fetch`, with these faults. */
export type Traffic = {
  faults?: Faults;
  fetch: typeof fetch;
  /** How long its answers are awaited, ms. */
  timeoutMs?: number;
};

/** Dates come from the tested clock. Waits pass by themselves, or by that clock where a test directs the traffic. */
const travel = (clock: Clock, traffic: Traffic | undefined) =>
  traffic
    ? { clock, fetch: traffic.fetch, faults: traffic.faults }
    : { clock: { ...systemClock, now: clock.now } };
const patience = (traffic: Traffic | undefined) =>
  traffic?.timeoutMs === undefined ? {} : { timeoutMs: traffic.timeoutMs };

/** Starts the sandbox processor. */
export async function startFakeProcessor(
  shopOrigin: () => string,
  clock: Clock,
  timeoutMs: number,
  traffic?: Traffic,
): Promise<FakeProcessor> {
  const { app, origin } = fakeServer();
  const url = () => `${origin()}${prefix}`;
  const sandbox = createSandboxProcessor({
    apiKey,
    callbackSecret: sandboxSecret,
    tokenizationKey: "test-fields",
    callbackUrl: () => `${shopOrigin()}/service/payments/callback/sandbox`,
    publicUrl: url,
    file: null,
    ...travel(clock, traffic),
    knobs: { callbackDelayMs: 0 },
  });
  await app.register(sandboxGateway(sandbox), { prefix });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const gateway = createSandboxGateway({ apiKey, callbackSecret: sandboxSecret, url, timeoutMs });
  return { app, origin, sandbox, gateway };
}

/** The regional provider as a server of its own, with the gateway adapter for it. */
export type FakeDirecta24 = FakeServer & {
  provider: DepositProvider;
  gateway: Gateway;
  settings: { url: string; login: string; signatureKey: string; readOnlyKey: string };
};

/** Starts the simulated Directa24. */
export async function startFakeDirecta24(
  shopOrigin: () => string,
  clock: Clock,
  knobs: Partial<DepositKnobs>,
  traffic?: Traffic,
): Promise<FakeDirecta24> {
  const { app, origin } = fakeServer();
  const url = () => `${origin()}/dev/gateways/directa24`;
  const keys = { login: "test-login", signatureKey: "test-signature-key", readOnlyKey: "test-read-only-key" };
  const provider = createDepositProvider({
    ...keys,
    publicUrl: url,
    file: null,
    ...travel(clock, traffic),
    knobs: { notificationDelayMs: 0, ...knobs },
  });
  await app.register(directa24Server(provider), { prefix: "/dev/gateways/directa24" });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const gateway = createDirecta24({
    ...keys,
    apiUrl: url,
    notificationUrl: () => `${shopOrigin()}/service/payments/callback/directa24`,
    now: clock.now,
    ...patience(traffic),
  });
  return { app, origin, provider, gateway, settings: { ...keys, url: url() } };
}

/** NMI as a server of its own, with the gateway adapter for it. */
export type FakeNmi = FakeServer & {
  simulator: NmiSimulator;
  gateway: Gateway;
  settings: { url: string; securityKey: string; webhookKey: string; checkoutKey: string };
};

/** Starts the simulated NMI. */
export async function startFakeNmi(
  shopOrigin: () => string,
  clock: Clock,
  knobs: Partial<NmiKnobs>,
  asksBanks = true,
  traffic?: Traffic,
): Promise<FakeNmi> {
  const { app, origin } = fakeServer();
  const keys = {
    securityKey: "test-security-key",
    webhookKey: "test-webhook-key",
    tokenizationKey: "test-fields",
    checkoutKey: "test-checkout",
  };
  const simulator = createNmiSimulator({
    ...keys,
    webhookUrl: () => `${shopOrigin()}/service/payments/callback/nmi`,
    file: null,
    ...travel(clock, traffic),
    knobs: { webhookDelayMs: 0, ...knobs },
  });
  await app.register(nmiServer(simulator), { prefix: "/dev/gateways/nmi" });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const gateway = createNmi({
    ...keys,
    apiUrl: () => `${origin()}/dev/gateways/nmi`,
    threeDs: asksBanks ? { checkoutKey: keys.checkoutKey, publicOrigin: shopOrigin } : null,
    ...patience(traffic),
  });
  const { securityKey, webhookKey, checkoutKey } = keys;
  const settings = { url: `${origin()}/dev/gateways/nmi`, securityKey, webhookKey, checkoutKey };
  return { app, origin, simulator, gateway, settings };
}

/** CommerceGate's form for tokens as a server of its own, with the gateway adapter for it. */
export type FakeCommerceGate = FakeServer & {
  provider: MembershipProvider;
  gateway: Gateway;
  settings: { url: string; noticeKey: string };
};

const tokenOffers = [{ id: "tokens1099", amountCents: 1099 }];
const formSecret = "what only the merchant and the provider know";
const formMerchant = { customerId: "11", websiteId: "23", password: "the merchant's password" };

/** The adapter's settings for the form at an address. */
export function tokensFormSettings(url: () => string): CommerceGateSettings {
  return {
    ...{ ...formMerchant, offers: tokenOffers, secret: formSecret },
    ...{ checkoutUrl: url, apiUrl: () => `${url()}/api`, resumeCall: null, priceCall: null, direct: null },
    noticeAddresses: ["127.0.0.1"],
  };
}

/** Starts the simulated CommerceGate, which sells the first package. */
export async function startFakeCommerceGate(
  shopOrigin: () => string,
  clock: Clock,
  traffic?: Traffic,
): Promise<FakeCommerceGate> {
  const { app, origin } = fakeServer();
  const url = () => `${origin()}/dev/gateways/commercegate`;
  const key = noticeKey(formSecret);
  const provider = createMembershipProvider({
    ...formMerchant,
    offers: tokenOffers,
    once: true,
    noticeUrl: () => `${shopOrigin()}/service/payments/callback/commercegate?key=${key}`,
    file: null,
    ...travel(clock, traffic),
    knobs: { delayMs: 0 },
  });
  await app.register(commerceGateGateway(provider), { prefix: "/dev/gateways/commercegate" });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const gateway = createCommerceGateTokens({ ...tokensFormSettings(url), ...patience(traffic) });
  return { app, origin, provider, gateway, settings: { url: url(), noticeKey: key } };
}

/** Serves the payments module; the bearer token is the fan's id. */
export async function servePayments({ app }: FakeServer, payments: Payments): Promise<void> {
  const identity: Parameters<typeof savedCardRoutes>[1] = {
    reauthenticate: async (_, { password }) =>
      password === rightPassword
        ? { ok: true, account: {} as never }
        : { ok: false, refusal: { code: "wrong_password" } },
  };
  const contract = { ...paymentsContract, ...savedCardsContract };
  const routes = { ...paymentRoutes(payments), ...savedCardRoutes(payments, identity) };
  // The bearer of a test is the fan's id, and where it matters the session's name behind it.
  mountContract(app, contract, routes, async (bearer) => ({
    userId: Number(bearer.split(".")[0]),
    role: "fan",
    tokenId: bearer.split(".")[1] ?? "test",
    expiresAt: new Date("2099-01-01"),
    language: "en" as const,
    secondFactorNeeded: false,
  }));
  await app.register(paymentCallbacks(payments));
  await app.register(confirmRoutes(payments));
  await app.listen({ port: 0, host: "127.0.0.1" });
}
