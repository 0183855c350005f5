import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import type { PaymentRequest, PaymentResponse } from "#contract/payments.ts";
import type { MembershipProvider } from "#demo/gateways/commercegate/commercegate-gateway.ts";
import type { DepositKnobs, DepositProvider } from "#demo/gateways/directa24/provider.ts";
import type { NmiKnobs } from "#demo/gateways/nmi/gateway.ts";
import type { NmiSimulator } from "#demo/gateways/nmi/nmi-server.ts";
import type { SandboxProcessor } from "#demo/gateways/sandbox/sandbox-gateway.ts";
import type { Database, Reader } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { memoryLimits } from "#server/kit/http/limits.ts";
import { createLogger } from "#server/kit/log.ts";
import { createSealer } from "#server/kit/sealer.ts";
import type { Gateway, Sale } from "#server/payments/gateways/gateway.ts";
import type { PayerAccount, PaymentsConfig, PaymentsNeeds } from "#server/payments/needs.ts";
import {
  createPayments,
  defaultCardingLimits,
  defaultSavedCardLimits,
  type Payments,
} from "#server/payments/payments.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import { type ManualClock, manualClock } from "#testing/manual-clock.ts";
import { openFixtures } from "#testing/open-fixtures.ts";
import {
  fakeServer,
  servePayments,
  startFakeCommerceGate,
  startFakeDirecta24,
  startFakeNmi,
  startFakeProcessor,
  type Traffic,
} from "./fakes.ts";
import { validRequest } from "./requests.ts";

export type PaymentFixtureOptions = {
  at?: string;
  random?: () => number;
  gatewayTimeoutMs?: number;
  /** Replaces what payments are made of. */
  needs?: (needs: PaymentsNeeds) => PaymentsNeeds;
  limits?: Partial<PaymentsConfig["limits"]>;
  savedCardLimits?: Partial<PaymentsConfig["savedCardLimits"]>;
  rawCardsAllowed?: boolean;
  /** Has a regional provider beside the card processor, with these faults. */
  directa24?: Partial<DepositKnobs>;
  /** Has CommerceGate's form for the first package beside the card processor. */
  commerceGate?: true;
  /** Takes cards through NMI, with these faults, in place of the sandbox processor. */
  nmi?: Partial<NmiKnobs>;
  /** Directs the messages of each gateway, whose waits then pass by the tested clock. */
  traffic?: (gateway: string) => Traffic;
  /** Keeps the card processor's answer to a sale back until this has resolved. */
  answerAfter?: (sale: Sale) => Promise<unknown>;
  /** The facts known of a fan; by default, all opened their accounts long ago. */
  payerOf?: (fanId: number) => PayerAccount;
};

export type CallOptions = {
  fanId?: number;
  session?: string;
  headers?: Record<string, string>;
  body?: unknown;
};
export type PaymentAnswer = {
  status: number;
  headers: Headers;
  body: PaymentResponse & Record<string, unknown>;
};

/** The payments module and the sandbox processor, two HTTP servers on two ports, over one test database. */
export type PaymentFixture = {
  payments: Payments;
  /** As a second process would be: same database, nothing else in common. */
  anotherProcess(): Payments;
  clock: ManualClock;
  sandbox: SandboxProcessor;
  /** Throws where the fixture has no regional provider. */
  readonly directa24: DepositProvider;
  /** Throws where the fixture takes cards through the sandbox processor. */
  readonly nmi: NmiSimulator;
  /** Throws where the fixture has no CommerceGate. */
  readonly commerceGate: MembershipProvider;
  /** Rows of a query over the test database. */
  query(text: string): Promise<Record<string, unknown>[]>;
  origin: string;
  /** Everything that was logged, as text. */
  logged(): string;
  call(method: "GET" | "POST" | "DELETE", path: string, options?: CallOptions): Promise<PaymentAnswer>;
  /** Buys as this fan; what is not given is a valid request for the first package. */
  buy(fanId: number, request?: Partial<PaymentRequest>, options?: CallOptions): Promise<PaymentAnswer>;
  balance(fanId: number): Promise<number>;
  /** A fan nobody has used before, with an empty wallet. */
  newFan(): Promise<number>;
};

const wallet = createWallet();
/** Somebody with an old account and a confirmed address. */
export const establishedPayer: PayerAccount = {
  login: "payer",
  country: null,
  email: "payer@mail.test",
  created_at: new Date("2020-01-01"),
  validation: "confirmed",
};
let fans = 1_000;

/**
 * Lets the tests of one file open fixtures over its database: `const openFixture = paymentFixtures(database);` below
 * `fileDatabase()`, so that they are closed before the ledger is audited.
 */
export function paymentFixtures(database: {
  readonly db: Database;
}): (options?: PaymentFixtureOptions) => Promise<PaymentFixture> {
  return openFixtures((options: PaymentFixtureOptions) => openFixture(database.db, options));
}

/** The gateway, but its answer to a sale comes after something else. */
const keepBack = (gateway: Gateway, happened: (sale: Sale) => Promise<unknown>): Gateway => ({
  ...gateway,
  async start(sale, source) {
    const outcome = await gateway.start(sale, source);
    await happened(sale);
    return outcome;
  },
});

