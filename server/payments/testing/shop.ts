import type { AddressInfo } from "node:net";
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { type PaymentRequest, type PaymentResponse, paymentsContract } from "#contract/payments.ts";
import {
  createSandboxProcessor,
  type SandboxProcessor,
  sandboxGateway,
} from "#demo/gateways/sandbox/sandbox-gateway.ts";
import { systemClock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { mountContract } from "#server/kit/http/mount.ts";
import { createLogger } from "#server/kit/log.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import { type ManualClock, manualClock } from "#testing/manual-clock.ts";
import { createSandboxGateway } from "../gateways/sandbox.ts";
import type { PaymentsNeeds } from "../needs.ts";
import { paymentCallbacks } from "../payment-callbacks.ts";
import { paymentRoutes } from "../payments.routes.ts";
import { createPayments, defaultCardingLimits, type Payments } from "../payments.ts";

export const cards = {
  approved: "4242424242424242",
  approvedToo: "4111111111111111",
  declined: "4000000000000002",
  redirect: "4000000000003220",
  lostReply: "4000000000000119",
} as const;

export type ShopOptions = {
  at?: string;
  random?: () => number;
  gatewayTimeoutMs?: number;
  needs?: (needs: PaymentsNeeds) => PaymentsNeeds;
  limits?: Partial<PaymentsNeeds["config"]["limits"]>;
  rawCardsAllowed?: boolean;
};

/** A shop and the sandbox processor, two HTTP parties on two ports, over one test database. */
export type Shop = AsyncDisposable & {
  payments: Payments;
  /** Another process of the same shop: same database, nothing else in common. */
  anotherProcess(): Payments;
  clock: ManualClock;
  sandbox: SandboxProcessor;
  origin: string;
  /** Everything that was logged, as text. */
  logged(): string;
  call(method: "GET" | "POST", path: string, options?: CallOptions): Promise<ShopAnswer>;
  /** Buys as this fan; what is not given is a valid request for the first package. */
  buy(fanId: number, request?: Partial<PaymentRequest>, options?: CallOptions): Promise<ShopAnswer>;
  balance(fanId: number): Promise<number>;
  /** A fan nobody has used before, with an empty purse. */
  newFan(): Promise<number>;
};

export type CallOptions = { fanId?: number; headers?: Record<string, string>; body?: unknown };
export type ShopAnswer = {
  status: number;
  headers: Headers;
  body: PaymentResponse & Record<string, unknown>;
};

/** What the processor signs its callbacks with. */
export const sandboxSecret = "test-callback-secret";
const secrets = { apiKey: "test-merchant-key", callbackSecret: sandboxSecret };

export async function openShop(db: Database, options: ShopOptions = {}): Promise<Shop> {
  const lines: string[] = [];
  const logger = createLogger("trace", { write: (line) => void lines.push(line) });
  const app: FastifyInstance = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    trustProxy: true,
    forceCloseConnections: true,
  });
  const processorApp: FastifyInstance = Fastify({ forceCloseConnections: true });
  const clock = manualClock(options.at ?? "2026-11-21T12:00:00Z");
  const origin = () => originOf(app);
  const sandboxUrl = () => `${originOf(processorApp)}/dev/gateways/sandbox`;
  const sandbox = createSandboxProcessor({
    ...secrets,
    callbackUrl: () => `${origin()}/service/payments/callback/sandbox`,
    publicUrl: sandboxUrl,
    file: null,
    clock: { ...systemClock, now: clock.now },
    knobs: { callbackDelayMs: 0 },
  });
  await processorApp.register(sandboxGateway(sandbox), { prefix: "/dev/gateways/sandbox" });
  const gateway = createSandboxGateway({
    ...secrets,
    url: sandboxUrl,
    timeoutMs: options.gatewayTimeoutMs ?? 5_000,
  });
  const wallet = createWallet();
  const base: PaymentsNeeds = {
    db,
    wallet,
    gateways: { sandbox: gateway },
    clock,
    random: options.random ?? (() => 0),
    log: logger,
    config: {
      descriptor: "FNL DIGITAL SVCS",
      promoPercent: 20,
      promoFooterPercent: 10,
      rawCardsAllowed: options.rawCardsAllowed ?? true,
      cardGateway: "sandbox",
      termsVersion: "2026-11-01",
      fingerprintSecret: "a secret of the test shop",
      returnUrl: (id) => `${origin()}/payment-request?id=${id}`,
      limits: { ...defaultCardingLimits, breakerTriesMin: 10_000, ...options.limits },
    },
  };
  const needs = options.needs?.(base) ?? base;
  const payments = createPayments(needs);
  await payments.seed();
  mountContract(app, paymentsContract, paymentRoutes(payments), authenticate);
  await app.register(paymentCallbacks(payments));
  await processorApp.listen({ port: 0, host: "127.0.0.1" });
  await app.listen({ port: 0, host: "127.0.0.1" });

  const call: Shop["call"] = async (method, path, { fanId, headers, body } = {}) => {
    const response = await fetch(`${origin()}${path}`, {
      method,
      headers: {
        ...(fanId && { authorization: `Bearer ${fanId}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        "x-forwarded-for": addressOf(fanId ?? 0),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = text === "" ? {} : JSON.parse(text);
    return { status: response.status, headers: response.headers, body: answer };
  };

  return {
    payments,
    anotherProcess: () => createPayments(needs),
    clock,
    sandbox,
    get origin() {
      return origin();
    },
    logged: () => lines.join(""),
    call,
    buy: async (fanId, request = {}, callOptions = {}) => {
      const body = { ...validRequest(await firstPackage(payments)), ...request };
      return call("POST", "/api/payments/process", { fanId, body, ...callOptions });
    },
    async newFan() {
      const fanId = ++fans;
      await inTransaction(db, (tx) => wallet.openFanAccount(tx, fanId));
      return fanId;
    },
    balance: (fanId) => wallet.balance(db, { kind: "fan", id: fanId }),
    async [Symbol.asyncDispose]() {
      await payments.stop();
      await app.close();
      await processorApp.close();
    },
  };
}

let orders = 1_700_000_000_000;
let fans = 1_000;

/** An order id nobody has used before. */
export function newOrderId(): string {
  return `TKN_${++orders}`;
}

async function firstPackage(payments: Payments): Promise<{ id: number; price: number }> {
  const [first] = (await payments.packagesFor(null, "en")).packages;
  if (!first) throw new Error("nothing is on sale");
  return first;
}

/** A request that is right in every field. */
export function validRequest(pack: { id: number; price: number }): PaymentRequest {
  return {
    payment_type: "token_purchase",
    currency: "USD",
    package_id: pack.id,
    amount: pack.price,
    card_holder_name: "Nico Rivera",
    email: "nico@mail.test",
    phone: "",
    address1: "48 Harbor Street",
    city: "Oakland",
    state: "CA",
    zip: "94607",
    country: "US",
    card_number: cards.approved,
    card_expiry_month: "11",
    card_expiry_year: "28",
    card_cvc: "123",
    payment: "creditcard",
    orderdescription: "100 Tokens",
    orderid: newOrderId(),
  };
}

const addressOf = (fanId: number) => `10.${(fanId >> 16) & 255}.${(fanId >> 8) & 255}.${fanId & 255}`;

const authenticate = async (bearer: string) => ({
  userId: Number(bearer),
  role: "fan" as const,
  tokenId: "test",
  expiresAt: new Date("2099-01-01"),
});

function originOf(app: FastifyInstance): string {
  const { port } = app.server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}