type OpenFixture = PaymentFixture & { close(): Promise<void> };

async function openFixture(db: Database, options: PaymentFixtureOptions): Promise<OpenFixture> {
  const lines: string[] = [];
  const log = createLogger("trace", { write: (line) => void lines.push(line) });
  const clock = manualClock(options.at ?? "2026-11-21T12:00:00Z");
  const server = fakeServer(log as FastifyBaseLogger);
  const { origin: shop } = server;
  const on = (gateway: string) => options.traffic?.(gateway);
  const processor = await startFakeProcessor(shop, clock, options.gatewayTimeoutMs ?? 5_000, on("sandbox"));
  const directa24 =
    options.directa24 && (await startFakeDirecta24(shop, clock, options.directa24, on("directa24")));
  const nmi = options.nmi && (await startFakeNmi(shop, clock, options.nmi, true, on("nmi")));
  const sandbox = options.answerAfter ? keepBack(processor.gateway, options.answerAfter) : processor.gateway;
  const commerceGate = options.commerceGate && (await startFakeCommerceGate(shop, clock, on("commercegate")));
  const cardGateway: PaymentsNeeds["gateways"] = nmi ? { nmi: nmi.gateway } : { sandbox };
  const gateways = {
    ...cardGateway,
    ...(commerceGate && { commercegate: commerceGate.gateway }),
    ...(directa24 && { directa24: directa24.gateway }),
  };
  const config = configOf(options, server.origin);
  const random = options.random ?? (() => 0);
  const byId = async (_: Reader, fanId: number) => options.payerOf?.(fanId) ?? establishedPayer;
  const sealer = createSealer(Buffer.alloc(32, 7), "fanlight saved cards");
  const common = { db, wallet, gateways, clock, random, sealer, log, config, accounts: { byId } };
  const plain: PaymentsNeeds = { ...common, limits: memoryLimits() };
  const needs = options.needs?.(plain) ?? plain;
  const payments = createPayments(needs);
  payments.start();
  await payments.seed();
  await servePayments(server, payments);
  const call = callerOf(server.origin());
  return {
    payments,
    anotherProcess: () => createPayments({ ...needs, limits: memoryLimits() }),
    clock,
    sandbox: processor.sandbox,
    get directa24() {
      if (!directa24) throw new Error("this fixture has no regional provider");
      return directa24.provider;
    },
    get nmi() {
      if (!nmi) throw new Error("this fixture takes cards through the sandbox processor");
      return nmi.simulator;
    },
    get commerceGate() {
      if (!commerceGate) throw new Error("this fixture has no CommerceGate");
      return commerceGate.provider;
    },
    query: async (text) => (await sql.raw<Record<string, unknown>>(text).execute(db)).rows,
    origin: server.origin(),
    logged: () => lines.join(""),
    call,
    async buy(fanId, request = {}, callOptions = {}) {
      const body = { ...validRequest(await firstPackage(payments)), ...request };
      return call("POST", "/api/payments/process", { fanId, body, ...callOptions });
    },
    newFan: () => newFan(db),
    balance: (fanId) => wallet.balance(db, { kind: "fan", id: fanId }),
    async close() {
      await payments.stop();
      await server.app.close();
      await processor.app.close();
      await directa24?.app.close();
      await nmi?.app.close();
      await commerceGate?.app.close();
    },
  };
}

function configOf(options: PaymentFixtureOptions, origin: () => string): PaymentsConfig {
  return {
    descriptor: "FNL DIGITAL SVCS",
    promoPercent: 20,
    promoFooterPercent: 10,
    ratesPerDollar: { COP: 4000 },
    rawCardsAllowed: options.rawCardsAllowed ?? true,
    termsVersion: "2026-11-01",
    // Known once the server listens.
    get publicOrigin() {
      return origin();
    },
    limits: { ...defaultCardingLimits, ...options.limits },
    savedCardLimits: { ...defaultSavedCardLimits, ...options.savedCardLimits },
  };
}

/** Calls as a browser would; each fan has an address of its own unless the headers set another. */
function callerOf(origin: string): PaymentFixture["call"] {
  return async (method, path, { fanId = 0, session, headers, body } = {}) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(fanId > 0 && {
          authorization: `Bearer ${session === undefined ? fanId : `${fanId}.${session}`}`,
        }),
        ...(body !== undefined && { "content-type": "application/json" }),
        "x-forwarded-for": `10.0.${(fanId >> 8) & 255}.${fanId & 255}`,
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? {} : JSON.parse(text) };
  };
}

async function newFan(db: Database): Promise<number> {
  const fanId = ++fans;
  await inTransaction(db, (tx) => wallet.openFanAccount(tx, fanId));
  return fanId;
}

async function firstPackage(payments: Payments): Promise<{ id: number; price: number }> {
  const [first] = (await payments.packagesFor(null, "en")).packages;
  if (!first) throw new Error("nothing is on sale");
  return first;
}
